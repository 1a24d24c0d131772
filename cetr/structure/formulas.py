"""Formulas as TeX, from KaTeX, MathJax and MediaWiki, from MathML, and from the text of an image."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cetr.document import resolve_references
from cetr.structure.growing import read_nodes
from cetr.structure.nodes import Node, Text


@dataclass(frozen=True)
class Formula:
    """A formula in TeX, without delimiters; ``display`` if it is on a line of its own."""

    tex: str
    display: bool


_RENDERED = frozenset("MathJax MathJax_Display MathJax_Preview MathJax_CHTML MathJax_SVG MathJax_SVG_Display".split())
"""Classes of the elements with which MathJax 2 shows a formula, beside the script that contains its source."""
_WRAPPERS = frozenset("katex katex-display mwe-math-element".split())
_SOURCES = frozenset("math math-container arithmatex".split())
"""Classes of the elements that contain nothing but the source of a formula, from which a script makes the formula."""
_IMAGES = frozenset(
    "latex tex math formulaInl formulaDsp mwe-math-fallback-image-inline mwe-math-fallback-image-display".split()
)
# No tag is searched beyond some length, and no end twice, so that a page takes time in proportion to its length.
_ANNOTATION = re.compile(
    r"<annotation\b[^<>]{0,200}?encoding=[\"']?application/x-tex[\"']?[^<>]{0,200}>([^<]*+)<", re.IGNORECASE
)
_MATH, _MATH_END = (re.compile(pattern, re.IGNORECASE) for pattern in (r"<math\b", r"</math\s*+>"))
_STYLE = re.compile(r"\{\\(?:display|text)style\s++(.*)\}", re.DOTALL)


_NAMED = frozenset("math script img mjx-container math-renderer".split())
_CLASSED = frozenset("span div nobr".split())
_SIGN = re.compile(r"katex|MathJax|mwe-math|arithmatex|\b(?:(?:la)?tex|math)\b")
_OPENING = re.compile(
    r"\\\(|\\\[|\$\$|(?<!\\)\$|\\begin\{((?:align|alignat|eqnarray|equation|flalign|gather|multline)\*?)\}"
)
_CLOSING = {"\\(": "\\)", "\\[": "\\]", "$$": "$$", "$": "$"}
_INLINE = frozenset(("\\(", "$"))


def find_formula(node: Node) -> Formula | None:
    """Find the formula of an element; it is empty if the element only shows a formula whose source follows."""
    if not _may_be_formula(node):
        return None
    return Formula("", False) if _is_shown(node) else _read_formula(node)


def _may_be_formula(node: Node) -> bool:
    """Return whether an element can be a formula, judging by its start tag, without reading its attributes."""
    if node.name in _CLASSED:
        tag = node.html[node.start : node.opened]
        # Most tags hold none of these, which is seen sooner than that the expression does not match.
        return ("tex" in tag or "MathJax" in tag or "math" in tag) and _SIGN.search(tag) is not None
    return node.name in _NAMED


def _is_shown(node: Node) -> bool:
    """Return whether an element only shows a formula in MathJax 2, whose source is elsewhere."""
    return node.name in ("span", "div", "nobr") and not _RENDERED.isdisjoint(node.classes)


def _read_formula(node: Node) -> Formula | None:
    if node.name == "math":
        return _read_math(node.source, node.attributes.get("display") == "block")
    if node.name == "script":
        tex = node.html[node.opened : node.end].rpartition("<")[0].strip()
        tex = tex.removeprefix("% <![CDATA[").removesuffix("%]]>").strip()
        return Formula(tex, "mode=display" in node.attributes.get("type", "")) if tex else None
    if node.name == "img":
        return _read_alternative(node)
    if node.name == "mjx-container":
        return _read_inner(node, node.attributes.get("display") == "true")
    if node.name == "math-renderer" or (node.name in ("span", "div") and not _SOURCES.isdisjoint(node.classes)):
        return _read_whole(node.text) if node.text.strip() else _read_pictured(node)
    if node.name in ("span", "div") and not _WRAPPERS.isdisjoint(node.classes):
        found = _read_inner(node, "katex-display" in node.classes)
        if found is None and "mwe-math-element" in node.classes:
            image = next((child for child in node.walk() if child.name == "img"), None)
            return _read_formula(image) if image is not None else None
        return found
    return None


def _read_alternative(image: Node) -> Formula | None:
    """Return the TeX that is the alternative text of an image, by its delimiters or by the class of the image."""
    text = image.attributes.get("alt", "")
    found = _read_whole(text)
    tex = _strip_style(found.tex if found else text)
    is_formula = tex and (found or not _IMAGES.isdisjoint(image.classes))
    return Formula(tex, found is not None and found.display) if is_formula else None


def _read_pictured(node: Node) -> Formula | None:
    """Return the formula of an element that contains nothing but one image of it, as Sphinx writes them.

    An image that is a link is none: sites of schools have tiles of the class.
    """
    shown = [child for child in node.walk() if child.name in ("a", "img")]
    tex = _strip_style(shown[0].attributes.get("alt", "")) if len(shown) == 1 else ""
    return _read_whole(tex) or Formula(tex, node.name == "div") if tex else None


def _read_whole(text: str) -> Formula | None:
    """Return the formula that a text consists of; None if there is other text, or none at all."""
    if "$" not in text and "\\" not in text:
        return None
    parts = [part for part in split_tex(text, dollars=True) if isinstance(part, Formula) or part.strip()]
    return parts[0] if len(parts) == 1 and isinstance(parts[0], Formula) else None


def split_tex(text: str, *, dollars: bool) -> Iterator[str | Formula]:
    """Split text at its formulas between the delimiters of MathJax; with ``dollars`` also between single dollar signs.

    An environment such as ``align`` delimits itself.
    """
    last = 0
    unclosed: set[str] = set()
    for opening in _OPENING.finditer(text):
        sign, begun = opening[0], opening.end()
        closing = _CLOSING.get(sign, f"\\end{{{opening[1]}}}")
        if opening.start() < last or closing in unclosed or (sign == "$" and not dollars):
            continue
        end = text.find(closing, begun)
        while end > 0 and sign == "$" and text[end - 1] == "\\":
            end = text.find(closing, end + 1)
        if end < 0:
            unclosed.add(closing)
            continue
        yield text[last : opening.start()]
        last = end + len(closing)
        tex = text[begun:end] if sign in _CLOSING else text[opening.start() : last]
        yield Formula(tex.strip(), sign not in _INLINE)
    yield text[last:]


def find_mathml(node: Node) -> str:
    """Find the MathML in the element with which KaTeX or MediaWiki shows a formula; empty if there is none."""
    if node.name in ("span", "div") and _may_be_formula(node) and not _WRAPPERS.isdisjoint(node.classes):
        return _find_math(node)
    return ""


def _find_math(node: Node) -> str:
    begun = _MATH.search(node.html, node.start, node.end)
    ended = _MATH_END.search(node.html, begun.end(), node.end) if begun else None
    return node.html[begun.start() : ended.end()] if begun and ended else ""


def _read_inner(node: Node, display: bool) -> Formula | None:
    source = _find_math(node)
    return _read_math(source, display or 'display="block"' in source.partition(">")[0]) if source else None


def _read_math(source: str, display: bool) -> Formula | None:
    """Return the TeX of ``<math>``: its source if the element names it, otherwise TeX written from its elements."""
    found = _ANNOTATION.search(source)
    if found:
        tex = _strip_style(resolve_references(found[1]))
    else:
        root = read_nodes(source, ((0, len(source)),))
        tex = " ".join(_convert_all(root.children).split())
    return Formula(tex, display) if tex else None


def _strip_style(tex: str) -> str:
    tex = tex.strip()
    match = _STYLE.fullmatch(tex)
    return match[1].strip() if match else tex


_SIGNS = {
    "α": "alpha", "β": "beta", "γ": "gamma", "δ": "delta", "ε": "varepsilon", "ϵ": "epsilon", "ζ": "zeta", "η": "eta",
    "θ": "theta", "ι": "iota", "κ": "kappa", "λ": "lambda", "μ": "mu", "ν": "nu", "ξ": "xi", "π": "pi", "ρ": "rho",
    "σ": "sigma", "ς": "varsigma", "τ": "tau", "υ": "upsilon", "φ": "varphi", "ϕ": "phi", "χ": "chi", "ψ": "psi",
    "ω": "omega", "Γ": "Gamma", "Δ": "Delta", "Θ": "Theta", "Λ": "Lambda", "Ξ": "Xi", "Π": "Pi", "Σ": "Sigma",
    "Φ": "Phi", "Ψ": "Psi", "Ω": "Omega", "∑": "sum", "∏": "prod", "∫": "int", "∮": "oint", "∞": "infty",
    "∂": "partial", "∇": "nabla", "±": "pm", "∓": "mp", "×": "times", "÷": "div", "⋅": "cdot", "·": "cdot",
    "≤": "leq", "≥": "geq", "≠": "neq", "≈": "approx", "≡": "equiv", "∼": "sim", "∝": "propto", "→": "to",
    "←": "leftarrow", "↔": "leftrightarrow", "⇒": "Rightarrow", "⇐": "Leftarrow", "⇔": "Leftrightarrow",
    "↦": "mapsto", "∈": "in", "∉": "notin", "⊂": "subset", "⊆": "subseteq", "⊃": "supset", "⊇": "supseteq",
    "∪": "cup", "∩": "cap", "∅": "emptyset", "∀": "forall", "∃": "exists", "¬": "neg", "∧": "wedge", "∨": "vee",
    "…": "ldots", "⋯": "cdots", "ℝ": "mathbb{R}", "ℕ": "mathbb{N}", "ℤ": "mathbb{Z}", "ℚ": "mathbb{Q}",
    "ℂ": "mathbb{C}", "⟨": "langle", "⟩": "rangle", "‖": "|", "∥": "|", "{": "{", "}": "}", "%": "%", "#": "#",
    "&": "&", "$": "$", "_": "_",
}  # fmt: skip
_PLAIN = {"−": "-", "\u2062": "", "\u2061": "", "\u2063": "", "\u200b": "", "\xa0": " ", "′": "'", "∗": "*"}
_FUNCTIONS = frozenset(
    "arccos arcsin arctan cos cosh cot coth csc deg det dim exp gcd inf ker lg lim ln log max min sec sin sinh sup tan"
    " tanh".split()
)
_ACCENTS = {
    "^": "hat", "ˆ": "hat", "¯": "bar", "‾": "overline", "→": "vec", "⃗": "vec", "˙": "dot", "¨": "ddot", "~": "tilde",
    "˜": "tilde",
}  # fmt: skip


def _spell(text: str) -> str:
    """Write characters of MathML in TeX; a space separates a command from a following letter."""
    spelled = ""
    for sign in text:
        command = _SIGNS.get(sign)
        spelled += _PLAIN.get(sign, sign) if command is None else f"\\{command}" + (" " if command[0].isalpha() else "")
    return spelled


def _convert_all(children: Sequence[Node | Text]) -> str:
    return "".join(_convert(child) for child in children if isinstance(child, Node) or child.text.strip())


def _base(tex: str) -> str:
    tex = tex.strip()
    return tex if len(tex) < 2 or tex.startswith("\\") else f"{{{tex}}}"


def _script(tex: str) -> str:
    tex = tex.strip()
    return tex if len(tex) == 1 else f"{{{tex}}}"


def _convert(item: Node | Text) -> str:
    if isinstance(item, Text):
        return _spell(item.text.strip())
    # Each child is converted once: twice at every level would take time exponential in the depth.
    children = [child for child in item.children if isinstance(child, Node) or child.text.strip()]
    converted = [_convert(child) for child in children]
    arguments = [child for child in children if isinstance(child, Node)]
    parts = [tex for child, tex in zip(children, converted, strict=True) if isinstance(child, Node)]
    name, text = item.name, item.text.strip()
    if name in ("mi", "mo") and text in _FUNCTIONS:
        return f"\\{text} "
    if name == "mi" and len(text) > 1:
        return f"\\mathrm{{{_spell(text)}}}"
    if name in ("mi", "mo", "mn"):
        return _spell(text)
    if name in ("mtext", "ms"):
        return f"\\text{{{text}}}"
    if name == "mspace":
        return " "
    if name in ("mphantom", "annotation", "annotation-xml", "none", "mprescripts"):
        return ""
    if name == "msqrt":
        return f"\\sqrt{{{''.join(converted).strip()}}}"
    if name == "mfenced":
        opening, closing = item.attributes.get("open", "("), item.attributes.get("close", ")")
        return f"\\left{_spell(opening).strip() or '.'}{','.join(parts)}\\right{_spell(closing).strip() or '.'}"
    if name == "mtable":
        rows = r" \\ ".join(parts)
        return f"\\begin{{matrix}}{rows}\\end{{matrix}}"
    if name in ("mtr", "mlabeledtr"):
        return " & ".join(part.strip() for part in parts)
    if len(parts) == 2:
        one, two = parts
        accent = _ACCENTS.get(arguments[1].text.strip())
        if name == "mfrac":
            return f"\\frac{{{one.strip()}}}{{{two.strip()}}}"
        if name == "mroot":
            return f"\\sqrt[{two.strip()}]{{{one.strip()}}}"
        if name == "mover" and accent:
            return f"\\{accent}{{{one.strip()}}}"
        if name in ("msup", "mover"):
            return f"{_base(one)}^{_script(two)}"
        if name in ("msub", "munder"):
            return f"{_base(one)}_{_script(two)}"
    if len(parts) == 3 and name in ("msubsup", "munderover"):
        one, two, three = parts
        return f"{_base(one)}_{_script(two)}^{_script(three)}"
    return "".join(converted)

"""From elements to the inlines of a line: white space collapsed, emphasis without space at its edges."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from cetr.document import BLOCK_TAGS, CELL_TAGS
from cetr.structure.addresses import Addresses
from cetr.structure.blocks import Inline, InlineKind, plain_text
from cetr.structure.formulas import Formula, is_shown_formula, may_be_formula, read_formula
from cetr.structure.nodes import Node, Text
from cetr.structure.notes import is_back_link

_MARKED: Mapping[str, InlineKind] = {
    "b": "strong", "strong": "strong", "i": "emphasis", "em": "emphasis", "cite": "emphasis", "dfn": "emphasis",
    "var": "emphasis", "del": "deleted", "s": "deleted", "strike": "deleted", "sup": "superscript",
    "sub": "subscript", "code": "code", "kbd": "code", "samp": "code", "tt": "code",
}  # fmt: skip
_WIDE = r"[\u2e80-\u2fdf\u3000-\u30ff\u3400-\u9fff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60]"
_BETWEEN_WIDE = re.compile(rf"(?<={_WIDE})[ \t]*[\r\n]\s*(?={_WIDE})")
_BLOCKS = BLOCK_TAGS | CELL_TAGS
_SPACE = re.compile(r"[\s\x1c-\x1f]+")
SIGN_LINKS = frozenset("¶ # § 🔗 ↩ ↩︎ ↑".split())
"""Texts of links that lead to their own place, or back from a note."""
_NOTHING: frozenset[str] = frozenset()
_LINKED = frozenset(("link",))
_RENDERERS = ("MathJax", "mathjax", "katex", "KaTeX")
_PICTOGRAPH = re.compile(
    r"(?:[0-9#*]?[\u2190-\u21ff\u2300-\u23ff\u2600-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff\U000e0020-\U000e007f"
    r"\u200d\u20e3\ufe0f])+"
)
"""An alternative text of an image that is the character shown."""
_UNSEEN = "\u200b\u200c\u200d\u2060\ufeff"
"""Invisible characters; two of them shape the letters beside them."""
_UNSEEN_START, _UNSEEN_END = re.compile(r"[\s\u200b\u2060\ufeff]+"), re.compile(r"[\s\u200b\u2060\ufeff]+$")
_TEX = re.compile(r"\\\((.+?)\\\)|\\\[(.+?)\\\]|\$\$(.+?)\$\$", re.DOTALL)


@dataclass(frozen=True)
class Context:
    """Facts of a whole page: its addresses, its notes by the identifiers of their elements, what to leave out."""

    addresses: Addresses = field(default_factory=Addresses)
    notes: Mapping[str, str] = field(default_factory=dict)
    links: bool = True
    images: bool = True
    page: str = ""

    @cached_property
    def renders_tex(self) -> bool:
        """Whether the page has a script that makes formulas of TeX in its text."""
        return any(name in self.page for name in _RENDERERS)

    def find_level(self, node: Node) -> int:
        """Find the level of a heading, 1 to 6, by its name or its role; 0 for other elements."""
        if len(node.name) == 2 and node.name[0] == "h" and node.name[1] in "123456":
            return int(node.name[1])
        if self.page.find("role=", node.start, node.opened) < 0 or node.attributes.get("role") != "heading":
            return 0
        level = node.attributes.get("aria-level", "2")
        return int(level) if level in ("1", "2", "3", "4", "5", "6") else 2


def read_inlines(items: Sequence[Node | Text], context: Context, link: str = "") -> tuple[Inline, ...]:
    """Read what is on a line as inlines; all of them in a link, if one is given."""
    if len(items) == 1 and isinstance(items[0], Text) and not link and not _has_tex(items[0].text):
        text = _collapse_space(_join_wide(items[0].text), lead=False).rstrip()
        return _strip((Inline("text", text),)) if text else ()
    read = _read_all(items, context, _LINKED if link else _NOTHING)
    found = _fold(_unbracket(read) if context.notes else read)
    if link and (plain_text(found).strip() or any(inline.kind == "image" for inline in found)):
        return _hoist((Inline("link", inlines=found, target=link),))
    return found


def _read_all(items: Iterable[Node | Text], context: Context, within: frozenset[str]) -> list[Inline]:
    inlines: list[Inline] = []
    for item in items:
        if isinstance(item, Text):
            if _has_tex(item.text) and context.renders_tex:
                inlines += _read_tex(item.text)
            else:
                inlines.append(Inline("text", item.text))
        else:
            inlines += _read(item, context, within)
    return inlines


def _has_tex(text: str) -> bool:
    return "\\(" in text or "\\[" in text or "$$" in text


def _read_tex(text: str) -> list[Inline]:
    inlines, last = [], 0
    for match in _TEX.finditer(text):
        tex = next(filter(None, match.groups())).strip()
        inlines += [Inline("text", text[last : match.start()]), Inline("formula", tex)]
        last = match.end()
    return [*inlines, Inline("text", text[last:])]


def _read(node: Node, context: Context, within: frozenset[str]) -> list[Inline]:
    if node.name == "br":
        return [Inline("break")]
    if node.name == "wbr":
        return []
    formula = find_formula(node)
    if formula is not None:
        return [Inline("formula", formula.tex)] if formula.tex else []
    if node.name == "img":
        return _read_image(node, context)
    if node.name == "a":
        return _read_link(node, context, within)
    kind = _MARKED.get(node.name)
    if kind is None or kind in within:
        inlines = _read_all(node.children, context, within)
        return [Inline("text", " "), *inlines, Inline("text", " ")] if is_block(node) else inlines
    if kind == "code":
        text = _SPACE.sub(" ", node.text)
        return list(_hoist((Inline("code", text),))) if text.strip() else [Inline("text", text)]
    if kind == "superscript" and (label := _find_note(node, context)):
        return [Inline("note", label)]
    return list(_hoist((Inline(kind, inlines=tuple(_read_all(node.children, context, within | {kind}))),)))


def is_block(node: Node) -> bool:
    """Return whether an element's text is on lines, or in a cell, of its own."""
    return node.name in _BLOCKS


def find_formula(node: Node) -> Formula | None:
    """Find the formula of an element; it is empty if the element only shows a formula whose source follows."""
    if not may_be_formula(node):
        return None
    return Formula("", False) if is_shown_formula(node) else read_formula(node)


def _read_image(node: Node, context: Context) -> list[Inline]:
    attributes = node.attributes
    alternative, title = (_SPACE.sub(" ", attributes.get(key, "")).strip() for key in ("alt", "title"))
    if _PICTOGRAPH.fullmatch(alternative):
        return [Inline("text", alternative)]
    if not context.images or attributes.get("width") in ("0", "1") or attributes.get("height") in ("0", "1"):
        return []
    target = context.addresses.image(attributes)
    return [Inline("image", alternative, target=target, title=title)] if target else []


def _find_note(node: Node, context: Context) -> str:
    links = [node] if node.name == "a" else [child for child in node.walk() if child.name == "a"]
    return context.notes.get(links[0].attributes.get("href", "").partition("#")[2], "") if len(links) == 1 else ""


def _read_link(node: Node, context: Context, within: frozenset[str]) -> list[Inline]:
    text = node.text.strip().strip("\u200b")
    if (not text and node.text.strip()) or (context.notes and is_back_link(node)):
        return []
    if text in SIGN_LINKS and ("#" in node.attributes.get("href", "#") or text == "¶"):
        return []
    if label := _find_note(node, context):
        return [Inline("note", label)]
    inlines = tuple(_read_all(node.children, context, within | {"link"}))
    target = context.addresses.link(node.attributes.get("href", "")) if context.links and "link" not in within else ""
    if not target or not (text or any(inline.kind == "image" for inline in inlines)):
        return list(inlines)
    title = _SPACE.sub(" ", node.attributes.get("title", "")).strip()
    return list(_hoist((Inline("link", inlines=inlines, target=target, title="" if title == text else title),)))


def _hoist(inlines: tuple[Inline, ...]) -> tuple[Inline, ...]:
    """Move white space at the edges of marked inlines to before and after them."""
    hoisted: list[Inline] = []
    for inline in inlines:
        if inline.kind == "code":
            before, after = _edges(inline.text)
            hoisted += [Inline("text", before), Inline("code", inline.text.strip()), Inline("text", after)]
            continue
        text = plain_text(inline.inlines)
        before, after = _edges(text)
        if (not text or text.isspace()) and not _has_object(inline):
            hoisted += inline.inlines
            continue
        hoisted += [Inline("text", before), _fill(inline, _strip(inline.inlines)), Inline("text", after)]
    return tuple(hoisted)


def _fill(inline: Inline, inlines: tuple[Inline, ...]) -> Inline:
    """Return the same inline with other inlines in it."""
    return Inline(inline.kind, inline.text, inlines, inline.target, inline.title)


def _has_object(inline: Inline) -> bool:
    return inline.kind in ("image", "note", "formula", "code") or any(map(_has_object, inline.inlines))


def _edges(text: str) -> tuple[str, str]:
    return (" " if text[:1].isspace() else ""), (" " if text[-1:].isspace() else "")


def _fold(inlines: Iterable[Inline]) -> tuple[Inline, ...]:
    """Fold white space in inlines: one space for each run, none at the edges of the line or at its breaks."""
    return _strip(_collapse(inlines, [True]))


def _unbracket(inlines: Iterable[Inline]) -> list[Inline]:
    """Remove the brackets around the labels of notes, because Markdown has its own."""
    found = list(inlines)
    for i in range(1, len(found) - 1):
        before, label, after = found[i - 1 : i + 2]
        kinds = before.kind, label.kind, after.kind
        if kinds == ("text", "note", "text") and before.text[-1:] + after.text[:1] == "[]":
            found[i - 1], found[i + 1] = Inline("text", before.text[:-1]), Inline("text", after.text[1:])
    return found


def _collapse(inlines: Iterable[Inline], spaced: list[bool]) -> tuple[Inline, ...]:
    """Collapse white space across inlines; ``spaced`` says whether the last character so far was white space."""
    found: list[Inline] = []
    for inline in inlines:
        if inline.kind == "text":
            text = _collapse_space(_join_wide(inline.text), lead=not spaced[0])
            if not text:
                continue
            spaced[0] = text[-1] == " "
            if found and found[-1].kind == "text":
                found[-1] = Inline("text", found[-1].text + text)
            else:
                found.append(Inline("text", text))
        elif inline.inlines:
            inner = _collapse(inline.inlines, spaced)
            if inner and len(found) > 1 and found[-1] == Inline("text", " ") and _may_join(found[-2], inline):
                found.pop()
                found[-1] = _fill(inline, _join((*found[-1].inlines, Inline("text", " ")), inner))
            elif inner and found and _may_join(found[-1], inline):
                found[-1] = _fill(inline, _join(found[-1].inlines, inner))
            elif inner:
                found.append(_fill(inline, inner))
        elif inline.kind == "code" and found and found[-1].kind == "code":
            # Two runs of backquotes side by side would be read as one.
            found[-1] = Inline("code", found[-1].text + inline.text)
        else:
            spaced[0] = inline.kind == "break"
            found.append(inline)
    return tuple(found)


def _join_wide(text: str) -> str:
    """Remove line breaks between characters of scripts without spaces."""
    return text if text.isascii() else _BETWEEN_WIDE.sub("", text)


def _collapse_space(text: str, *, lead: bool) -> str:
    """Replace each run of white space by one space; drop it at the start, unless it may ``lead``."""
    # Of all white space only the space itself is printable.
    if text.isprintable() and "  " not in text:
        return text if lead else text.removeprefix(" ")
    words = text.split()
    if not words:
        return " " if text and lead else ""
    before, after = (" " if lead and text[0].isspace() else ""), (" " if text[-1].isspace() else "")
    return before + " ".join(words) + after


def _may_join(one: Inline, other: Inline) -> bool:
    """Return whether two neighbours are one stretch of emphasis."""
    return one.kind == other.kind and one.kind in ("strong", "emphasis", "deleted")


def _join(one: tuple[Inline, ...], other: tuple[Inline, ...]) -> tuple[Inline, ...]:
    """Join the contents of two stretches that become one; the neighbours at the seam are joined as elsewhere."""
    if not one or not other:
        return one + other
    last, first = one[-1], other[0]
    if last.kind == first.kind and last.kind in ("text", "code"):
        seam = Inline(last.kind, last.text + first.text)
    elif _may_join(last, first):
        seam = _fill(first, _join(last.inlines, first.inlines))
    else:
        return one + other
    return (*one[:-1], seam, *other[1:])


def _strip(inlines: tuple[Inline, ...]) -> tuple[Inline, ...]:
    """Strip white space and breaks from the edges of inlines, and space before a break."""
    if len(inlines) == 1:  # as they often are
        only = inlines[0]
        if _is_blank(only):
            return ()
        return (Inline("text", _strip_end(_strip_start(only.text))),) if only.kind == "text" else inlines
    found = [inline for inline in inlines if inline.kind != "text" or inline.text]
    while found and _is_blank(found[0]):
        found.pop(0)
    while found and _is_blank(found[-1]):
        found.pop()
    if not found:
        return ()
    if found[0].kind == "text":
        found[0] = Inline("text", _strip_start(found[0].text))
    if found[-1].kind == "text":
        found[-1] = Inline("text", _strip_end(found[-1].text))
    for i, inline in enumerate(found[1:], start=1):
        if inline.kind == "break" and found[i - 1].kind == "text":
            found[i - 1] = Inline("text", found[i - 1].text.rstrip())
    return tuple(found)


def _strip_start(text: str) -> str:
    text = text.lstrip()
    return text if text[:1] not in _UNSEEN else _UNSEEN_START.sub("", text, count=1)


def _strip_end(text: str) -> str:
    text = text.rstrip()
    return text if text[-1:] not in _UNSEEN else _UNSEEN_END.sub("", text)


def _is_blank(inline: Inline) -> bool:
    return inline.kind == "break" or (inline.kind == "text" and not inline.text.strip().strip(_UNSEEN + " "))

"""From elements to the inlines of a line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from cetr.document import BLOCK_TAGS, CELL_TAGS, drop_unseen
from cetr.structure.addresses import Addresses
from cetr.structure.blocks import Inline, InlineKind, plain_text
from cetr.structure.folding import drop_brackets, fold_space, hoist_space
from cetr.structure.formulas import find_formula, split_tex
from cetr.structure.listings import split_at_breaks
from cetr.structure.nodes import Node, Text
from cetr.structure.notes import Notes, is_back_link, read_label

_MARKED: Mapping[str, InlineKind] = {
    "b": "strong", "strong": "strong", "i": "emphasis", "em": "emphasis", "cite": "emphasis", "dfn": "emphasis",
    "var": "emphasis", "del": "deleted", "s": "deleted", "strike": "deleted", "sup": "superscript",
    "sub": "subscript", "code": "code", "kbd": "code", "samp": "code", "tt": "code",
}  # fmt: skip
_BLOCKS = BLOCK_TAGS | CELL_TAGS
_SPACE = re.compile(r"[\s\x1c-\x1f]+")
SIGN_LINKS = frozenset("¶ # § ◆ ⚓ ⚓︎ 🔗 ↩ ↩︎ ↑".split())
"""Texts of links that lead to their own place, or back from a note."""
_NOTHING: frozenset[str] = frozenset()
_LINKED = frozenset(("link",))
_RENDERERS = ("MathJax", "mathjax", "katex", "KaTeX")
_PICTOGRAPH = re.compile(
    r"(?:[0-9#*]?[\u2190-\u21ff\u2300-\u23ff\u2600-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff\U000e0020-\U000e007f"
    r"\u200d\u20e3\ufe0f])+"
)
"""An alternative text of an image that is the character shown."""
_DOLLARS = re.compile(r"""\[\s*(["'])\$\1\s*,\s*(["'])\$\2\s*\]|left["']?\s*:\s*(["'])\$\3""")
"""How MathJax and KaTeX are told that formulas are between single dollar signs."""


@dataclass(frozen=True)
class Context:
    """What holds for all of a page: its HTML, the base of its addresses, its notes, and whether to keep links and
    images.
    """

    page: str
    addresses: Addresses
    notes: Notes
    links: bool
    images: bool

    @cached_property
    def renders_tex(self) -> bool:
        """Whether the page has a script that makes formulas of TeX in its text."""
        return any(name in self.page for name in _RENDERERS)

    @cached_property
    def reads_dollars(self) -> bool:
        """Whether that script makes formulas of what is between single dollar signs, too."""
        return self.renders_tex and _DOLLARS.search(self.page) is not None


def read_inlines(items: Sequence[Node | Text], context: Context, link: str) -> tuple[Inline, ...]:
    """Read what is on a line as inlines; all of them in a link to an address, unless that is empty."""
    if len(items) == 1 and isinstance(items[0], Text) and not link and not _has_tex(items[0].text):
        return fold_space((Inline("text", items[0].text),))
    read = _read_all(items, context, _LINKED if link else _NOTHING)
    found = fold_space(drop_brackets(read) if context.notes.labels else read)
    if link and (plain_text(found).strip() or any(inline.kind == "image" for inline in found)):
        return hoist_space((Inline("link", inlines=found, target=link),))
    return found


def _read_all(items: Iterable[Node | Text], context: Context, within: frozenset[str]) -> list[Inline]:
    inlines: list[Inline] = []
    for item in items:
        if isinstance(item, Text):
            if _has_tex(item.text) and context.renders_tex:
                inlines += _read_tex(item.text, context.reads_dollars)
            else:
                inlines.append(Inline("text", item.text))
        else:
            inlines += _read(item, context, within)
    return inlines


def _has_tex(text: str) -> bool:
    return "\\" in text or "$" in text


def _read_tex(text: str, dollars: bool) -> list[Inline]:
    parts = split_tex(text, dollars=dollars)
    return [Inline("text", part) if isinstance(part, str) else Inline("formula", part.tex) for part in parts]


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
        return _read_linked_code(node, context, within) or _read_code(node)
    if kind == "superscript" and (label := _find_note(node, context)):
        return [Inline("note", label)]
    return list(hoist_space((Inline(kind, inlines=tuple(_read_all(node.children, context, within | {kind}))),)))


def _read_linked_code(node: Node, context: Context, within: frozenset[str]) -> list[Inline]:
    """Read code that consists of a link as a link around code, because code cannot contain it; empty if it does not."""
    only = node.children[0] if len(node.children) == 1 else None
    read = _read_link(only, context, within) if isinstance(only, Node) and only.name == "a" else []
    link = next((inline for inline in read if inline.kind == "link"), None)
    return list(hoist_space((link._replace(inlines=tuple(_read_code(node))),))) if link else []


def _read_code(node: Node) -> list[Inline]:
    inlines: list[Inline] = []
    for line in split_at_breaks(node):
        text = _SPACE.sub(" ", drop_unseen(line))
        inlines += [
            Inline("break"),
            *(hoist_space((Inline("code", text),)) if text.strip() else [Inline("text", text)]),
        ]
    return inlines[1:]


def is_block(node: Node) -> bool:
    """Return whether an element's text is on lines, or in a cell, of its own."""
    return node.name in _BLOCKS


def _read_image(node: Node, context: Context) -> list[Inline]:
    attributes = node.attributes
    alternative, title = (_SPACE.sub(" ", attributes.get(key, "")).strip() for key in ("alt", "title"))
    if _PICTOGRAPH.fullmatch(alternative):
        return [Inline("text", alternative)]
    if not context.images or attributes.get("width") in ("0", "1") or attributes.get("height") in ("0", "1"):
        return []
    target = context.addresses.at(node.start).image(attributes)
    return [Inline("image", alternative, target=target, title=title)] if target else []


def _find_note(node: Node, context: Context) -> str:
    links = [node] if node.name == "a" else [child for child in node.walk() if child.name == "a"]
    if len(links) != 1 or not context.notes.labels or not read_label(links[0]):
        return ""
    return context.notes.labels.get(links[0].attributes.get("href", "").partition("#")[2], "")


def _read_link(node: Node, context: Context, within: frozenset[str]) -> list[Inline]:
    text = node.text.strip().strip("\u200b")
    if (not text and node.text.strip()) or (context.notes.labels and is_back_link(node)):
        return []
    if text in SIGN_LINKS and ("#" in node.attributes.get("href", "#") or text == "¶"):
        return []
    if label := _find_note(node, context):
        return [Inline("note", label)]
    inlines = tuple(_read_all(node.children, context, within | {"link"}))
    is_kept = context.links and "link" not in within
    target = context.addresses.at(node.start).link(node.attributes.get("href", "")) if is_kept else ""
    if not target or not (text or any(inline.kind == "image" for inline in inlines)):
        return list(inlines)
    title = _SPACE.sub(" ", node.attributes.get("title", "")).strip()
    return list(hoist_space((Inline("link", inlines=inlines, target=target, title="" if title == text else title),)))

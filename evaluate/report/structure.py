"""Structure in a report: gold and prediction as trees to draw, and what was lost of the gold's structure.

An element (heading, list item, table cell, code block, quote, formula, link) is kept if the prediction has the same
one, flattened if its text is there without the element, and otherwise lost. Additional elements of the prediction are
superfluous.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cetr.document import split_words
from cetr.structure import Block, Inline
from evaluate.measures import Comparison
from evaluate.measures.blocks import read_link, read_text, walk, walk_inlines

KINDS = ("headings", "list items", "table cells", "code blocks", "quotes", "formulas", "links")

STRUCTURAL = frozenset("rouge-5 headings lists tables code formulas links order".split())
"""The measures of structure. If the results have one, the report shows structure."""

KEPT, FLATTENED, LOST, SUPERFLUOUS = range(4)

Tree = list[object]
"""A node: its element's name, its state, its contents (texts and nodes) and, if it has any, numbers by attribute."""

Counts = list[list[int]]
"""For each of `KINDS`: how many the gold has, how many of these are kept and how many flattened, and how many only
the prediction has.
"""

_Part = Block | Inline
_Thing = tuple[_Part, int, object, str]
"""A block or inline, its kind's place in `KINDS` (-1: a paragraph), what makes it the same as another, its text."""

_TAGS = {
    "paragraph": "p", "caption": "p", "item": "li", "quote": "blockquote", "code": "pre", "table": "table", "row": "tr",
    "definitions": "dl", "term": "dt", "definition": "dd", "summary": "p", "formula": "pre",
    "rule": "hr", "strong": "strong", "emphasis": "em", "deleted": "s", "superscript": "sup", "subscript": "sub",
    "break": "br", "link": "a", "image": "img", "note": "sup",
}  # fmt: skip
_OWN_TEXT = frozenset(("paragraph", "caption", "term", "summary"))


def compare_structure(comparison: Comparison) -> tuple[Tree, Tree, Counts]:
    """Make the trees of the gold and the prediction with the states of their parts, and the counts by kind."""
    gold, predicted = comparison.gold_blocks, comparison.predicted_blocks
    ours, theirs = list(_list_things(gold)), list(_list_things(predicted))
    states: dict[int, int] = {}
    kept = _pair(ours, theirs)
    for things, text, absent in ((ours, _read_all(predicted), LOST), (theirs, _read_all(gold), SUPERFLUOUS)):
        for part, kind, _, said in things:
            if id(part) in kept or not (own := _join_words([said])).strip():
                continue
            if own not in text:
                states[id(part)] = absent
            elif kind >= 0:
                states[id(part)] = FLATTENED
    counts = [[0] * 4 for _ in KINDS]
    for part, kind, _, _ in ours:
        if kind >= 0:
            counts[kind][0] += 1
            counts[kind][1] += id(part) in kept
            counts[kind][2] += states.get(id(part)) == FLATTENED
    for part, kind, _, _ in theirs:
        if kind >= 0:
            counts[kind][3] += id(part) not in kept
    return ["div", KEPT, _draw_all(gold, states)], ["div", KEPT, _draw_all(predicted, states)], counts


def _list_things(blocks: tuple[Block, ...]) -> Iterator[_Thing]:
    """List what is compared, in the order of the text."""
    for block in walk(blocks):
        match block.kind:
            case "heading":
                yield block, 0, (block.level, read_text(block)), read_text(block)
            case "item":
                own = " ".join(read_text(part) for part in block.blocks if part.kind != "list")
                yield block, 1, own, own
            case "cell" if text := read_text(block):
                yield block, 2, text, text
            case "code":
                yield block, 3, block.text, block.text.casefold()
            case "quote":
                yield block, 4, read_text(block), read_text(block)
            case "formula":
                yield block, 5, "".join(block.text.split()), block.text.casefold()
            case kind if kind in _OWN_TEXT:
                yield block, -1, read_text(block), read_text(block)
        for inline in walk_inlines(block):
            if inline.kind == "formula":
                yield inline, 5, "".join(inline.text.split()), inline.text.casefold()
            elif inline.kind == "link" and (found := read_link(inline))[1]:
                yield inline, 6, found, found[1]


def _pair(ours: Iterable[_Thing], theirs: Iterable[_Thing]) -> set[int]:
    """Pair the parts that both sides have, each counted once."""
    left: dict[tuple[int, object], list[_Part]] = {}
    for part, kind, same, _ in theirs:
        left.setdefault((kind, same), []).append(part)
    kept: set[int] = set()
    for part, kind, same, _ in ours:
        if others := left.get((kind, same)):
            kept |= {id(part), id(others.pop(0))}
    return kept


def _read_all(blocks: Iterable[Block]) -> str:
    return _join_words(map(read_text, blocks))


def _join_words(texts: Iterable[str]) -> str:
    """Join the words, each between spaces, so that neither line ends nor list markers written as text matter."""
    return f" {' '.join(word for text in texts for word in split_words(text))} "


def _draw_all(parts: Iterable[_Part], states: dict[int, int]) -> list[object]:
    return [node for part in parts for node in _draw(part, states)]


def _draw(part: _Part, states: dict[int, int]) -> list[object]:
    inner: list[object] = [part.text] if part.text else []
    inner += _draw_all(part.inlines, states)
    facts: dict[str, int] = {}
    if isinstance(part, Block):
        inner += _draw_all(part.blocks, states)
        facts = {"colspan": part.columns, "rowspan": part.rows, "start": part.number or 1}
    elif part.kind == "text":
        return [part.text]
    elif part.kind in ("code", "formula"):
        return [["code", states.get(id(part), KEPT), inner]]
    tag = _TAGS.get(part.kind, "div")
    if isinstance(part, Block):
        named = {"heading": f"h{part.level}", "list": "ul" if part.number is None else "ol",
                 "cell": "th" if part.header else "td"}  # fmt: skip
        tag = named.get(part.kind, tag)
    node: list[object] = [tag, states.get(id(part), KEPT), inner]
    if told := {name: number for name, number in facts.items() if number != 1}:
        node.append(told)
    return [node]


def add_counts(one: Counts, other: Counts) -> Counts:
    """Add the counts of two documents."""
    return [[a + b for a, b in zip(x, y, strict=True)] for x, y in zip(one, other, strict=True)]

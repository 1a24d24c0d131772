"""The text of the marks with its structure, line by line, for a person to proofread."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from cetr.document import BREAK, Spans, locate_text
from cetr.structure import Block

LineKind = Literal["paragraph", "heading", "item", "quote", "code", "row", "caption"]

_KINDS: dict[str, LineKind] = {
    "heading": "heading",
    "item": "item",
    "definition": "item",
    "note": "item",
    "quote": "quote",
    "code": "code",
    "row": "row",
    "caption": "caption",
}


@dataclass(frozen=True)
class Line:
    """A line of the text, and where it stands in the document, in code points.

    ``level`` is a heading's, 1 to 6, or how deep an item is nested, from 1. ``label`` is an item's bullet or number;
    the further lines of an item have none.
    """

    text: str
    start: int
    end: int
    kind: LineKind = "paragraph"
    level: int = 0
    label: str = ""


def read_prose(html: str, spans: Spans, blocks: Sequence[Block]) -> tuple[Line, ...]:
    """The lines of the text of normalised spans, with the structure of its blocks (`cetr.structure.read_blocks`).

    The lines are those of `derive_text`, one by one; empty ones within preformatted text are left out.
    """
    places = sorted(_find_places(blocks), key=lambda place: (place.start, -place.end))
    around: list[Line] = []  # the places that a line is in, the innermost last
    lines: list[Line] = []
    at = 0
    for text, start, end in _locate_lines(html, spans):
        while at < len(places) and places[at].start <= start:
            around.append(places[at])
            at += 1
        while around and around[-1].end <= start:
            around.pop()
        if not around:
            lines.append(Line(" ".join(text.split()), start, end))
            continue
        place = around[-1]
        text = text if place.kind == "code" else " ".join(text.split())
        lines.append(Line(text, start, end, place.kind, place.level, place.label))
        if place.label:
            around[-1] = replace(place, label="")
    return tuple(lines)


def _locate_lines(html: str, spans: Spans) -> Iterator[tuple[str, int, int]]:
    """The text of each line, and from where to where it stands."""
    located = locate_text(html, spans)
    at = 0
    for part in located.text.split(BREAK):
        if solid := part.strip():
            first = at + part.index(solid)
            yield part.rstrip(), int(located.start[first]), int(located.end[first + len(solid) - 1])
        at += len(part) + 1


def _find_places(blocks: Sequence[Block], depth: int = 0, first: int | None = None) -> Iterator[Line]:
    """Where lines of a kind stand, without their text; ``first`` is the number of a list's first item."""
    for number, block in enumerate(blocks):
        kind = _KINDS.get(block.kind)
        if kind == "item":
            label = "•" if first is None else f"{first + number}."
            yield Line("", block.start, block.end, kind, max(depth, 1), label)
        elif kind is not None:
            yield Line("", block.start, block.end, kind, block.level)
        is_list = block.kind == "list"
        yield from _find_places(block.blocks, depth + is_list, block.number if is_list else None)

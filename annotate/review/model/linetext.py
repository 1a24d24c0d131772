"""How a line of a document reads on one line of the screen: its tags in short, its text legible, nothing harmful."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from annotate.review.model.page import Page
from cetr.console import disarm
from cetr.document import LITERAL, Kind, Spans, clip_spans, resolve_references


class Piece(NamedTuple):
    """A stretch of a line: a tag, or text that is marked or not."""

    text: str
    tag: bool = False
    marked: bool = False


_SPACE = re.compile(r"\s+")

LONGEST = 2000
"""Characters of a line that are shown: more than any screen is wide."""


def clean(text: str) -> str:
    """Text that can be shown: white space folded, controls replaced."""
    return disarm(_SPACE.sub(" ", text))


def clean_markup(markup: str) -> str:
    """How text of a document reads, as `clean` text: its character references are resolved."""
    return clean(resolve_references(markup) if "&" in markup else markup)


def read_line(page: Page, line: int) -> str:
    """All the text of a line, without its tags."""
    length = int(page.end[line] - page.start[line])
    return "".join(piece.text for piece in split_pieces(page, line, (), length) if not piece.tag)


def split_pieces(page: Page, line: int, spans: Spans, longest: int = LONGEST) -> list[Piece]:
    """The pieces of a line, its text cut where normalised spans begin and end. Tags are shown by name."""
    start, end = int(page.start[line]), min(int(page.end[line]), int(page.start[line]) + longest)
    pieces: list[Piece] = []
    for token_start, token_end, kind, name in page.tokens.overlapping(start, end).walk():
        a, b = max(start, token_start), min(end, token_end)
        if kind == Kind.TEXT:
            pieces.extend(_cut_text(page.html, a, b, spans, clean if name == LITERAL else clean_markup))
        elif kind in (Kind.OPEN, Kind.CLOSE):
            tag = re.match(r"</?[a-zA-Z][^\s/>]*", page.html[a : a + 40])
            if tag:
                pieces.append(Piece(clean(tag[0]) + ">", tag=True))
    return pieces


def _cut_text(html: str, start: int, end: int, spans: Spans, read: Callable[[str], str]) -> list[Piece]:
    pieces: list[Piece] = []
    at = start
    for a, b in clip_spans(spans, start, end):
        if a > at:
            pieces.append(Piece(read(html[at:a])))
        pieces.append(Piece(read(html[max(a, at) : b]), marked=True))
        at = b
    if at < end:
        pieces.append(Piece(read(html[at:end])))
    return pieces

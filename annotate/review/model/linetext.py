"""A line of a document as one line of the screen: its tags shortened, its text legible, nothing harmful."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple
from unicodedata import normalize

import numpy as np

from annotate.review.model.page import Page
from cetr.console import disarm
from cetr.document import LITERAL, Kind, Spans, clip_spans, drop_unseen, fold, remove_unseen, resolve_references


class Piece(NamedTuple):
    """A stretch of a line: a tag, or text that is marked or not."""

    text: str
    tag: bool = False
    marked: bool = False


_SPACE = re.compile(r"\s+")

LONGEST = 2000
"""How many characters of a line are shown: more than any screen is wide."""


def clean(text: str) -> str:
    """Make text safe to show: fold white space, replace control characters, compose letters with their accents, and
    leave out soft hyphens, which some terminals draw.
    """
    return normalize("NFC", disarm(drop_unseen(_SPACE.sub(" ", text))))


def ease(text: str) -> str:
    """Fold a text for a search, which neither case, nor the spelling of accents, nor unseen characters hinder."""
    return fold(remove_unseen(text))


def clean_markup(markup: str) -> str:
    """Make text of a document safe to show, as `clean` does, with its character references resolved."""
    return clean(resolve_references(markup) if "&" in markup else markup)


def read_lines(page: Page) -> list[str]:
    """Read the text of each line without its tags, in one pass: one by one, many lines take seconds."""
    texts = [""] * len(page)
    if not texts:
        return texts
    tokens = page.tokens
    text = np.flatnonzero(tokens.kind == Kind.TEXT)
    first = np.searchsorted(page.end, tokens.start[text], side="right")
    last = np.searchsorted(page.start, tokens.end[text], side="left")
    starts, ends, literal = page.start.tolist(), page.end.tolist(), tokens.name[text] == np.uint64(LITERAL)
    columns = (tokens.start[text], tokens.end[text], literal, first, last)
    for a, b, as_is, low, high in zip(*(column.tolist() for column in columns), strict=True):
        read = clean if as_is else clean_markup
        for line in range(low, high):
            part = page.html[max(a, starts[line]) : min(b, ends[line])]
            texts[line] += part if part.isalnum() else read(part)
    return texts


def split_pieces(page: Page, line: int, spans: Spans, longest: int = LONGEST) -> list[Piece]:
    """Split a line into pieces; its text is cut where normalised spans begin and end. Tags are shown by name."""
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

"""Where the text of a saved document is in the browser's version of it, and back.

A browser changes a document when it opens it again: it closes open elements, moves text out of tables and quotes
attributes. The text stays the same, so it is used to match the two.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from annotate.texts.squeezed import Squeezed, squeeze_page
from cetr.document import (
    Ints,
    LocatedText,
    LocatedWords,
    Span,
    Spans,
    cover_words,
    locate_text,
    locate_words,
    match_words,
    normalize_spans,
)


@dataclass(frozen=True)
class Side:
    """The document of one side: its length, its text, and the ``letters`` of that."""

    length: int
    text: LocatedText
    letters: Squeezed


@dataclass(frozen=True)
class Places:
    """The places of a text in the document as ``saved`` and as ``shown``.

    If both have the same characters, these correspond one to one. Otherwise ``pairs``, (2, m), are the numbers of the
    words that both have in the same order.
    """

    saved: Side
    shown: Side
    words: tuple[LocatedWords, LocatedWords] | None = None
    pairs: Ints | None = None

    def to_shown(self, spans: Spans) -> Spans:
        """Map normalised spans of the saved document to the browser's."""
        return self._follow(spans, 0)

    def to_saved(self, spans: Spans) -> Spans:
        """Map normalised spans of the browser's document to the saved one."""
        return self._follow(spans, 1)

    def _follow(self, spans: Spans, one: int) -> Spans:
        here, there = (self.saved, self.shown)[:: -1 if one else 1]
        if self.words is None or self.pairs is None:
            return normalize_spans(_move_letters(spans, here.letters, there.letters), there.length)
        ours, theirs = self.words[one], self.words[1 - one]
        order = np.argsort(self.pairs[one])
        mine, other = self.pairs[one][order], self.pairs[1 - one][order]
        found: list[Span] = []
        for start, end in spans:
            inside = (ours.end[mine] > start) & (ours.start[mine] < end)
            found += cover_words(there.text, theirs, np.sort(other[inside]))
        return normalize_spans(found, there.length)


def _move_letters(spans: Spans, here: Squeezed, there: Squeezed) -> list[Span]:
    moved = []
    for start, end in spans:
        first, last = int(here.end.searchsorted(start, "right")), int(here.start.searchsorted(end, "left"))
        if first < last:
            moved.append((int(there.start[first]), int(there.end[last - 1])))
    return moved


def match_places(saved: str, shown: str) -> Places:
    """Match two documents with (nearly) the same text."""
    one, other = _read_side(saved), _read_side(shown)
    if one.letters.text == other.letters.text:
        return Places(one, other)
    words = locate_words(saved), locate_words(shown)
    place = match_words(words[0].words, words[1].words)
    matched = np.flatnonzero(place >= 0)
    return Places(one, other, words, np.array([place[matched], matched], dtype=np.int64))


def _read_side(html: str) -> Side:
    text = locate_text(html)
    return Side(len(html), text, squeeze_page(text))

"""The units of a page and which of them spans take: words, characters or lines, of the text or of the source."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

import numpy as np

from cetr.document import Bools, Ints, Spans, locate_text, locate_words, mark_inside, place_words

Count = Literal["words", "characters", "lines"]
Over = Literal["text", "source"]

_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n|$)")


@dataclass(frozen=True)
class Units:
    """The n units of a page: their place in the HTML, and the running count of text before each offset.

    ``before`` has shape (len(html) + 1,): how many characters of text, without white space, are before an offset.
    """

    start: Ints
    end: Ints
    before: Ints

    def mark(self, spans: Spans) -> Bools:
        """Mark the units, shape (n,), that have text in normalised spans."""
        text = np.diff(self.before) * mark_inside(np.arange(len(self.before) - 1), spans)
        taken = np.concatenate(([0], text.cumsum()))
        return np.asarray(taken[self.end] > taken[self.start])


def find_units(html: str, count: Count, over: Over) -> Units:
    """Find the units of a page. ``over`` the source, they cover all of it: markup, scripts and empty lines too.

    Over the text, they are its words, its characters without white space, or the lines of the source that have text.
    """
    located = locate_text(html)
    solid = np.array([not character.isspace() for character in located.text], dtype=np.bool_)
    # All that a character is written as is text: a whole character reference.
    covered = np.zeros(len(html) + 1, dtype=np.int64)
    np.add.at(covered, located.start[solid], 1)
    np.add.at(covered, located.end[solid], -1)
    before = np.concatenate(([0], (covered.cumsum()[:-1] > 0).cumsum()))
    if count == "words":
        words = locate_words(html) if over == "text" else place_words(html)
        return Units(words.start, words.end, before)
    if count == "characters":
        if over == "text":
            return Units(located.start[solid], located.end[solid], before)
        places = np.arange(len(html))
        return Units(places, places + 1, before)
    lines = [match.span() for match in _LINE.finditer(html) if match.end() > match.start()]
    start, end = np.array(lines, dtype=np.int64).reshape(-1, 2).T
    chosen = before[end] > before[start] if over == "text" else np.ones(len(start), dtype=np.bool_)
    return Units(start[chosen], end[chosen], before)

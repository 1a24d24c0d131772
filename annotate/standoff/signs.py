"""The words of a page, and the signs between them, as places in its text."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from cetr.document import Ints, LocatedText, Span, Spans, find_words, locate_text, mark_inside, normalize_spans


@dataclass(frozen=True)
class PageText:
    """The text of a page with its n words, and half-open intervals of characters in it, each (n,).

    A word is from ``first`` to ``last``; before it, the text is without words from ``before`` on, and after it until
    ``after``. ``signs`` are the places of characters outside words that can be seen, (number of signs,).
    """

    located: LocatedText
    words: list[str]
    first: Ints
    last: Ints
    before: Ints
    after: Ints
    signs: Ints


def read_page_text(html: str) -> PageText:
    """Read the text of a page."""
    located = locate_text(html)
    words = find_words(located)
    first, last = np.searchsorted(located.start, words.start), np.searchsorted(located.end, words.end) + 1
    can_be_seen = np.fromiter((not character.isspace() for character in located.text), np.bool_, len(located.text))
    in_words = mark_inside(np.arange(len(located.text)), tuple(zip(first.tolist(), last.tolist(), strict=True)))
    return PageText(
        located=located,
        words=words.words,
        first=first,
        last=last,
        before=np.append(0, last)[:-1],
        after=np.append(first, len(located.text))[1:],
        signs=np.flatnonzero(can_be_seen & ~in_words),
    )


def cover_run(text: PageText, start: int, end: int, before: int, after: int) -> Span:
    """Return the characters of the words from ``start`` to ``end``, with at most so many signs before and after."""
    first, last = int(text.first[start]), int(text.last[end - 1])
    least, at = np.searchsorted(text.signs, (text.before[start], first))
    if taken := min(before, int(at - least)):
        first = int(text.signs[at - taken])
    at, most = np.searchsorted(text.signs, (last, text.after[end - 1]))
    if taken := min(after, int(most - at)):
        last = int(text.signs[at + taken - 1]) + 1
    return first, last


def place_runs(text: PageText, runs: Spans) -> Spans:
    """Place runs of characters in the HTML; those with nothing but white space between them become one span."""
    joined: list[Span] = []
    for first, last in normalize_spans(runs, len(text.located.text)):
        if joined and not text.located.text[joined[-1][1] : first].strip():
            first = joined.pop()[0]
        joined.append((first, last))
    start, end = text.located.start, text.located.end
    return tuple((int(start[first]), int(end[last - 1])) for first, last in joined)

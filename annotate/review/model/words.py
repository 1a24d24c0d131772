"""The words inside a line, to mark a part of it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from annotate.review.model.marks import text_of_lines
from annotate.review.model.page import Page
from cetr.document import Span, Spans, intersect_spans, locate_text, locate_words, normalize_spans


@dataclass(frozen=True)
class Word:
    """A word with its punctuation: its span in the document and its text."""

    span: Span
    text: str
    spaced: bool
    """Whether white space follows."""


def split_line(page: Page, line: int) -> tuple[Word, ...]:
    """Split a line into words; together they cover its rendered text, so that each part of it can be marked."""
    rendered = text_of_lines(page, [line])
    if not rendered:
        return ()
    tokens = page.tokens.overlapping(rendered[0][0], rendered[-1][1])
    located = locate_text(page.html, rendered, tokens)
    starts = locate_words(page.html, rendered, tokens).start
    white = np.array([c.isspace() for c in located.text], dtype=bool)
    seen = np.flatnonzero(~white)
    if not len(seen):
        return ()
    first = [int(seen[0])]
    for offset in starts[1:].tolist():
        at = int(np.searchsorted(located.start, offset))
        # What stands between two words goes with the first, but for what touches the second after white space.
        gap = np.flatnonzero(white[first[-1] : at])
        cut = first[-1] + int(gap[-1]) + 1 if len(gap) else at
        if cut > first[-1]:
            first.append(cut)
    words = []
    for a, b in zip(first, [*first[1:], len(located.text)], strict=True):
        inside = seen[(seen >= a) & (seen < b)]
        if len(inside):
            last = int(inside[-1])
            span = (int(located.start[inside[0]]), int(located.end[last]))
            text = " ".join(located.text[int(inside[0]) : last + 1].split())
            words.append(Word(span, text, last + 1 < b))
    return tuple(words)


def marked_words(words: tuple[Word, ...], spans: Spans) -> tuple[bool, ...]:
    """Return which words are marked, at least in part."""
    return tuple(bool(intersect_spans((word.span,), spans)) for word in words)


def spans_of_words(words: tuple[Word, ...], chosen: tuple[bool, ...], length: int) -> Spans:
    """Return the spans of chosen words; neighbours become one span, together with what is between them."""
    spans: list[Span] = []
    previous = False
    for word, take in zip(words, chosen, strict=True):
        if take:
            spans.append((spans.pop()[0], word.span[1]) if previous else word.span)
        previous = take
    return normalize_spans(spans, length)

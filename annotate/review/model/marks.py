"""Marking text and taking marks away, and what of each line is marked."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from annotate.review.model.page import Page, count_covered
from cetr.arrays import Ints
from cetr.document import Span, Spans, intersect_spans, normalize_spans, subtract_spans


def text_of_lines(page: Page, lines: Iterable[int]) -> Spans:
    """The intervals from the first to the last visible character of lines, without unrendered text, normalised."""
    chosen = np.fromiter(lines, dtype=np.int64)
    intervals = zip(page.text_start[chosen].tolist(), page.text_end[chosen].tolist(), strict=True)
    return subtract_spans(normalize_spans(intervals, len(page.html)), page.unrendered)


def extent_of_lines(page: Page, lines: Iterable[int]) -> Spans:
    """The intervals of whole lines, with their tags, normalised."""
    chosen = np.fromiter(lines, dtype=np.int64)
    return normalize_spans(zip(page.start[chosen].tolist(), page.end[chosen].tolist(), strict=True), len(page.html))


def has_text(page: Page, start: int, end: int) -> bool:
    """Whether an interval has a visible character."""
    first, last = np.searchsorted(page.visible, [start, end])
    return bool(last > first)


def mark_text(page: Page, spans: Spans, more: Spans) -> Spans:
    """Add intervals to marked spans; what is added joins a neighbour from which only markup separates it."""
    joined: list[Span] = []
    for start, end in normalize_spans((*spans, *more), len(page.html)):
        if joined and _touches((joined[-1], (start, end)), more) and not has_text(page, joined[-1][1], start):
            joined[-1] = (joined[-1][0], end)
        else:
            joined.append((start, end))
    return tuple(joined)


def _touches(spans: Iterable[Span], others: Spans) -> bool:
    return bool(intersect_spans(tuple(spans), others))


def unmark_text(page: Page, spans: Spans, cut: Spans) -> Spans:
    """Cut intervals out of marked spans; what is left of a cut span begins and ends with visible text."""
    untouched = set(spans)
    left = (s if s in untouched else _shrink(page, s) for s in subtract_spans(spans, cut))
    return normalize_spans(left, len(page.html))


def _shrink(page: Page, span: Span) -> Span:
    first, last = np.searchsorted(page.visible, span)
    return (int(page.visible[first]), int(page.visible[last - 1]) + 1) if last > first else (span[0], span[0])


@dataclass(frozen=True)
class LineMarks:
    """How much of each line is marked: ``count`` of ``total`` counted characters, both (n,)."""

    count: Ints
    total: Ints


def mark_lines(page: Page, spans: Spans) -> LineMarks:
    """How much of each line is in normalised spans."""
    return LineMarks(count_covered(page, spans), page.last - page.first)

"""Marking and unmarking text, and how much of each line is marked."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from annotate.review.model.page import Page, count_covered
from cetr.document import Ints, Span, Spans, mark_touched, normalize_spans, subtract_spans


def text_of_lines(page: Page, lines: Iterable[int]) -> Spans:
    """Return normalised intervals from the first to the last visible character of lines, without unrendered text."""
    chosen = np.fromiter(lines, dtype=np.int64)
    intervals = zip(page.text_start[chosen].tolist(), page.text_end[chosen].tolist(), strict=True)
    return subtract_spans(normalize_spans(intervals, len(page.html)), page.unrendered)


def extent_of_lines(page: Page, lines: Iterable[int]) -> Spans:
    """Return the intervals of whole lines, with their tags, normalised."""
    chosen = np.fromiter(lines, dtype=np.int64)
    return normalize_spans(zip(page.start[chosen].tolist(), page.end[chosen].tolist(), strict=True), len(page.html))


def mark_text(page: Page, spans: Spans, more: Spans) -> Spans:
    """Add normalised intervals to marked spans, without text that is not rendered.

    If only markup separates an added interval from a neighbour, they become one span.
    """
    more = subtract_spans(more, page.unrendered)
    start, end = np.array(normalize_spans((*spans, *more), len(page.html)), dtype=np.int64).reshape(-1, 2).T
    added = mark_touched(start, end, more)
    apart = np.searchsorted(page.visible, start[1:]) > np.searchsorted(page.visible, end[:-1])
    split = apart | ~(added[1:] | added[:-1])
    first, last = start[np.r_[True, split][: len(start)]], end[np.r_[split, True][: len(end)]]
    return tuple(zip(first.tolist(), last.tolist(), strict=True))


def unmark_text(page: Page, spans: Spans, cut: Spans) -> Spans:
    """Cut intervals out of marked spans; the rest of a cut span begins and ends with visible text."""
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
    """Count how much of each line is in normalised spans."""
    return LineMarks(count_covered(page, spans), page.last - page.first)

"""Spans, which mark content in a page, and their arithmetic.

A span is a half-open interval ``[start, end)`` of Unicode code points over the string of the HTML document (Gottron,
"Evaluating content extraction on HTML documents", section 2). Normalised spans are sorted and do not touch.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from itertools import chain
from operator import index, itemgetter, lt

import numpy as np

from cetr.console import InputError
from cetr.document.arrays import Bools, Ints

Span = tuple[int, int]
Spans = tuple[Span, ...]


def check_spans(spans: Iterable[Sequence[int]], length: int) -> Spans:
    """Check the spans of other code over a page of ``length`` characters, and return them as a tuple of pairs.

    Raises `TypeError` if they are not pairs of whole numbers, and `InputError` that names one outside the page: to clip
    it would hide that the code does not count in code points.
    """
    try:
        pairs = tuple((index(start), index(end)) for start, end in spans)
    except (TypeError, ValueError):
        raise TypeError(f"{type(spans).__name__}: is not spans, which are pairs of whole numbers") from None
    for start, end in pairs:
        if not 0 <= start <= end <= length:
            raise InputError(f"the span [{start}, {end}) is not in the page, which has {length} characters")
    return pairs


def normalize_spans(spans: Iterable[Sequence[int]], length: int) -> Spans:
    """Sort spans, clip them to ``[0, length)``, drop empty ones and merge those that touch or overlap."""
    whole = [(int(s), int(e)) for s, e in spans]
    edges = list(chain.from_iterable(whole))
    if not edges or (edges[0] >= 0 and edges[-1] <= length and all(map(lt, edges, edges[1:]))):
        return tuple(whole)  # as they nearly always are
    merged: list[Span] = []
    for start, end in sorted((max(0, s), min(length, e)) for s, e in whole):
        if start >= end:
            continue
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return tuple(merged)


def mark_inside(offsets: Ints, spans: Spans) -> Bools:
    """Mark the offsets that lie in one of the normalised spans; same shape."""
    edges = np.array(spans, dtype=np.int64).ravel()
    return np.asarray(np.searchsorted(edges, offsets, side="right") % 2 == 1)


def mark_touched(start: Ints, end: Ints, spans: Spans) -> Bools:
    """Mark the intervals from ``start`` to ``end``, each (n,), that overlap one of the normalised spans; (n,)."""
    first, last = np.array(spans, dtype=np.int64).reshape(-1, 2).T
    return np.asarray(np.searchsorted(first, end) > np.searchsorted(last, start, side="right"))


def subtract_spans(spans: Spans, cut: Spans) -> Spans:
    """Cut normalised spans out of other normalised spans and return what remains."""
    left: list[Span] = []
    at = 0
    for start, end in spans:
        while at < len(cut) and cut[at][1] <= start:
            at += 1
        i = at
        while i < len(cut) and cut[i][0] < end:
            if cut[i][0] > start:
                left.append((start, cut[i][0]))
            start = cut[i][1]
            i += 1
        if start < end:
            left.append((start, end))
    return tuple(left)


def intersect_spans(one: Spans, other: Spans) -> Spans:
    """Return what two lists of normalised spans have in common."""
    return subtract_spans(one, subtract_spans(one, other))


def clip_spans(spans: Spans, start: int, end: int) -> Spans:
    """Clip normalised spans to the interval ``[start, end)`` without looking at those outside."""
    first = bisect_right(spans, start, key=itemgetter(1))
    last = bisect_left(spans, end, key=itemgetter(0))
    return tuple((max(s, start), min(e, end)) for s, e in spans[first:last])

"""Agreement of several columns (predictions, annotators)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce

from cetr.document import Spans, intersect_spans, normalize_spans, subtract_spans


def find_agreement(columns: Iterable[Spans], length: int) -> tuple[Spans, Spans]:
    """Find what any of some normalised columns marks, and what all of them mark, in a document of a given length."""
    known = list(columns)
    union = normalize_spans((span for spans in known for span in spans), length)
    return union, reduce(intersect_spans, known, union)


def find_shared(columns: Iterable[Spans], length: int, least: int) -> Spans:
    """Find what at least so many of some normalised columns mark in a document of a given length; nothing without
    columns.
    """
    steps = sorted(step for spans in columns for start, end in spans for step in ((start, 1), (end, -1)))
    found, begun, depth = [], 0, 0
    for at, change in steps:
        if depth >= least > depth + change:
            found.append((begun, at))
        elif depth < least <= depth + change:
            begun = at
        depth += change
    return normalize_spans(found, length)


def find_contested(columns: Iterable[Spans], length: int) -> Spans:
    """Find what some columns mark and others do not."""
    return subtract_spans(*find_agreement(columns, length))

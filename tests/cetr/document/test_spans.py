"""Spans and their arithmetic."""

from __future__ import annotations

import itertools

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from cetr.document import intersect_spans, mark_inside, normalize_spans, subtract_spans
from tests.markup import SPANS


@given(SPANS, st.integers(0, 80))
def test_normalised_spans_are_sorted_disjoint_and_inside(spans: list[tuple[int, int]], length: int) -> None:
    """Normalising yields sorted, disjoint, non-touching spans over the same positions."""
    normal = normalize_spans(spans, length)
    assert [p for s, e in normal for p in range(s, e)] == sorted(
        {p for s, e in spans for p in range(max(s, 0), min(e, length))}
    )
    assert all(a[1] < b[0] for a, b in itertools.pairwise(normal))


@given(SPANS, SPANS)
def test_span_arithmetic_is_that_of_sets(one: list[tuple[int, int]], other: list[tuple[int, int]]) -> None:
    """Subtracting and intersecting spans does to positions what it does to sets."""
    a, b = normalize_spans(one, 90), normalize_spans(other, 90)
    positions = [{p for s, e in spans for p in range(s, e)} for spans in (a, b)]
    assert {p for s, e in subtract_spans(a, b) for p in range(s, e)} == positions[0] - positions[1]
    assert {p for s, e in intersect_spans(a, b) for p in range(s, e)} == positions[0] & positions[1]
    assert set(np.flatnonzero(mark_inside(np.arange(90), a)).tolist()) == positions[0]

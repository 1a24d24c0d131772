"""Spans and their arithmetic."""

from __future__ import annotations

import itertools
import re

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from cetr.console import InputError
from cetr.document import (
    Spans,
    check_spans,
    clip_spans,
    intersect_spans,
    mark_inside,
    mark_touched,
    normalize_spans,
    subtract_spans,
)

# So few places, and so short, that spans often touch, overlap and end where the document does.
RAW = st.lists(st.tuples(st.integers(-2, 14), st.integers(-1, 3)).map(lambda s: (s[0], sum(s))), min_size=2, max_size=8)
SPANS = RAW.map(lambda raw: normalize_spans(raw, 14))
SPAN = st.sampled_from(list(itertools.combinations(range(15), 2)))


def find_runs(positions: set[int]) -> Spans:
    """The normalised spans over these positions."""
    starts = sorted(p for p in positions if p - 1 not in positions)
    ends = sorted(p + 1 for p in positions if p + 1 not in positions)
    return tuple(zip(starts, ends, strict=True))


def list_positions(spans: Spans) -> set[int]:
    """All positions in normalised spans."""
    return {p for s, e in spans for p in range(s, e)}


@given(RAW | st.lists(SPAN, max_size=2).map(sorted), st.integers(0, 14))
def test_normalised_spans_are_the_runs_of_the_positions(spans: list[tuple[int, int]], length: int) -> None:
    """They are sorted, not empty, inside the document, and do not touch."""
    inside = {p for s, e in spans for p in range(max(s, 0), min(e, length))}
    assert normalize_spans(spans, length) == find_runs(inside)


EVERY = tuple(itertools.product(range(-1, 6), repeat=2))


def test_any_one_or_two_spans_are_normalised() -> None:
    """Also those that need nothing but to be clipped at one end."""
    for spans in (*((one,) for one in EVERY), *itertools.product(EVERY, repeat=2)):
        inside = {p for s, e in spans for p in range(max(s, 0), min(e, 4))}
        assert normalize_spans(spans, 4) == find_runs(inside)


def test_spans_of_anyones_code_are_checked() -> None:
    """They may be empty, but not reach beyond the page or run backwards; what is no pair of numbers is no span."""
    for start, end in EVERY:
        if 0 <= start <= end <= 4:
            assert check_spans([np.array([start, end])], 4) == ((start, end),)
        else:
            with pytest.raises(InputError, match=re.escape(f"[{start}, {end}) is not in the page, which has 4 char")):
                check_spans([(0, 1), (start, end)], 4)
    for others in ([(1,)], [(0.5, 1)], [None], "ab", 3):
        with pytest.raises(TypeError, match="is not spans, which are pairs of whole numbers"):
            check_spans(others, 4)  # type: ignore[arg-type]


@given(SPANS, SPANS, SPAN)
@example(((0, 2), (4, 6)), (), (2, 4))
def test_span_arithmetic_is_that_of_sets(one: Spans, other: Spans, span: tuple[int, int]) -> None:
    """Spans are subtracted, intersected and clipped as the sets of their positions are."""
    a, b = list_positions(one), list_positions(other)
    assert subtract_spans(one, other) == find_runs(a - b)
    assert intersect_spans(one, other) == find_runs(a & b)
    assert clip_spans(one, *span) == find_runs(a & set(range(*span)))


@given(SPANS)
def test_what_spans_hold_and_touch_is_marked(spans: Spans) -> None:
    """A place is in a span if it is one of its positions; an interval touches spans if it shares one with them."""
    positions = list_positions(spans)
    assert set(np.flatnonzero(mark_inside(np.arange(-1, 15), spans)) - 1) == positions
    start, end = np.array(list(itertools.combinations(range(15), 2))).T
    touched = [not positions.isdisjoint(range(s, e)) for s, e in zip(start, end, strict=True)]
    assert mark_touched(start, end, spans).tolist() == touched

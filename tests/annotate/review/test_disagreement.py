"""Where predictions and gold differ, and moving from one difference to the next."""

from __future__ import annotations

import numpy as np
import pytest

from annotate.review.model.disagreement import compare_lines, contest_lines, find_stretch, next_start, rank_stretches
from annotate.review.model.page import build_page

PAGE = build_page("<p>alpha</p>\n<p>beta</p>\n<p>gamma</p>\n<p>delta</p>\n")
SPANS = [(PAGE.html.index(w), PAGE.html.index(w) + len(w)) for w in ("alpha", "beta", "gamma", "delta")]
ALL = np.arange(4)


def test_extra_and_missing_are_counted_by_line() -> None:
    """What the prediction has more, and what it lacks, in letters and digits."""
    difference = compare_lines(PAGE, (SPANS[0], SPANS[1]), (), (SPANS[1], SPANS[2]))
    assert difference.extra.tolist() == [0, 0, 5, 0]
    assert difference.missing.tolist() == [5, 0, 0, 0]
    assert difference.disputed.tolist() == [True, False, True, False]


def test_what_is_optional_is_no_difference() -> None:
    """Optional text is right either way."""
    difference = compare_lines(PAGE, (SPANS[0],), (SPANS[0], SPANS[2]), (SPANS[2],))
    assert not difference.disputed.any()


def test_columns_contest_a_line_when_one_of_them_differs() -> None:
    """With three columns one dissenter is enough; a single column contests nothing."""
    columns = [(SPANS[0], SPANS[1]), (SPANS[0],), (SPANS[0],)]
    assert contest_lines(PAGE, columns).tolist() == [0, 4, 0, 0]
    assert contest_lines(PAGE, columns[:1]).tolist() == [0, 0, 0, 0]


@pytest.mark.parametrize(
    ("line", "shown", "stretch"),
    [(1, [0, 1, 2, 3], (1, 3)), (2, [0, 1, 2, 3], (1, 3)), (0, [0, 1, 2, 3], (0, 1)), (1, [0, 1, 3], (1, 2))],
)
def test_a_stretch_is_the_run_of_lines_with_the_same_flag(
    line: int, shown: list[int], stretch: tuple[int, int]
) -> None:
    """Lines that are not on the screen neither join nor part."""
    flags = np.array([False, True, True, False])
    assert find_stretch(flags, line, np.array(shown)) == stretch


def test_moving_goes_from_one_run_to_the_next() -> None:
    """Forward to the next run's start; back to this run's start first, as with hunks of a diff."""
    flags = np.array([True, True, False, True, True, False])
    assert [next_start(flags, row, 1) for row in range(6)] == [3, 3, 3, None, None, None]
    assert [next_start(flags, row, -1) for row in range(6)] == [None, 0, 0, 0, 3, 3]


def test_the_heaviest_stretch_comes_first() -> None:
    """Stretches are ranked by the characters in dispute."""
    assert rank_stretches(np.array([1, 0, 2, 2]), ALL) == [2, 0]
    assert rank_stretches(np.array([0, 0, 0, 0]), ALL) == []

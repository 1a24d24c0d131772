"""What the second stage knows of the first."""

from __future__ import annotations

import math

import numpy as np
import pytest

from cetr.learned import find_blocks
from cetr.learned.extents import find_extents
from cetr.learned.scores import survey_scores
from tests.cetr.learned.measured import Features, assert_features, name_features


def describe(html: str, *odds: float) -> Features:
    """The columns of a page with these first scores, by their names."""
    blocks = find_blocks(html)
    return name_features(survey_scores(np.array(odds), blocks, find_extents(blocks)), len(odds))


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("score_p", [0, 0.5, 1, 0.5]),
        ("score_below_best", [-60, -30, 0, -30]),
        ("score@1", [0, -30, 0, 30]),
        ("score@-2", [30, 0, 0, 0]),
        ("score~2", [0.5, 0.5, 0.5, 2 / 3]),
        ("score_0", [0, 0.5, 1, 0.5]),
        ("score_1", [0.5, 0.5, 0.5, 0.5]),
        ("score_before", [0, 0, 0.25, 0.75]),
        ("score_after", [1, 0.75, 0.25, 0]),
        ("score_chosen", [0, 1, 1, 1]),
        ("score_from_first", [-1, 0, 1, 2]),
        ("score_to_last", [3, 2, 1, 0]),
        ("score_best_before", [0, 0.5, 1, 1]),
        ("score_best_after", [1, 1, 1, 0.5]),
        ("page_score_share", [0.5] * 4),
        ("page_score_words", [math.log1p(2)] * 4),
        ("page_score_expected", [0.8] * 4),
        ("page_score_chosen", [0.75] * 4),
    ],
)
def test_scores_of_a_page(name: str, values: list[float]) -> None:
    """Of four blocks of which the first is surely no content, the third surely is, and the others may be."""
    assert_features(describe("<p>word" * 4, -30, 0, 30, 0), {name: values})


def test_far_blocks_are_all_as_far() -> None:
    """Beyond thirty blocks from the content, the distance counts no more."""
    columns = describe("<p>word" * 81, *[-9] * 40, 9, *[-9] * 40)
    near = [columns["score_from_first"][at : at + 3] for at in (9, 69)]
    assert near == [[-30, -30, -29], [29, 30, 30]]
    assert [[-value for value in columns["score_to_last"][at : at + 3]] for at in (9, 69)] == near


def test_blocks_count_by_their_words() -> None:
    """One without any counts as half a word."""
    expected = {
        "score_1": [2 / 3.5, 2 / 3.5],
        "score_before": [0, 0.75],
        "core50_mean": [0.5, 1],
        "page_score_share": [2 / 3.5] * 2,
        "page_score_words": [math.log1p(2)] * 2,
    }
    assert_features(describe("<p>one two three<p>$", 0, 30), expected)


def test_where_next_to_nothing_is_expected_no_block_has_a_share_of_it() -> None:
    """A share of a millionth of a word would be noise."""
    assert describe("<p>one<p>two", -30, -30)["score_before"] == pytest.approx([0, 0], abs=1e-6)

"""Ties on the leaderboard."""

from __future__ import annotations

import numpy as np

from evaluate.comparing.figures import make_mean
from evaluate.comparing.ranking import Standing, rank
from evaluate.comparing.units import find_units


def test_what_chance_makes_is_a_tie() -> None:
    """Pages of thirty sites: one extractor is surely worse, one like the first; all tests are corrected together."""
    rng = np.random.default_rng(1)
    best = rng.uniform(0.6, 1, 60)
    like, worse = best + rng.permutation(np.tile([0.04, -0.044], 30)), best - rng.normal(0.2, 0.05, 60)
    units = find_units([f"s{i // 2}" for i in range(60)])
    figures = [make_mean(values) for values in (worse, best, like)]
    found = rank({"words": figures, "bag": figures}, units)["words"]
    assert found[1] == Standing(0.0, None, False)
    assert (found[0].tie, found[2].tie) == (False, True)
    assert found[0].behind < -0.15 < found[2].behind <= 0
    assert found[0].p is not None and found[0].p < 0.01


def test_a_test_more_is_a_correction_more() -> None:
    """Six pages, all of them worse: 2 of 64 exchanges are as extreme. By a second measure, p counts twice."""
    both, units = [make_mean(np.full(6, share)) for share in (0.75, 0.5)], find_units([*"abcdef"])
    assert rank({"words": both}, units)["words"][1] == Standing(-0.25, 2 / 64, False)
    assert rank({"words": both, "bag": both}, units)["bag"][1] == Standing(-0.25, 4 / 64, True)


def test_one_extractor_has_nobody_to_tie_with() -> None:
    """A single page does not allow a test either."""
    (alone,) = rank({"words": [make_mean(np.array([0.5, 0.6]))]}, find_units(["a", "b"]))["words"]
    assert (alone.p, alone.tie) == (None, False)
    pair = rank({"words": [make_mean(np.array([0.5])), make_mean(np.array([0.1]))]}, find_units(["a"]))["words"]
    assert (pair[1].p, pair[1].tie) == (None, True)

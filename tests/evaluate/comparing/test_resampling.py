"""What is resampled, and what is made of each sample, against a direct computation."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

import numpy as np
import pytest

from evaluate.comparing.figures import Pair, make_figure, make_mean
from evaluate.comparing.testing import Difference, Samples, compare_figures, draw_samples, find_tail
from evaluate.comparing.units import find_units
from evaluate.measures import Score
from evaluate.measures.comparison import make_score

OLD = [make_score(*counts) for counts in ((2, 4, 3), (0, 0, 6), (2, 2, 3), (0, 0, 5), (0, 3, 1))]
NEW = [make_score(*counts) for counts in ((1, 1, 3), (0, 2, 6), (2, 5, 3), (0, 0, 5), (0, 1, 1))]


def find_f1(scores: Sequence[Score]) -> float:
    """F1 of the mean precision of what was extracted and the mean recall."""
    found = [score.precision for score in scores if score.extracted]
    precision = sum(found) / len(found) if found else 0.0
    recall = sum(score.recall for score in scores) / len(scores)
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0


def compare_means(old: Sequence[float], new: Sequence[float], **options: int) -> Difference:
    """The difference of the means of pages without a site."""
    pair = Pair(make_mean(np.array(old)), make_mean(np.array(new)))
    (found,) = compare_figures({"x.f1": pair}, find_units([""] * len(old)), {"x.f1"}, **options)
    return found


def test_a_figure_that_is_no_mean_is_computed_for_each_sample() -> None:
    """Old and new of the same pages; and for each exchange, the two F1 of the exchanged sides."""
    pair = Pair(*(make_figure("shingles", "f1", [(score, False) for score in side]) for side in (OLD, NEW)))
    (found,) = compare_figures({"shingles.f1": pair}, find_units([""] * 5), {"shingles.f1"}, resamples=99, seed=3)
    (counts,) = draw_samples(5, 99, 3)
    values = []
    for row in counts.astype(int).tolist():
        drawn = [i for i, count in enumerate(row) for _ in range(count)]
        values.append(find_f1([NEW[i] for i in drawn]) - find_f1([OLD[i] for i in drawn]))
    tail = find_tail(5)
    assert (found.low, found.high) == pytest.approx(np.quantile(values, (tail, 1 - tail)).tolist())
    observed = find_f1(NEW) - find_f1(OLD)
    chances = []
    for exchanged in itertools.product((False, True), repeat=5):
        sides = [(n, o) if swap else (o, n) for o, n, swap in zip(OLD, NEW, exchanged, strict=True)]
        chances.append(find_f1([n for _, n in sides]) - find_f1([o for o, _ in sides]))
    fewer = min(sum(c <= observed + 1e-9 for c in chances), sum(c >= observed - 1e-9 for c in chances))
    assert found.difference == pytest.approx(observed)
    assert found.p == pytest.approx(min(1, 2 * fewer / 32))


def test_all_exchanges_are_tried_if_they_are_not_more_than_the_samples() -> None:
    """Seven pages have 128."""
    seen: list[tuple[str, int]] = []

    def watch(what: str, count: int, samples: Samples) -> Samples:
        seen.append((what, count))
        return samples

    pair = Pair(make_mean(np.full(7, 0.5)), make_mean(np.full(7, 0.75)))
    for resamples in (128, 127):
        (found,) = compare_figures({"x.f1": pair}, find_units([""] * 7), {"x.f1"}, resamples=resamples, watch=watch)
        assert (found.p == 2 / 128) == (resamples == 128)
    assert seen == [("bootstrap", 128), ("randomisation", 128), ("bootstrap", 127), ("randomisation", 127)]


def test_a_seed_decides_intervals_and_p_values() -> None:
    """Where exchanges are drawn, too."""
    old, new = np.linspace(0.2, 0.6, 20), np.linspace(0.2, 0.6, 20) + np.tile([0.1, -0.08], 10)
    found = [compare_means(old.tolist(), new.tolist(), resamples=199, seed=seed) for seed in (1, 1, 2)]
    assert found[0] == found[1]
    assert found[0].p != found[2].p
    assert (found[0].low, found[0].high) != (found[2].low, found[2].high)


def test_small_differences_count_and_rounding_does_not() -> None:
    """A gain of a millionth on every page is a gain; equal gains have no design effect, however they are rounded."""
    old = [i / 10 for i in range(7)]
    assert compare_means(old, [v + 1e-6 for v in old]).p == pytest.approx(2 / 128)
    gained = [v + 0.3 for v in old]
    assert len({new - v for v, new in zip(old, gained, strict=True)}) > 1
    assert math.isnan(compare_means(old, gained).design_effect)
    assert compare_means(old, gained).p == pytest.approx(2 / 128)


def test_exchanges_that_are_equal_are_ties() -> None:
    """Though their sums of tenths are rounded otherwise: as many are as extreme as by whole numbers."""
    old, new = (4, 4, 8, 2, 9, 8, 3), (9, 7, 1, 7, 2, 2, 9)
    gains = [b - a for a, b in zip(old, new, strict=True)]
    sums = [sum(s * g for s, g in zip(signs, gains, strict=True)) for signs in itertools.product((1, -1), repeat=7)]
    fewer = min(sum(s <= sum(gains) for s in sums), sum(s >= sum(gains) for s in sums))
    assert compare_means([v / 10 for v in old], [v / 10 for v in new]).p == min(1, 2 * fewer / 128)


def test_a_mean_does_not_depend_on_the_order() -> None:
    """It is rounded once."""
    values = [0.1] * 10
    assert sum(values) != 1
    assert make_mean(np.array(values)).value == 0.1

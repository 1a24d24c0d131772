"""Is a difference more than chance? Paired bootstrap intervals and a paired randomisation test."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from scipy import stats

from cetr.arrays import Bools, Floats, Ints
from evaluate.measures import F1_OF_MEANS, Score
from evaluate.results.statistics import find_counted

Aggregate = Callable[[Ints], Floats]
"""A figure over the documents at given indices, along the last axis."""
PARTS = ("precision", "recall", "f1")
_CELLS = 4_000_000
"""Numbers that a batch of resamples may hold at once."""


@dataclass(frozen=True)
class Difference:
    """Of one figure over n documents: its old and new value, new minus old, and how sure that is.

    ``low`` and ``high`` bound the 95 % interval of the difference by a paired bootstrap over documents; ``p`` is the
    two-sided p-value of a paired randomisation test, ``p_adjusted`` after Holm's correction. Not a number for fewer
    than two documents.
    """

    name: str
    documents: int
    old: float
    new: float
    difference: float
    low: float
    high: float
    p: float = np.nan
    p_adjusted: float = np.nan


def compare_scores(
    measure: str,
    old: Sequence[tuple[Score, bool]],
    new: Sequence[tuple[Score, bool]],
    *,
    part: str = "f1",
    resamples: int = 9999,
    test: bool = True,
    seed: int = 0,
) -> Difference:
    """The difference of a measure's part between paired (score, failed) of the same documents."""
    n = len(old)
    aggregate = make_aggregate(measure, part, [*old, *new])
    index = np.arange(n)

    before, after = float(aggregate(index)), float(aggregate(index + n))
    low = high = p = np.nan
    if n > 1:
        low, high = find_interval(lambda picked: aggregate(picked + n) - aggregate(picked), n, resamples, seed)
        if test:
            p = float(
                stats.permutation_test(
                    (index + n, index),
                    # Equal differences, summed in another order, are equal: rounded, ties are counted as such.
                    lambda one, other, axis=-1: np.round(aggregate(one) - aggregate(other), 12),
                    permutation_type="samples",
                    vectorized=True,
                    n_resamples=resamples,
                    batch=max(1, _CELLS // n),
                    rng=np.random.default_rng(seed),
                ).pvalue
            )
    return Difference(f"{measure}.{part}", n, before, after, after - before, low, high, p)


def find_interval(figure: Aggregate, n: int, resamples: int = 9999, seed: int = 0) -> tuple[float, float]:
    """The 95 % percentile bootstrap interval of a figure over n documents, at least two."""
    interval = stats.bootstrap(
        (np.arange(n),),
        lambda picked, axis=-1: figure(picked),
        n_resamples=resamples,
        batch=max(1, _CELLS // n),
        method="percentile",
        rng=np.random.default_rng(seed),
    ).confidence_interval
    return float(interval.low), float(interval.high)


def make_aggregate(measure: str, part: str, scores: Sequence[tuple[Score, bool]]) -> Aggregate:
    """A part of a measure as `Figures` has it, over those of the (score, failed) that stand at given indices."""
    values = {name: np.array([getattr(score, name) for score, _ in scores]) for name in PARTS}
    if measure not in F1_OF_MEANS or part == "recall":
        return lambda index: np.asarray(values[part][index].mean(axis=-1))
    counted = find_counted(
        np.array([score.extracted for score, _ in scores]),
        np.array([score.expected for score, _ in scores]),
        np.array([failed for _, failed in scores]),
    )
    precision = _mean_of(values["precision"], counted)
    if part == "precision":
        return precision

    def f1(index: Ints) -> Floats:
        p, r = precision(index), np.asarray(values["recall"][index].mean(axis=-1))
        return np.asarray(np.divide(2 * p * r, p + r, out=np.zeros_like(p), where=p + r > 0))

    return f1


def _mean_of(values: Floats, kept: Bools) -> Aggregate:
    weights = kept.astype(np.float64)
    weighted = values * weights

    def mean(index: Ints) -> Floats:
        total = np.asarray(weights[index].sum(axis=-1))
        return np.asarray(np.divide(weighted[index].sum(axis=-1), total, out=np.zeros_like(total), where=total > 0))

    return mean


def correct_holm(differences: Sequence[Difference]) -> list[Difference]:
    """The differences with their p-values corrected for being several (Holm 1979)."""
    tested = sorted((d.p, i) for i, d in enumerate(differences) if d.p == d.p)
    adjusted: dict[int, float] = {}
    last = 0.0
    for rank, (p, i) in enumerate(tested):
        last = max(last, min(1.0, p * (len(tested) - rank)))
        adjusted[i] = last
    return [replace(d, p_adjusted=adjusted.get(i, np.nan)) for i, d in enumerate(differences)]

"""Is a difference more than chance? Paired bootstrap intervals and a paired randomisation test."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt
from scipy import stats

from evaluate.measures import F1_OF_MEANS, Score

Floats = npt.NDArray[np.float64]
Aggregate = Callable[[npt.NDArray[np.int64]], Floats]
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
    aggregate = _make_aggregate(measure, part, [*old, *new])
    index = np.arange(n)

    def difference(picked: npt.NDArray[np.int64], axis: int = -1) -> Floats:
        return np.asarray(aggregate(picked + n) - aggregate(picked))

    before, after = float(aggregate(index)), float(aggregate(index + n))
    low = high = p = np.nan
    if n > 1:
        batch = max(1, _CELLS // n)
        interval = stats.bootstrap(
            (index,),
            difference,
            n_resamples=resamples,
            batch=batch,
            method="percentile",
            rng=np.random.default_rng(seed),
        ).confidence_interval
        low, high = float(interval.low), float(interval.high)
        if test:
            p = float(
                stats.permutation_test(
                    (index + n, index),
                    lambda one, other, axis=-1: aggregate(one) - aggregate(other),
                    permutation_type="samples",
                    vectorized=True,
                    n_resamples=resamples,
                    batch=batch,
                    rng=np.random.default_rng(seed),
                ).pvalue
            )
    return Difference(f"{measure}.{part}", n, before, after, after - before, low, high, p)


def _make_aggregate(measure: str, part: str, scores: Sequence[tuple[Score, bool]]) -> Aggregate:
    """The figure over the scores at given indices (last axis), as `summarize_scores` defines it."""

    def mean(values: Floats) -> Callable[[npt.NDArray[np.int64]], Floats]:
        return lambda index: np.asarray(values[index].mean(axis=-1))

    if measure not in F1_OF_MEANS:
        return mean(np.array([getattr(score, part) for score, _ in scores]))
    # What a document without an extraction (a gold text) says of precision (recall) is left out of its mean.
    precision = _counted(
        [s.precision for s, _ in scores], [bool(s.extracted or bad or not s.expected) for s, bad in scores]
    )
    recall = _counted([s.recall for s, _ in scores], [bool(s.expected or s.extracted) for s, _ in scores])
    if part != "f1":
        return precision if part == "precision" else recall

    def f1(index: npt.NDArray[np.int64]) -> Floats:
        p, r = precision(index), recall(index)
        return np.asarray(np.divide(2 * p * r, p + r, out=np.zeros_like(p), where=p + r > 0))

    return f1


def _counted(values: Sequence[float], kept: Sequence[bool]) -> Aggregate:
    weights = np.array(kept, dtype=np.float64)
    weighted = np.array(values) * weights

    def mean(index: npt.NDArray[np.int64]) -> Floats:
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

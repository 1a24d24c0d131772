"""How much a coefficient would change with other documents of the same kind: the bootstrap."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from annotate.agree.coefficients import define
from cetr.document import Floats

RESAMPLES, BATCH = 1000, 100
SEED = 0
LEAST = 2
"""The fewest documents from which an interval can be computed."""


@dataclass(frozen=True)
class Estimate:
    """A coefficient, None if it is undefined, and its 95 % interval, None if there are too few documents."""

    value: float | None
    low: float | None = None
    high: float | None = None


def estimate(tallies: Sequence[Floats], solve: Callable[[Floats], Floats]) -> Estimate:
    """Estimate a coefficient of d documents, each with its tally (k,), resampled for the interval.

    Documents are resampled, not words, because the words of one document depend on each other. Percentile bootstrap,
    the same in every run. Source: Efron & Tibshirani, "An introduction to the bootstrap", 1993, ch. 13.
    """
    table, count = np.array(tallies), len(tallies)
    value = define(solve(table.sum(axis=0)))
    if count < LEAST or value is None:
        return Estimate(value)
    chance, even = np.random.default_rng(SEED), np.full(count, 1 / count)
    drawn = [solve((chance.multinomial(count, even, BATCH) @ table).T) for _ in range(RESAMPLES // BATCH)]
    low, high = np.nanpercentile(np.concatenate(drawn), (2.5, 97.5))
    return Estimate(value, float(low), float(high))

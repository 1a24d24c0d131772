"""Is a difference more than chance? Paired bootstrap intervals and a paired randomisation test, over sites or pages.

Each figure is a function of sums over the documents. So each sample is drawn once for all figures, as a weight for each
unit (see `evaluate.comparing.units`), and its sums are a product of matrices.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from cetr.document import Floats
from evaluate.comparing.figures import Figure, Pair
from evaluate.comparing.units import Units

RESAMPLES = 9999
_CELLS = 1_000_000
"""How many numbers a batch of samples may hold."""

Samples = Iterator[Floats]
"""Batches of samples: a row for each sample, a column for each unit."""

Watch = Callable[[str, int, Samples], Samples]
"""Receives what is drawn, the number of samples, and the samples, and passes them on."""


@dataclass(frozen=True)
class Difference:
    """The difference of one figure over n documents: old and new value, new minus old, and its uncertainty.

    ``low`` and ``high`` bound the 95 % interval of the difference by a paired bootstrap over the ``count`` units of a
    ``unit``; ``p`` is the two-sided p-value of a paired randomisation test, ``p_adjusted`` after Holm's correction.
    They are not numbers for fewer than two units. ``worse``, ``same`` and ``better`` count documents. ``design_effect``
    is the variance of the difference divided by that of independent pages, not a number if nothing differs.
    """

    name: str
    documents: int
    old: float
    new: float
    difference: float
    low: float = math.nan
    high: float = math.nan
    p: float = math.nan
    p_adjusted: float = math.nan
    worse: int = 0
    same: int = 0
    better: int = 0
    unit: Literal["site", "page"] = "page"
    count: int = 0
    design_effect: float = math.nan


def pass_on(_what: str, _count: int, samples: Samples) -> Samples:
    """A `Watch` that only passes samples on."""
    return samples


def compare_figures(
    pairs: Mapping[str, Pair],
    units: Units,
    tested: Collection[str],
    *,
    resamples: int = RESAMPLES,
    seed: int = 0,
    watch: Watch = pass_on,
) -> list[Difference]:
    """Compute the differences of pairs of figures over the same documents; those ``tested``, at least one, get a p."""
    differences = [_describe(name, pair, units) for name, pair in pairs.items()]
    if units.count < 2:
        return differences
    samples = watch("bootstrap", resamples, draw_samples(units.count, resamples, seed))
    bounds = zip(differences, _bootstrap(list(pairs.values()), units, samples), strict=True)
    differences = [replace(difference, low=low, high=high) for difference, (low, high) in bounds]
    chosen = {name: pair for name, pair in pairs.items() if name in tested}
    exact = 2**units.count <= resamples
    count = 2**units.count if exact else resamples
    exchanges = list_exchanges(units.count) if exact else draw_exchanges(units.count, resamples, seed)
    found = _randomise(list(chosen.values()), units, watch("randomisation", count, exchanges), exact)
    p_values = dict(zip(chosen, found, strict=True))
    return [replace(difference, p=p_values.get(difference.name, math.nan)) for difference in differences]


def _describe(name: str, pair: Pair, units: Units) -> Difference:
    """Describe a difference as far as possible without resampling."""
    worse, better = int((pair.changes < 0).sum()), int((pair.changes > 0).sum())
    n = len(pair.changes)
    return Difference(
        name,
        n,
        pair.old.value,
        pair.new.value,
        pair.difference,
        worse=worse,
        same=n - worse - better,
        better=better,
        unit=units.kind,
        count=units.count,
        design_effect=find_design_effect(pair.changes, units),
    )


def find_design_effect(values: Floats, units: Units) -> float:
    """Divide the variance of the mean of n values, sampled by units, by that of n independent ones; nan if all are
    equal.

    The variance of a mean of clusters of unequal sizes is that of a ratio. Source: Kish, "Survey sampling" (1965), 5.4.
    """
    n, count = len(values), units.count
    if n < 2:
        return math.nan
    away = values - values.mean()
    single = float((away**2).sum()) / (n - 1)
    if single < 1e-18:
        return math.nan
    return float((units.sum_up(away[:, None]) ** 2).sum()) * count / (count - 1) / n / single


def _bootstrap(pairs: Sequence[Pair], units: Units, samples: Samples) -> Iterator[tuple[float, float]]:
    """Compute the 95 % interval of each pair's difference."""
    sums = _sum_up(samples, units, [*(pair.old.columns for pair in pairs), *(pair.gains for pair in pairs)])
    tail = find_tail(units.count)
    for pair, base, gain in zip(pairs, sums, sums[len(pairs) :], strict=False):
        yield _bound(pair.old.make(base + gain) - pair.old.make(base), tail)


def _randomise(pairs: Sequence[Pair], units: Units, exchanges: Samples, exact: bool) -> Iterator[float]:
    """Compute the two-sided p-value of each pair's difference; ``exact`` if all exchanges are given."""
    for pair, moved in zip(pairs, _sum_up(exchanges, units, [pair.gains for pair in pairs]), strict=True):
        chance = pair.old.make(pair.new.total - moved) - pair.old.make(pair.old.total + moved)
        # Rounded, so that equal differences that were summed in another order count as ties.
        chance, observed = np.round(chance, 12), round(pair.difference, 12)
        counts = (chance <= observed).sum(), (chance >= observed).sum()
        # Drawn exchanges do not include the observed one.
        yield min(1.0, 2 * (int(min(counts)) + (not exact)) / (len(chance) + (not exact)))


def find_intervals(figures: Sequence[Figure], units: Units) -> list[tuple[float, float]]:
    """Compute the 95 % bootstrap interval of each figure, all of the same documents; nan for fewer than two units."""
    if units.count < 2:
        return [(math.nan, math.nan)] * len(figures)
    samples = draw_samples(units.count, RESAMPLES, seed=0)
    sums = _sum_up(samples, units, [figure.columns for figure in figures])
    tail = find_tail(units.count)
    return [_bound(figure.make(of_one), tail) for figure, of_one in zip(figures, sums, strict=True)]


def draw_samples(n: int, resamples: int, seed: int) -> Samples:
    """Draw n of n units with replacement: how often each one is in the sample."""
    rng = np.random.default_rng(seed)
    for count in _batches(n, resamples):
        drawn = rng.integers(0, n, (count, n)) + n * np.arange(count)[:, None]
        yield np.bincount(drawn.ravel(), minlength=count * n).reshape(count, n).astype(np.float64)


def draw_exchanges(n: int, resamples: int, seed: int) -> Samples:
    """Exchange old and new of each of n units at random: 1 where they are exchanged."""
    rng = np.random.default_rng(seed)
    for count in _batches(n, resamples):
        drawn = rng.integers(0, 256, (count, -(-n // 8)), dtype=np.uint8)
        yield np.unpackbits(drawn, axis=1, count=n).astype(np.float64)


def list_exchanges(n: int) -> Samples:
    """List all ways to exchange old and new of n units, in the form of `draw_exchanges`."""
    first = 0
    for count in _batches(n, 2**n):
        yield (np.arange(first, first + count)[:, None] >> np.arange(n) & 1).astype(np.float64)
        first += count


def _batches(n: int, rows: int) -> Iterator[int]:
    """Return the sizes of batches for so many rows of n numbers."""
    most = max(1, _CELLS // n)
    for first in range(0, rows, most):
        yield min(most, rows - first)


def _sum_up(samples: Samples, units: Units, tables: Sequence[Floats]) -> list[Floats]:
    """Sum each table's columns over each sample."""
    joined = units.sum_up(np.hstack(tables))
    ends = np.cumsum([table.shape[1] for table in tables])[:-1]
    return np.split(np.concatenate([weights @ joined for weights in samples]), ends, axis=1)


def find_tail(units: int) -> float:
    """Find the share of a bootstrap's values beyond either end of a 95 % interval, expanded for few units.

    A plain percentile interval is too narrow, as if the variance of so few units were known. Source: Hesterberg, "What
    teachers should know about the bootstrap" (2015), 5.3, the expanded percentile interval.
    """
    from scipy.special import ndtr, stdtrit  # takes a third of a second, and a run of one extractor compares nothing

    return float(ndtr(math.sqrt(units / (units - 1)) * stdtrit(units - 1, 0.025)))


def _bound(values: Floats, tail: float) -> tuple[float, float]:
    low, high = np.quantile(values, (tail, 1 - tail))
    return float(low), float(high)


def correct_holm(differences: Sequence[Difference]) -> list[Difference]:
    """Correct the p-values of several differences together (Holm 1979)."""
    tested = sorted((d.p, i) for i, d in enumerate(differences) if d.p == d.p)
    adjusted: dict[int, float] = {}
    last = 0.0
    for rank, (p, i) in enumerate(tested):
        last = max(last, min(1.0, p * (len(tested) - rank)))
        adjusted[i] = last
    return [replace(d, p_adjusted=adjusted.get(i, math.nan)) for i, d in enumerate(differences)]

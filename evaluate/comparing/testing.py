"""Is a difference more than chance? Paired bootstrap intervals and a paired randomisation test.

Each figure is a function of sums over the documents. So a sample is drawn once for all figures, as a weight for each
document, and its sums are a product of matrices.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import fsum

import numpy as np

from cetr.arrays import Floats
from evaluate.measures import F1_OF_MEANS, Score
from evaluate.results.statistics import find_counted

PARTS = ("precision", "recall", "f1")
_CELLS = 1_000_000
"""Numbers that a batch of samples may hold."""

Scored = Sequence[tuple[Score, bool]]
"""The score of each document, and whether it failed."""

Samples = Iterator[Floats]
"""Batches of samples: a row for each sample, a column for each document."""

Watch = Callable[[str, int, Samples], Samples]
"""Is given what is drawn, how many samples, and these; passes them on."""


@dataclass(frozen=True)
class Figure:
    """A figure over documents: ``make`` has it from the sums of ``columns``, which have a row for each document."""

    columns: Floats
    make: Callable[[Floats], Floats]

    @property
    def value(self) -> float:
        """The figure over all documents, each once."""
        return float(self.make(self.total))

    @cached_property
    def total(self) -> Floats:
        """The sums of the columns over all documents, exactly rounded."""
        return np.array([fsum(column) for column in self.columns.T])


@dataclass(frozen=True)
class Pair:
    """A figure's old and new state, of the same documents."""

    old: Figure
    new: Figure

    @property
    def difference(self) -> float:
        """New minus old."""
        return self.new.value - self.old.value

    @cached_property
    def gains(self) -> Floats:
        """What each document adds to the old sums: where nothing is new, nothing, however sums are rounded."""
        return self.new.columns - self.old.columns


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
    low: float = np.nan
    high: float = np.nan
    p: float = np.nan
    p_adjusted: float = np.nan


def pass_on(_what: str, _count: int, samples: Samples) -> Samples:
    """A `Watch` that does not look."""
    return samples


def compare_scores(
    old: Mapping[str, Scored],
    new: Mapping[str, Scored],
    *,
    parts: Sequence[str] = PARTS,
    resamples: int = 9999,
    test: bool = True,
    seed: int = 0,
    watch: Watch = pass_on,
) -> list[Difference]:
    """The differences of each measure's parts between scores of the same documents; of F1 they are tested."""
    pairs = {f"{m}.{p}": Pair(make_figure(m, p, old[m]), make_figure(m, p, new[m])) for m in old for p in parts}
    n = len(next(iter(old.values())))
    differences = [Difference(name, n, pair.old.value, pair.new.value, pair.difference) for name, pair in pairs.items()]
    if n < 2:
        return differences
    samples = watch("bootstrap", resamples, draw_samples(n, resamples, seed))
    bounds = zip(differences, _bootstrap(list(pairs.values()), samples), strict=True)
    differences = [replace(difference, low=low, high=high) for difference, (low, high) in bounds]
    tested = {name: pair for name, pair in pairs.items() if test and name.endswith(".f1")}
    if not tested:
        return differences
    exact = 2**n <= resamples
    count, exchanges = (2**n, list_exchanges(n)) if exact else (resamples, draw_exchanges(n, resamples, seed))
    found = _randomise(list(tested.values()), watch("randomisation", count, exchanges), exact)
    p_values = dict(zip(tested, found, strict=True))
    return [replace(difference, p=p_values.get(difference.name, np.nan)) for difference in differences]


def _bootstrap(pairs: Sequence[Pair], samples: Samples) -> Iterator[tuple[float, float]]:
    """The 95 % percentile interval of each pair's difference."""
    sums = _sum_up(samples, [*(pair.old.columns for pair in pairs), *(pair.gains for pair in pairs)])
    for pair, base, gain in zip(pairs, sums, sums[len(pairs) :], strict=False):
        yield _bound(pair.old.make(base + gain) - pair.old.make(base))


def _randomise(pairs: Sequence[Pair], exchanges: Samples, exact: bool) -> Iterator[float]:
    """The two-sided p-value of each pair's difference; ``exact`` if the exchanges are all there are."""
    for pair, moved in zip(pairs, _sum_up(exchanges, [pair.gains for pair in pairs]), strict=True):
        chance = pair.old.make(pair.new.total - moved) - pair.old.make(pair.old.total + moved)
        # Equal differences, summed in another order, are equal: rounded, ties are counted as such.
        chance, observed = np.round(chance, 12), round(pair.difference, 12)
        counts = (chance <= observed).sum(), (chance >= observed).sum()
        # Those that are drawn lack the one that was observed.
        yield min(1.0, 2 * (int(min(counts)) + (not exact)) / (len(chance) + (not exact)))


def find_intervals(figures: Sequence[Figure], resamples: int = 9999, seed: int = 0) -> list[tuple[float, float]]:
    """The 95 % percentile bootstrap interval of each figure, all of the same documents, at least two."""
    samples = draw_samples(len(figures[0].columns), resamples, seed)
    sums = _sum_up(samples, [figure.columns for figure in figures])
    return [_bound(figure.make(of_one)) for figure, of_one in zip(figures, sums, strict=True)]


def make_figure(measure: str, part: str, scores: Scored) -> Figure:
    """A part of a measure, as `Figures` has it, over documents of such (score, failed)."""
    n = len(scores)
    values = {name: np.array([getattr(score, name) for score, _ in scores]) for name in PARTS}
    if measure not in F1_OF_MEANS or part == "recall":
        return Figure(values[part][:, None], lambda sums: sums[..., 0] / n)
    counted = find_counted(
        np.array([score.extracted for score, _ in scores]),
        np.array([score.expected for score, _ in scores]),
        np.array([failed for _, failed in scores]),
    )

    def precision(sums: Floats) -> Floats:
        return _divide(sums[..., 0], sums[..., 1])

    def f1(sums: Floats) -> Floats:
        p, r = precision(sums), sums[..., 2] / n
        return _divide(2 * p * r, p + r)

    columns = np.stack([values["precision"] * counted, counted, values["recall"]], axis=1)
    return Figure(columns, precision if part == "precision" else f1)


def _divide(number: Floats, by: Floats) -> Floats:
    """The quotient, 0 where that is of nothing by nothing."""
    return np.asarray(np.divide(number, by, out=np.zeros_like(number), where=by > 0))


def draw_samples(n: int, resamples: int, seed: int) -> Samples:
    """Of n documents n drawn anew, with replacement: how often each one is among them."""
    rng = np.random.default_rng(seed)
    for count in _batches(n, resamples):
        drawn = rng.integers(0, n, (count, n)) + n * np.arange(count)[:, None]
        yield np.bincount(drawn.ravel(), minlength=count * n).reshape(count, n).astype(np.float64)


def draw_exchanges(n: int, resamples: int, seed: int) -> Samples:
    """Old and new of each of n documents exchanged at random: 1 where they are."""
    rng = np.random.default_rng(seed)
    for count in _batches(n, resamples):
        drawn = rng.integers(0, 256, (count, -(-n // 8)), dtype=np.uint8)
        yield np.unpackbits(drawn, axis=1, count=n).astype(np.float64)


def list_exchanges(n: int) -> Samples:
    """All ways of exchanging old and new of n documents, as `draw_exchanges` has them."""
    first = 0
    for count in _batches(n, 2**n):
        yield (np.arange(first, first + count)[:, None] >> np.arange(n) & 1).astype(np.float64)
        first += count


def _batches(n: int, rows: int) -> Iterator[int]:
    """The sizes of batches of so many rows of n numbers."""
    most = max(1, _CELLS // n)
    for first in range(0, rows, most):
        yield min(most, rows - first)


def _sum_up(samples: Samples, tables: Sequence[Floats]) -> list[Floats]:
    """The sums of each table's columns on each sample."""
    joined = np.hstack(tables)
    ends = np.cumsum([table.shape[1] for table in tables])[:-1]
    return np.split(np.concatenate([weights @ joined for weights in samples]), ends, axis=1)


def _bound(values: Floats) -> tuple[float, float]:
    low, high = np.percentile(values, (2.5, 97.5))
    return float(low), float(high)


def correct_holm(differences: Sequence[Difference]) -> list[Difference]:
    """The differences with their p-values corrected for being several (Holm 1979)."""
    tested = sorted((d.p, i) for i, d in enumerate(differences) if d.p == d.p)
    adjusted: dict[int, float] = {}
    last = 0.0
    for rank, (p, i) in enumerate(tested):
        last = max(last, min(1.0, p * (len(tested) - rank)))
        adjusted[i] = last
    return [replace(d, p_adjusted=adjusted.get(i, np.nan)) for i, d in enumerate(differences)]

"""Figures over documents as functions of sums, so that they can be computed for any sample of the documents."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import fsum

import numpy as np

from cetr.document import Floats, Ints
from evaluate.measures import F1_OF_MEANS, Score
from evaluate.measures.comparison import SHARES
from evaluate.results.statistics import find_counted

_TAKEN = (*SHARES, "extracted", "expected")

Scored = Sequence[tuple[Score, bool]]
"""The score of each document, and whether it failed."""


@dataclass(frozen=True)
class Figure:
    """A figure over n documents. ``make`` computes it from the sums of ``columns``, which have a row per document.

    ``values``, shape (n,), holds the figure of each document.
    """

    values: Floats
    columns: Floats
    make: Callable[[Floats], Floats]

    @property
    def value(self) -> float:
        """The figure over all documents, each once."""
        return float(self.make(self.total))

    def take(self, order: Ints) -> Figure:
        """Return the same figure over the documents in this order."""
        return replace(self, values=self.values[order], columns=self.columns[order])

    @cached_property
    def total(self) -> Floats:
        """Sum the columns over all documents, exactly rounded."""
        return np.array([fsum(column) for column in self.columns.T])


@dataclass(frozen=True)
class Pair:
    """The old and the new figure over the same documents."""

    old: Figure
    new: Figure

    @property
    def difference(self) -> float:
        """New minus old."""
        return self.new.value - self.old.value

    @cached_property
    def gains(self) -> Floats:
        """What each document adds to the old sums: nothing if nothing is new, however sums are rounded."""
        return self.new.columns - self.old.columns

    @cached_property
    def changes(self) -> Floats:
        """New minus old of each document, shape (n,)."""
        return self.new.values - self.old.values


def make_mean(values: Floats) -> Figure:
    """Make the mean of one number per document, shape (n,)."""
    return Figure(values, np.stack([values, np.ones(len(values))], axis=1), _first_mean)


def make_figure(measure: str, part: str, scores: Iterable[tuple[Score, bool]]) -> Figure:
    """Make a part of a measure, as in `Figures`, from (score, failed) of each document. Keeps no score."""
    table: Floats = np.fromiter(
        ((*(getattr(score, name) for name in _TAKEN), failed) for score, failed in scores), np.dtype((float, 6))
    )
    values = dict(zip(_TAKEN, table.T, strict=False))
    if measure not in F1_OF_MEANS or part == "recall":
        return make_mean(values[part])
    counted = find_counted(values["extracted"], values["expected"], table[:, -1] > 0)
    columns = np.stack([values["precision"] * counted, counted, values["recall"], np.ones(len(table))], axis=1)
    return Figure(values[part], columns, _first_mean if part == "precision" else _f1_of_means)


def _first_mean(sums: Floats) -> Floats:
    return _divide(sums[..., 0], sums[..., 1])


def _f1_of_means(sums: Floats) -> Floats:
    precision, recall = _first_mean(sums), _divide(sums[..., 2], sums[..., 3])
    return _divide(2 * precision * recall, precision + recall)


def _divide(number: Floats, by: Floats) -> Floats:
    """Divide; 0 divided by 0 is 0."""
    return np.asarray(np.divide(number, by, out=np.zeros_like(number), where=by > 0))

"""Marks that may be wrong, by the model's probabilities for each stretch of the page."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from annotate.review.model.marks import LineMarks
from annotate.review.model.page import Page
from cetr.document import Bools, Floats, Ints

Rated = Sequence[tuple[int, int, float]]
"""Intervals of a document, sorted and disjoint, each with the probability (0 to 1) that it is main content."""

LEAST = 0.1
"""A line is doubtful if the probability that its marks are wrong is at least this."""


def rate_lines(page: Page, rated: Rated) -> Floats:
    """Compute the probability that each line, (n,), is main content, from its visible text; 0 if no text of it is
    rated.
    """
    if not rated:
        return np.zeros(len(page))
    start, end, probability = np.array(rated, dtype=np.float64).reshape(-1, 3).T
    at = np.searchsorted(start, page.counted, side="right") - 1
    known = (at >= 0) & (page.counted < end[at])
    before = np.concatenate(([0.0], np.cumsum(np.where(known, probability[at], 0.0))))
    rate: Floats = (before[page.last] - before[page.first]) / np.maximum(page.last - page.first, 1)
    return rate


def doubt_marks(rate: Floats, gold: LineMarks) -> Floats:
    """Compute how likely the marks of each line are wrong, (n,), 0 to 1, by its probability of being main content."""
    marked = gold.count / np.maximum(gold.total, 1)
    doubt: Floats = marked * (1 - rate) + (1 - marked) * rate
    return doubt


def find_doubted(doubt: Floats, gold: LineMarks, shown: Ints, seen: Bools) -> list[tuple[int, int]]:
    """Find stretches ``[first, last)`` of doubtful lines that are marked alike, those with most probable mistakes
    first.

    ``shown`` has the sorted numbers of the lines on the screen; lines that were ``seen`` (n,) are left out.
    """
    label = np.where((doubt >= LEAST) & ~seen, 1 + (2 * gold.count >= gold.total), 0)[shown]
    edges = [0, *(np.flatnonzero(np.diff(label)) + 1).tolist(), len(label)]
    weight = (doubt * gold.total)[shown]
    runs = [(a, b) for a, b in pairwise(edges) if b > a and label[a]]
    runs.sort(key=lambda run: -float(weight[run[0] : run[1]].sum()))
    return [(int(shown[a]), int(shown[b - 1]) + 1) for a, b in runs]


ALIKE = 0.25
"""Lines whose probabilities differ by less belong to the same stretch."""


def find_alike(rate: Floats, gold: LineMarks, line: int, shown: Ints) -> list[int]:
    """Find the lines around one that are equally doubtful and marked alike; only the line if it is not doubtful."""
    doubt, marked = doubt_marks(rate, gold), 2 * gold.count >= gold.total
    alike = (marked == marked[line]) & (np.abs(rate - rate[line]) < ALIKE) & (doubt >= LEAST)
    if not alike[line]:
        return [line]
    row = int(np.searchsorted(shown, line))
    apart = np.flatnonzero(~alike[shown])
    first = int(apart[apart < row][-1]) + 1 if (apart < row).any() else 0
    last = int(apart[apart > row][0]) if (apart > row).any() else len(shown)
    return [int(line) for line in shown[first:last]]

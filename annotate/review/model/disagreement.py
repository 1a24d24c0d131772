"""The lines, and the stretches of lines, on which predictions and gold differ."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from annotate.review.model.agreement import find_contested
from annotate.review.model.page import Page, count_covered
from cetr.document import Bools, Ints, Spans, subtract_spans


@dataclass(frozen=True)
class Difference:
    """Counted characters of each line, (n,): ``extra`` are only in the prediction, ``missing`` only in the gold."""

    extra: Ints
    missing: Ints

    @property
    def disputed(self) -> Bools:
        """The lines in which the two differ."""
        disputed: Bools = (self.extra + self.missing) > 0
        return disputed


def compare_lines(page: Page, gold: Spans, optional: Spans, prediction: Spans) -> Difference:
    """Compare a prediction with gold; optional text never counts as a difference."""
    extra = subtract_spans(subtract_spans(prediction, gold), optional)
    missing = subtract_spans(subtract_spans(gold, prediction), optional)
    return Difference(count_covered(page, extra), count_covered(page, missing))


def contest_lines(page: Page, columns: Sequence[Spans]) -> Ints:
    """Count the characters of each line, (n,), on which columns (predictions, annotators) do not all agree."""
    return count_covered(page, find_contested(columns, len(page.html)))


def find_stretch(flags: Bools, line: int, shown: Ints) -> tuple[int, int]:
    """Find the run of lines ``[first, last)`` around a line that all have its flag.

    ``shown`` has the sorted numbers of the lines on the screen; other lines neither extend nor interrupt a run.
    """
    row = int(np.searchsorted(shown, line))
    changes = np.flatnonzero(np.diff(flags[shown].astype(np.int8)) != 0) + 1
    i = int(np.searchsorted(changes, row, side="right"))
    first = int(changes[i - 1]) if i else 0
    last = int(changes[i]) if i < len(changes) else len(shown)
    return int(shown[first]), int(shown[last - 1]) + 1


def next_start(flags: Bools, row: int, step: int) -> int | None:
    """Find the first row of the next (``step`` 1) or previous (-1) run of flagged rows; None if there is none.

    From within a run, the previous run is the one before it, or this run itself if the row is beyond its start.
    """
    starts = _find_starts(flags)
    found = starts[starts > row] if step > 0 else starts[starts < row][::-1]
    return int(found[0]) if len(found) else None


def rank_stretches(weight: Ints, shown: Ints) -> list[int]:
    """List the first lines of the runs of lines with a weight above zero, the heaviest run first."""
    heavy = weight[shown]
    starts = _find_starts(heavy > 0)
    if not len(starts):
        return []
    sums = np.add.reduceat(heavy, starts)
    return [int(shown[starts[i]]) for i in np.argsort(-sums, kind="stable")]


def _find_starts(flags: Bools) -> Ints:
    """Find where the runs of flags begin."""
    return np.flatnonzero(np.diff(flags.astype(np.int8), prepend=0) == 1)

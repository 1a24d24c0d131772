"""The spread of an extractor's figures over documents: Weninger and Hsu's table 1, for every figure."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from evaluate.measures.comparison import list_figures
from evaluate.results.rows import Row


@dataclass(frozen=True)
class Spread:
    """The spread of one figure (usually 0 to 1) over ``pages`` documents, in which failed ones count as 0.

    ``deviation`` is the sample standard deviation, 0 for a single document; ``perfect`` is how many have exactly 1.
    """

    pages: int
    mean: float
    median: float
    deviation: float
    perfect: int


def find_spreads(rows: Iterable[Row]) -> dict[tuple[str, str], Spread]:
    """Find the spread of each figure of each measure: precision, recall, F1 and the measure's own.

    A document without a value (not a number) is left out of that figure.
    """
    columns: dict[tuple[str, str], list[float]] = {}
    for row in rows:
        for measure, score in row.scores.items():
            for name, value in list_figures(score).items():
                columns.setdefault((measure, name), []).append(value)
    return {key: _spread(known) for key, values in columns.items() if (known := [v for v in values if v == v])}


def _spread(values: list[float]) -> Spread:
    return Spread(
        pages=len(values),
        mean=math.fsum(values) / len(values),
        median=float(np.median(values)),
        deviation=float(np.std(values, ddof=1)) if len(values) > 1 else 0.0,
        perfect=sum(value == 1.0 for value in values),
    )

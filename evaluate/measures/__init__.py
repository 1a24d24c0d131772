"""Measures: how much of the gold is in a prediction, and how much of the prediction is in the gold.

`MEASURES` is the table of built-in measures. Others are registered, or named as ``module:function``: see
docs/measures.md. For all: nothing expected and nothing extracted scores 1; if only one of the two is empty, the score
is 0.
"""

from __future__ import annotations

from collections.abc import Iterable

from evaluate.measures.comparison import Comparison, Measure, Page, Score, Snippets, make_score
from evaluate.measures.finding import MEASURES, MeasureError, apply_measure, check_measures, find_measure, list_measures

__all__ = [
    "F1_OF_MEANS",
    "MEASURES",
    "Comparison",
    "Measure",
    "MeasureError",
    "Page",
    "Score",
    "Snippets",
    "check_measures",
    "compare",
    "find_measure",
    "list_measures",
    "make_score",
    "score",
]

F1_OF_MEANS: frozenset[str] = frozenset({"shingles"})
"""Measures whose benchmark reports the F1 of mean precision and mean recall over documents, not the mean F1."""


def compare(comparison: Comparison, measures: Iterable[str] = ("words",)) -> dict[str, Score]:
    """Score a comparison by each of the named measures."""
    return {name: apply_measure(name, comparison) for name in check_measures(measures)}


def score(gold_text: str, predicted_text: str, measures: Iterable[str] = ("words",)) -> dict[str, Score]:
    """Score a predicted text against a gold text by each of the named measures."""
    return compare(Comparison(gold_text, predicted_text), measures)

"""Measures: how much of the gold is in a prediction, and how much of the prediction in the gold.

`MEASURES` is the one table of them. Rules for all: nothing expected and nothing extracted scores 1; one of the two
empty scores 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from cetr.console import InputError
from evaluate.measures.accuracy import score_accuracy
from evaluate.measures.bags import score_bag, score_set
from evaluate.measures.benchmarks import score_levenshtein, score_rouge_lsum, score_shingles, score_wcxb
from evaluate.measures.comparison import Comparison, Measure, Page, Score, Snippets
from evaluate.measures.sequence import score_chars, score_words

__all__ = [
    "F1_OF_MEANS",
    "MEASURES",
    "Comparison",
    "Measure",
    "Page",
    "Score",
    "Snippets",
    "check_measures",
    "compare",
    "score",
]

MEASURES: Mapping[str, Measure] = {
    "words": score_words,
    "chars": score_chars,
    "bag": score_bag,
    "set": score_set,
    "accuracy": score_accuracy,
    "shingles": score_shingles,
    "wcxb": score_wcxb,
    "rouge-lsum": score_rouge_lsum,
    "levenshtein": score_levenshtein,
}

F1_OF_MEANS: frozenset[str] = frozenset({"shingles"})
"""Measures whose benchmark reports, over documents, the F1 of mean precision and mean recall, not the mean F1."""


def check_measures(names: Iterable[str]) -> tuple[str, ...]:
    """The names, each once; raises `InputError` for one that is not in the table."""
    names = tuple(dict.fromkeys(names))
    for name in names:
        if name not in MEASURES:
            raise InputError(f"no measure named '{name}' (there are: {', '.join(MEASURES)})")
    return names


def compare(comparison: Comparison, measures: Iterable[str] = ("words",)) -> dict[str, Score]:
    """The score of a comparison by each of the named measures."""
    return {name: MEASURES[name](comparison) for name in check_measures(measures)}


def score(gold_text: str, predicted_text: str, measures: Iterable[str] = ("words",)) -> dict[str, Score]:
    """The score of a predicted text against a gold text by each of the named measures."""
    return compare(Comparison(gold_text, predicted_text), measures)

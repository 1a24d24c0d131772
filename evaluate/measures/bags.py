"""Measures over words without order: multiset and set."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence

from evaluate.measures.comparison import Comparison, Score, make_score


def score_bag(comparison: Comparison) -> Score:
    """Words in any order; a word counts as often as it occurs.

    Source: Gottron, "Evaluating content extraction on HTML documents", section 3, item 3.
    """
    gold, predicted = comparison.gold_words, comparison.predicted_words
    return make_score(count_shared(gold, predicted), len(predicted), len(gold))


def score_set(comparison: Comparison) -> Score:
    """Words in any order; each different word counts once.

    Source: Gottron, "Evaluating content extraction on HTML documents", section 3, item 4.
    """
    gold, predicted = set(comparison.gold_words), set(comparison.predicted_words)
    return make_score(len(gold & predicted), len(predicted), len(gold))


def count_shared(one: Sequence[Hashable], other: Sequence[Hashable]) -> int:
    """Count the items in the intersection of two multisets."""
    counts = Counter(one)
    return sum(min(count, counts[item]) for item, count in Counter(other).items() if item in counts)

"""Measures over words without order: multiset and set."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Hashable, Sequence

import numpy as np

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
    return (Counter(one) & Counter(other)).total()


def list_runs(words: Sequence[str], length: int) -> list[tuple[str, ...]]:
    """List all runs of so many consecutive words; a shorter text is one run."""
    if len(words) < length:
        return [tuple(words)] if words else []
    return list(zip(*(words[i:] for i in range(length)), strict=False))


_NEVER = 1 << 62


def pair_bags(one: Sequence[Counter[str]], other: Sequence[Counter[str]]) -> list[tuple[int, int]]:
    """Pair multisets greedily: each of ``one``, in order, with the one left of ``other`` that shares most items with
    it, the first of several. Return the indices of each pair; what shares nothing is in no pair.

    Equal multisets of ``other`` are compared once. Time grows with ``one`` times the different ones that hold an item.
    """
    places: dict[frozenset[tuple[str, int]], deque[int]] = {}
    for place, bag in enumerate(other):
        places.setdefault(frozenset(bag.items()), deque()).append(place)
    holding: dict[str, list[tuple[int, int]]] = {}
    for kind, items in enumerate(places):
        for item, count in items:
            holding.setdefault(item, []).append((kind, count))
    columns = {item: np.array(held).T for item, held in holding.items()}
    left = list(places.values())
    first = np.array([kind[0] for kind in left])
    pairs: list[tuple[int, int]] = []
    for number, bag in enumerate(one if other else ()):
        shared = np.zeros(len(left), dtype=np.int64)
        for item in bag.keys() & columns.keys():
            kinds, counts = columns[item]
            shared[kinds] += np.minimum(counts, bag[item])
        rank = shared * len(other) - first
        best = int(rank.argmax())
        if rank[best] > 0:
            pairs.append((number, left[best].popleft()))
            first[best] = left[best][0] if left[best] else _NEVER
    return pairs

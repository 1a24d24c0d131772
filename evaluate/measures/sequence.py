"""Measures over sequences: gold and prediction share their longest common subsequence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from unicodedata import normalize

import numpy as np
from rapidfuzz.distance import LCSseq

from cetr.document import remove_unseen
from evaluate.measures.comparison import Comparison, Score, make_score


def score_words(comparison: Comparison) -> Score:
    """Words in order, by their longest common subsequence; the default.

    Source: Gottron, "Evaluating content extraction on HTML documents", section 3, item 2.
    """
    gold, predicted = comparison.gold_words, comparison.predicted_words
    return make_score(lcs_length(gold, predicted), len(predicted), len(gold))


def score_chars(comparison: Comparison) -> Score:
    """Characters in order, with case and punctuation; a run of white space is one space.

    A letter with its marks is one character where Unicode has it (NFC). Characters that nobody sees do not count.

    Source: Gottron, "Evaluating content extraction on HTML documents", section 3, item 1.
    """
    gold, predicted = (
        " ".join(normalize("NFC", remove_unseen(text)).split()) for text in (comparison.gold, comparison.predicted)
    )
    return make_score(lcs_length(gold, predicted), len(predicted), len(gold))


def lcs_length(one: Sequence[Hashable], other: Sequence[Hashable]) -> int:
    """Compute the length of the longest common subsequence of two strings or two lists of words, always exactly.

    Bit-parallel (Hyyrö 2004, by rapidfuzz, which also cuts the common prefix and suffix first) inside a band around the
    diagonal: wide enough for few differences at first, then wider until the result is proven. Similar texts take little
    more than linear time, different ones a third longer than without a band. Long lists whose words have few partners
    are compared partner by partner instead.
    """
    if not isinstance(one, str) or not isinstance(other, str):
        numbers: dict[Hashable, int] = {}
        if len(one) * len(other) > _LONG**2:
            one, other, partners = _drop_partnerless(one, other)
            if partners + 60 * len(other) < len(one) * len(other) / 400:
                return _match_partners(one, other)
            # The most common come first, because rapidfuzz looks up numbers under 256 in a table and hashes others.
            numbers = {item: rank for rank, (item, _) in enumerate(Counter(one).most_common())}
        one, other = ([numbers.setdefault(item, len(numbers)) for item in items] for items in (one, other))
    total = len(one) + len(other)
    for misses in _guess_misses(one, other) if total > 10 * _LONG else (total // 32 + 16, total // 8 + 64):
        misses += abs(len(one) - len(other))
        if misses < total // 2:
            found: int = LCSseq.similarity(one, other, score_cutoff=(total - misses) // 2)
            if found:
                return found
    return LCSseq.similarity(one, other)


_LONG = 10_000
"""From this many words on, examining the whole lists pays. At ten times as many, a band that is too narrow costs too
much.
"""


def _guess_misses(one: Sequence[Hashable], other: Sequence[Hashable]) -> tuple[int, ...]:
    """Guess how many items of two long sequences have no partner, from the runs of three words that both have.

    For texts that share less than half of these, nothing is guessed.
    """
    words = [items.split() if isinstance(items, str) else items for items in (one, other)]
    runs, others = (Counter(zip(w, w[1:], w[2:], strict=False)) for w in words)
    shared = sum(min(count, others[run]) for run, count in runs.items() if run in others)
    share = 2 * shared / max(1, len(words[0]) + len(words[1]))
    return (int((len(one) + len(other)) * (1 - share) / 2) + 64,) if share > 0.5 else ()


def _drop_partnerless(one: Sequence[Hashable], other: Sequence[Hashable]) -> tuple[list[Hashable], list[Hashable], int]:
    """Return both lists without the items that the other lacks, and the number of pairs of equal items."""
    counts, others = Counter(one), Counter(other)
    pairs = sum(count * others[item] for item, count in counts.items() if item in others)
    return [item for item in one if item in others], [item for item in other if item in counts], pairs


def _match_partners(one: Sequence[Hashable], other: Sequence[Hashable]) -> int:
    """The same, from pairs of equal items alone (Hunt and Szymanski 1977), for many different items.

    ``ends[k]`` is the place in ``one`` where the common subsequence of k + 1 items that ends first ends.
    """
    places: dict[Hashable, list[int]] = {}
    for i in range(len(one) - 1, -1, -1):
        places.setdefault(one[i], []).append(i)
    arrays = {item: np.array(found) for item, found in places.items()}
    ends = np.full(min(len(one), len(other)) + 1, len(one))
    length = 0
    for item in other:
        found = arrays.get(item)
        if found is not None:
            # In falling order: none changes what the next one looks up, and the least of several for one length stays.
            lengths = ends[:length].searchsorted(found)
            ends[lengths] = found
            length += int(lengths[0] == length)
    return length

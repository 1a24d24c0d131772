"""The measures of today's benchmarks, which reproduce their published tables."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import chain

from rapidfuzz.distance import Levenshtein

from evaluate.measures.bags import count_shared, list_runs
from evaluate.measures.comparison import Comparison, Score, make_score
from evaluate.measures.sequence import lcs_length

_RUNS = re.compile(r"\w+")
SHINGLE = 4


def score_shingles(comparison: Comparison) -> Score:
    r"""Runs of four words (`\w+`, with case), as in Scrapinghub's article extraction benchmark.

    Its table has mean precision and mean recall over documents, and the F1 of the two. Detail ``accuracy``: 1 if both
    texts have the same words.
    """
    gold, predicted = _RUNS.findall(comparison.gold), _RUNS.findall(comparison.predicted)
    one, other = list_runs(gold, SHINGLE), list_runs(predicted, SHINGLE)
    return make_score(count_shared(one, other), len(other), len(one), {"accuracy": float(gold == predicted)})


def score_wcxb(comparison: Comparison) -> Score:
    r"""Words (`\w+`, lower case) in any order, as in the Web Content Extraction Benchmark (Foley 2026).

    Details ``with`` and ``without``: the share of the gold's wanted and of its unwanted snippets that the extraction
    holds, whatever their case; not a number if the gold has none.
    """
    gold, predicted = (_RUNS.findall(text.lower()) for text in (comparison.gold, comparison.predicted))
    snippets, text = comparison.snippets, comparison.predicted.lower()
    wanted, unwanted = (snippets.wanted, snippets.unwanted) if snippets else ((), ())
    details = {"with": _share_held(text, wanted), "without": _share_held(text, unwanted)}
    return make_score(count_shared(gold, predicted), len(predicted), len(gold), details)


def _share_held(text: str, snippets: Sequence[str]) -> float:
    return sum(s.lower() in text for s in snippets) / len(snippets) if snippets else math.nan


def score_levenshtein(comparison: Comparison) -> Score:
    """Words between white space, in order: F1 is the "Levenshtein ratio" of Bevendorff 2023.

    That ratio, 2 m / (n + k) for m words in common order, allows no substitutions. Detail ``similarity``: 1 minus the
    Levenshtein distance with substitutions over the longer text's length.
    Source: Bevendorff and others, "An empirical comparison of web content extraction algorithms", SIGIR 2023.
    """
    gold, predicted = comparison.gold.split(), comparison.predicted.split()
    similarity = Levenshtein.normalized_similarity(gold, predicted)
    return make_score(lcs_length(gold, predicted), len(predicted), len(gold), {"similarity": similarity})


def score_rouge_lsum(comparison: Comparison) -> Score:
    """Each gold line with all predicted lines, by the union of their longest common subsequences (ROUGE-Lsum).

    Words are separated by white space, as in Bevendorff 2023; "sentences" are lines, as the package rouge-score
    takes them by default. Among equally long subsequences, the same one is taken as there, so that scores agree.
    Source: Lin, "ROUGE: a package for automatic evaluation of summaries", 2004, section 3.2.
    """
    gold, predicted = (
        [words for words in map(str.split, text.split("\n")) if words]
        for text in (comparison.gold, comparison.predicted)
    )
    left = Counter(chain.from_iterable(gold)), Counter(chain.from_iterable(predicted))
    distinct = list(dict.fromkeys(map(tuple, predicted)))
    known = set(distinct)
    having: dict[str, list[int]] = {}
    for number, other in enumerate(distinct):
        for word in set(other):
            having.setdefault(word, []).append(number)
    hits = 0
    for line in gold:
        found = range(len(line)) if tuple(line) in known else sorted(_union_subsequences(line, distinct, having))
        for index in found:
            word = line[index]
            if left[0][word] > 0 and left[1][word] > 0:
                hits += 1
                left[0][word] -= 1
                left[1][word] -= 1
    return make_score(hits, sum(map(len, predicted)), sum(map(len, gold)))


def _union_subsequences(
    line: Sequence[str], others: Sequence[Sequence[str]], having: Mapping[str, Sequence[int]]
) -> set[int]:
    """Find the indices into a line that are on its longest common subsequence with any of the others.

    ``having`` lists the others that have each word. Words that few others have come first, and another line is compared
    only for a word that is not found yet, because only that can add to the union.
    """
    masks: dict[str, int] = {}
    for i, word in enumerate(line):
        masks[word] = masks.get(word, 0) | 1 << i
    union: set[int] = set()
    seen: set[int] = set()
    for i in sorted(range(len(line)), key=lambda i: len(having.get(line[i], ()))):
        for number in having.get(line[i], ()):
            if i in union:
                break
            if number not in seen:
                seen.add(number)
                union.update(_trace_subsequence(line, others[number], masks))
    return union


def _trace_subsequence(line: Sequence[str], other: Sequence[str], masks: dict[str, int]) -> list[int]:
    """Find the indices into a line of one longest common subsequence.

    Columns of the table of lengths are bit vectors (Hyyrö 2004): bit i of column j is 0 where the length grows from row
    i to row i + 1. On the way back, the end of the other text is dropped if that keeps the length, else the end of the
    line.
    """
    ones = (1 << len(line)) - 1
    columns, column = [], ones
    for word in other:
        mask = masks.get(word)
        if mask:
            column = ((column + (column & mask)) | (column & ~mask)) & ones
        columns.append(column)
    found = []
    i, j = len(line), len(other)
    while i and j:
        if line[i - 1] == other[j - 1]:
            i, j = i - 1, j - 1
            found.append(i)
        elif columns[j - 1] >> (i - 1) & 1:
            i -= 1
        else:
            j -= 1
    return found

"""The measure over the document's own words: each is judged to be content or not, rightly or wrongly."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from cetr.console import InputError
from cetr.document import Bools, LocatedWords, Spans, locate_words, mark_matched, split_words
from evaluate.measures.comparison import Comparison, Score, make_score


def score_accuracy(comparison: Comparison) -> Score:
    """True and false positives and negatives over the page's own words; needs the page.

    A word is content if the gold (or the prediction) marks it by spans, or if it is in the longest common subsequence
    of the gold (or predicted) text and the document's words. Detail ``accuracy``: the share of words judged right.
    Source: Weninger and Hsu, "Web content extraction through histogram clustering" (2008), experimentation and results.
    """
    page = comparison.page
    if page is None:
        raise InputError("the measure 'accuracy' counts the document's own words: it needs a page, not two texts alone")
    words = _locate_words(page.html)
    gold = _mark(words, page.gold, comparison.gold)
    predicted = _mark(words, page.predicted, comparison.predicted)
    if page.optional:
        counted = ~find_touched(words, page.optional)
        gold, predicted = gold[counted], predicted[counted]
    right = int((gold == predicted).sum())
    accuracy = right / len(gold) if len(gold) else 1.0
    matched, extracted, expected = (int(marks.sum()) for marks in (gold & predicted, predicted, gold))
    return make_score(matched, extracted, expected, {"accuracy": accuracy})


@lru_cache(maxsize=1)
def _locate_words(html: str) -> LocatedWords:
    """Locate the words of a page; cached, because several predictions for a page follow one another."""
    return locate_words(html)


def _mark(words: LocatedWords, spans: Spans | None, text: str) -> Bools:
    """Mark the document's words, shape (n,), that spans, or else a text, say are content."""
    return mark_matched(words.words, split_words(text)) if spans is None else find_touched(words, spans)


def find_touched(words: LocatedWords, spans: Spans) -> Bools:
    """Mark the words, shape (n,), with a character in one of the normalised spans."""
    bounds = np.array(spans, dtype=np.int64).reshape(-1, 2)
    after = np.searchsorted(bounds[:, 1], words.start, side="right")
    starts = np.append(bounds[:, 0], np.iinfo(np.int64).max)
    return np.asarray(starts[after] < words.end)

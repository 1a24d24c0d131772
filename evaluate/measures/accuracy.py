"""The measure over the document's own words: each is judged to be content or not, rightly or wrongly."""

from __future__ import annotations

from functools import lru_cache

from cetr.console import InputError
from cetr.document import Bools, LocatedWords, Spans, locate_words, mark_matched, mark_touched, split_words
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
    counted = ~mark_touched(words.start, words.end, page.optional)
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
    if spans is None:
        return mark_matched(words.words, split_words(text))
    return mark_touched(words.start, words.end, spans)

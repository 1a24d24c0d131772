"""Choose the selectors of a rule greedily: those that bring the training pages nearest to their gold, and that the
other pages of their template have too.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean

from annotate.rules.marked import Marked

LEAST_GAIN = 0.005
"""The least gain of mean F1 that another selector to take must bring, because a page that lacks it fails."""
LEAST_GAIN_DROPPED = 0.002
"""The same for a selector to drop: breadcrumbs and tags are few words, but stand on every page."""
MOST_SELECTORS, MOST_DROPPED = 6, 8
"""How many selectors to take, and how many to drop, so that a rule stays readable."""
MOST_FOLDS = 10
"""How many times at most a rule is learned without some pages, to test it on them."""


@dataclass(frozen=True)
class Learned:
    """CSS selectors to take, each of which must match, and to drop."""

    take: tuple[str, ...] = ()
    drop: tuple[str, ...] = ()


def learn_rule(pages: Sequence[Marked], beside: Sequence[Marked] = ()) -> Learned:
    """Learn the selectors for pages of one template, which unfinished pages ``beside`` them have too.

    A page ``beside`` that lacks a selector to take counts as one on which the rule fails. Among equal selectors, those
    that match most of these pages win, then those that match one element of each page: where the gold of a few pages is
    all of their paragraphs, other pages have lists, too. A place such as ``p > a`` must bring `LEAST_GAIN` more
    than a name, as it may also be within the content of other pages.
    """
    common = set.intersection(*(set(page.matched) for page in pages))
    single = frozenset[str].intersection(*(page.single for page in pages))
    order = sorted(common, key=lambda s: (s not in single, _measure_plainness(s), s))
    rule, best = Learned(), 0.0
    while len(rule.take) < MOST_SELECTORS:
        better, score = _pick([Learned((*rule.take, one), rule.drop) for one in order], pages, beside)
        if score < best + LEAST_GAIN:
            break
        rule, best = _drop(better, score, pages, beside)
    return rule


def _drop(rule: Learned, best: float, pages: Sequence[Marked], beside: Sequence[Marked]) -> tuple[Learned, float]:
    """Add selectors to drop to the rule, as long as these improve it."""
    every = sorted({selector for page in pages for selector in page.matched}, key=lambda s: (_measure_plainness(s), s))
    while len(rule.drop) < MOST_DROPPED:
        better, score = _pick([Learned(rule.take, (*rule.drop, one)) for one in every], pages, beside)
        if score < best + LEAST_GAIN_DROPPED:
            break
        rule, best = better, score
    return rule, best


def _pick(tried: Iterable[Learned], pages: Sequence[Marked], beside: Sequence[Marked]) -> tuple[Learned, float]:
    best, most = Learned(), 0.0
    for rule in tried:
        reached = len(pages) + sum(page.matched.keys() >= set(rule.take) for page in beside)
        score = fmean(apply_rule(page, rule) for page in pages) * reached / (len(pages) + len(beside))
        score -= LEAST_GAIN * sum(one.count(">") for one in (*rule.take, *rule.drop))
        if score > most + 1e-9:
            best, most = rule, score
    return best, most


def apply_rule(page: Marked, rule: Learned) -> float:
    """Compute the F1, over words, of what a rule takes of a page with gold; 0 if a selector to take matches nothing."""
    if not page.matched.keys() >= set(rule.take):
        return 0.0
    taken = page.cover(rule.take)
    if rule.drop:
        taken &= ~page.cover(rule.drop)
    return 2 * float(page.gold[taken].sum()) / float(page.total[taken].sum() + page.gold.sum())


def _measure_plainness(selector: str) -> tuple[int, int]:
    """Order selectors by how much a person would rather read them."""
    return selector.count(">"), len(selector)


def judge_rule(pages: Sequence[Marked], beside: Sequence[Marked] = ()) -> float | None:
    """Compute the mean F1 of rules on pages that they were not learned from; None for a single page."""
    if len(pages) < 2:
        return None
    folds = min(len(pages), MOST_FOLDS)
    scores = []
    for fold in range(folds):
        rule = learn_rule([page for i, page in enumerate(pages) if i % folds != fold], beside)
        scores += [apply_rule(page, rule) for i, page in enumerate(pages) if i % folds == fold]
    return fmean(scores)

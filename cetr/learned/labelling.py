"""Label the words and the blocks of a page as content or not, from gold text or gold spans."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from cetr.document import Bools, Floats, Ints, Spans, locate_words, mark_inside, mark_matched, split_words
from cetr.learned.blocks import Blocks

LEAST_COVERAGE = 0.6
"""If a smaller share of the gold words is on the page, the gold teaches nothing about its blocks."""


@dataclass(frozen=True)
class WordLabels:
    """The w words in the blocks of a page, in order: where each begins, ``start`` (w,), in which ``block`` (w,), and
    whether it is ``gold`` (w,) or ``optional`` (w,). ``coverage`` is the share of the gold words that are among them.
    """

    start: Ints
    block: Ints
    gold: Bools
    optional: Bools
    coverage: float


@dataclass(frozen=True)
class Labels:
    """The gold of a page's n blocks.

    ``share`` (n,) is the share of each block's words that are gold, 0 to 1. ``counted`` (n,) is 0 where either answer
    is right. ``coverage`` is as in `WordLabels`.
    """

    share: Floats
    counted: Floats
    coverage: float


def label_words(blocks: Blocks, gold: str | Spans, optional: Spans = ()) -> WordLabels:
    """Label the words of blocks by a gold text (aligned by longest common subsequence) or by gold spans.

    A text is aligned only to the words of blocks, so that its headline matches the one on the page and not the page's
    title.
    """
    located = locate_words(blocks.html, None, blocks.tokens)
    block = np.searchsorted(blocks.start, located.start, side="right") - 1
    inside = np.flatnonzero(located.start < np.append(blocks.end, 0)[block])  # the 0 is for -1, before all blocks
    start = located.start[inside]
    if isinstance(gold, str):
        words = split_words(gold)
        hit = mark_matched([located.words[i] for i in inside.tolist()], words)
        expected = len(words)
    else:
        hit = mark_inside(start, gold)
        expected = int(mark_inside(located.start, gold).sum())
    coverage = float(hit.sum()) / expected if expected else 1.0
    return WordLabels(start, block[inside], hit, mark_inside(start, optional), coverage)


def label_blocks(blocks: Blocks, gold: str | Spans, optional: Spans = ()) -> Labels:
    """Label blocks by the labels of their words."""
    return sum_labels(label_words(blocks, gold, optional), len(blocks))


def sum_labels(words: WordLabels, size: int) -> Labels:
    """Sum up the labels of words for each of n = ``size`` blocks."""
    count = np.maximum(np.bincount(words.block, minlength=size), 1)
    share = np.bincount(words.block, weights=words.gold, minlength=size) / count
    optional_share = np.bincount(words.block, weights=words.optional, minlength=size) / count
    return Labels(share, (optional_share < 0.5).astype(np.float64), words.coverage)

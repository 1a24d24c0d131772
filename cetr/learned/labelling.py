"""Label the blocks of a page as content or not, from gold text or gold spans."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from cetr.document import Floats, Spans, locate_words, mark_inside, mark_matched, split_words
from cetr.learned.blocks import Blocks


@dataclass(frozen=True)
class Labels:
    """The gold of a page's n blocks.

    ``share`` (n,) of each block's words that are gold, 0 to 1; ``counted`` (n,), 0 where either answer is right;
    ``coverage`` is the share of the gold words that stand in blocks.
    """

    share: Floats
    counted: Floats
    coverage: float


def label_blocks(blocks: Blocks, gold: str | Spans, optional: Spans = ()) -> Labels:
    """Label blocks by the words of a gold text (aligned by longest common subsequence) or of gold spans."""
    located = locate_words(blocks.html, None, blocks.tokens)
    if isinstance(gold, str):
        words = split_words(gold)
        hit = mark_matched(located.words, words)
        expected = len(words)
    else:
        hit = mark_inside(located.start, gold)
        expected = int(hit.sum())
    free = mark_inside(located.start, optional)
    block = np.searchsorted(blocks.start, located.start, side="right") - 1
    inside = (block >= 0) & (located.start < np.append(blocks.end, 0)[block])
    block = block[inside]
    size = len(blocks)
    words_in = np.maximum(np.bincount(block, minlength=size), 1)
    share = np.bincount(block, weights=hit[inside], minlength=size) / words_in
    optional_share = np.bincount(block, weights=free[inside], minlength=size) / words_in
    coverage = float(hit[inside].sum()) / expected if expected else 1.0
    return Labels(share, (optional_share < 0.5).astype(np.float64), coverage)

"""How gold treats inline elements that are a part of a block: as the rest of the block, or otherwise.

A *leaning* is 0 if gold leaves an element out and takes the rest of its block, 1 for the opposite, and 0.5 if it treats
both alike.
"""

from __future__ import annotations

import numpy as np

from cetr.document import Bools, Floats, Spans, mark_inside, normalize_spans, subtract_spans
from cetr.learned import Inlines, WordLabels
from cetr.learned.templates import Codes, Postings

SURE = 0.9
"""From this mean leaning on, and up to 1 minus this, the gold of other pages decides about an element."""


def compare_inlines(inlines: Inlines, words: WordLabels, size: int) -> tuple[Codes, Floats]:
    """Compare how gold treats the inline elements of a page of n = ``size`` blocks, and the rest of their blocks.

    Returns the different codes (d,), sorted, and the leaning of each (d,).
    """
    known = ~words.optional
    start, gold = words.start[known], words.gold[known].astype(np.float64)
    before = np.concatenate(([0.0], np.cumsum(gold)))
    first, last = np.searchsorted(start, inlines.start), np.searchsorted(start, inlines.end)
    count, hits = last - first, before[last] - before[first]
    in_block = np.bincount(words.block[known], minlength=size)[inlines.block]
    hits_in_block = np.bincount(words.block[known], weights=gold, minlength=size)[inlines.block]
    told = np.flatnonzero((count > 0) & (in_block > count))
    codes, number = np.unique(inlines.code[told], return_inverse=True)
    rest = (hits_in_block - hits)[told] / (in_block - count)[told]
    leaning = (1 + hits[told] / count[told] - rest) / 2
    return codes, np.bincount(number, count[told] * leaning) / np.bincount(number, count[told])


def drop_left_out(words: WordLabels, inlines: Inlines, codes: Codes, leanings: Floats, length: int) -> WordLabels:
    """Return the labels of words without those in elements that gold leaves out, given the codes and leanings of these,
    (d,) each, and the number of characters of the page. The other words say whether the blocks are content.
    """
    left_out = np.isin(inlines.code, codes[1 - leanings >= SURE])
    edges = np.stack((inlines.start[left_out], inlines.end[left_out]), axis=1)
    kept = ~mark_inside(words.start, normalize_spans(edges.tolist(), length))
    return WordLabels(words.start[kept], words.block[kept], words.gold[kept], words.optional[kept], words.coverage)


def ask_leanings(postings: Postings, teachers: Bools, codes: Codes) -> Floats:
    """Find the mean leaning of inline elements (p,) on those labelled pages (pages,) that have them; 0.5 if none has.

    The row of values is the leaning on a page.
    """
    which, row = postings.find(codes)
    told = teachers[postings.page[row]]
    which, leaning = which[told], postings.values[0, row[told]]
    count = np.bincount(which, minlength=len(codes))
    sums = np.bincount(which, leaning, len(codes))
    return np.where(count > 0, sums / np.maximum(count, 1), 0.5)


def follow_leanings(spans: Spans, inlines: Inlines, leaning: Floats, length: int) -> Spans:
    """Cut inline elements out of the content of a page of so many characters, or add them, where gold is sure."""
    edges = np.stack((inlines.start, inlines.end), axis=1)
    cut, added = edges[1 - leaning >= SURE], edges[leaning >= SURE]
    left = subtract_spans(spans, normalize_spans(cut.tolist(), length))
    return normalize_spans((*left, *added.tolist()), length)

"""Containers that gold takes whole, or leaves out whole.

A label says nothing about a block at a path that the labelled page does not have, such as a table in an article, if
that page has none. But if gold takes all that is in a container there, it probably takes this block, too.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

import numpy as np

from cetr.document import Bools, Floats, Ints
from cetr.learned import Labels, pass_over
from cetr.learned.templates import Codes, Postings

_WHOLE = 0.975
"""The least share of a container's text that counts as all of it."""
_LEAST_WORDS = 5
"""A container with fewer words says nothing."""


@dataclass(frozen=True)
class Nesting:
    """The c containers of a page.

    ``code`` (c,) is a hash of the path to each, ``parent`` (c,) the container around it, with a smaller index.
    ``innermost`` (n,) is the innermost container around each block.
    """

    code: Codes
    parent: Ints
    innermost: Ints


def share_containers(nesting: Nesting, words: Floats, labels: Labels) -> tuple[Codes, Floats]:
    """Find the containers of a page whose n blocks have ``words`` (n,) and these labels: the different codes (d,),
    sorted, and the share of the text in each that is gold, (d,).
    """
    codes, of = np.unique(nesting.code, return_inverse=True)
    counted = words * labels.counted
    sums = [_sum_inside(nesting, values) for values in (counted, counted * labels.share)]
    size, gold = (np.bincount(of, values) for values in sums)
    large = size >= _LEAST_WORDS
    return codes[large], gold[large] / size[large]


def ask_containers(postings: Postings, teachers: Bools, nesting: Nesting) -> Floats:
    """Find what gold of the pages that are ``teachers`` (pages,) says about n blocks by the innermost container around
    each that is on any of these pages. Shape (n,).

    If all of it is gold on each that has it, this is the binary logarithm of one more than their number, so 1 for one
    page; if none of it is, the negative of that; else 0. The row of values is the share of a container's text that is
    gold.
    """
    codes, of = np.unique(nesting.code, return_inverse=True)
    which, row = postings.find(codes)
    told = teachers[postings.page[row]]
    which, share = which[told], postings.values[0, row[told]]
    least, most = np.ones(len(codes)), np.zeros(len(codes))
    np.minimum.at(least, which, share)
    np.maximum.at(most, which, share)
    count = np.bincount(which, minlength=len(codes))
    verdict = np.log2(1 + count) * (1.0 * (least >= _WHOLE) - (most <= 1 - _WHOLE))
    unknown = (count == 0)[of]
    return cast(Floats, verdict[of][pass_over(unknown, nesting.parent)][nesting.innermost])


def _sum_inside(nesting: Nesting, values: Floats) -> Floats:
    """Sum a value of blocks, (n,), over all that are inside each container, (c,)."""
    sums = np.bincount(nesting.innermost, values, len(nesting.parent)).tolist()
    for inner, outer in zip(range(len(sums) - 1, 0, -1), nesting.parent[:0:-1].tolist(), strict=True):
        sums[outer] += sums[inner]
    return np.array(sums)

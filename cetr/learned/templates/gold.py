"""How alike two pages are, and what gold of one page says of another's blocks at the same paths."""

from __future__ import annotations

import numpy as np

from cetr.document import Floats, Ints
from cetr.learned.hashes import Codes, sort_different
from cetr.learned.templates.paths import FORM, MIDDLE, NEAR
from cetr.learned.templates.postings import Postings

MOST_PATHS = 1000
"""How many paths are kept of a page: those with the smallest hashes, which are the same on every page that has them."""

LEAST_ALIKE, ALIKE = 0.2, 0.5
"""Pages that share a smaller part of their paths have different templates. From the larger part on, gold at a path
counts fully; in between, in proportion.
"""
GOLD_WEIGHTS = {"near": 0.61, "middle": 0.78, "far": 0.10, "form": 0.10, "names": 0.10}
"""How much gold counts at each kind of path, in log-odds. Fitted by training/fit_site.py to pages of one site."""

_MOST = 6.0
"""The log-odds of what is known of a path are clipped to this."""
_GOLD_BELIEF = 0.1
"""How many pages' worth the expectation weighs that half of a path's text is content."""


def sample_paths(paths: Codes) -> Codes:
    """Sample a page's ``paths``, as those of the pages that are kept."""
    return sort_different(paths.ravel())[:MOST_PATHS]


def compare_paths(postings: Postings, sizes: Ints, paths: Codes) -> Floats:
    """Compute the Jaccard similarity of a page's ``paths`` with those of each of p pages, which have so many, (p,)."""
    own = sample_paths(paths)
    _, row = postings.find(own)
    shared = np.bincount(postings.page[row], minlength=len(sizes))
    alike: Floats = shared / np.maximum(len(own) + sizes - shared, 1)
    return alike


def ask_gold(postings: Postings, trust: Floats, paths: Codes) -> tuple[Floats, Floats]:
    """Find the log-odds that gold gives the n blocks at ``paths`` (len(KINDS), n), for each kind of path, and how much
    they count, 0 to 1, both (len(KINDS), n).

    The first row of values is the path's weight on the page, 0 to 1, and the last one the share of its text that is
    gold, NaN if that is unknown. ``trust`` (pages,) is how much the gold of each page counts, 0 to 1. Where gold of a
    text of the block's form is known at its path, that of other forms does not count for its two shorter paths: dates,
    captions and paragraphs often stand at the same path.
    """
    odds, counts = np.zeros((2, *paths.shape))
    for kind, of_kind in enumerate(paths):
        different, of = np.unique(of_kind, return_inverse=True)
        which, row = postings.find(different)
        weight, gold = postings.values[0, row], postings.values[-1, row]
        trusted = trust[postings.page[row]] * ~np.isnan(gold)
        told = trusted > 0
        mass = np.bincount(which[told], weight[told], len(different))
        content = np.bincount(which[told], weight[told] * gold[told], len(different))
        share = (content + _GOLD_BELIEF) / (mass + 2 * _GOLD_BELIEF)
        most = np.zeros(len(different))
        np.maximum.at(most, which, trusted)
        odds[kind], counts[kind] = to_odds(share)[of], most[of]
    of_form, shorter = counts[FORM] > 0, [NEAR, MIDDLE]
    for values in (odds, counts):
        values[shorter] = np.where(of_form, values[FORM], values[shorter])
    return odds, counts


def to_odds(share: Floats) -> Floats:
    """Convert shares, 0 to 1, into log-odds, within bounds."""
    share = np.clip(share, 1e-4, 1 - 1e-4)
    odds: Floats = np.clip(np.log(share / (1 - share)), -_MOST, _MOST)
    return odds

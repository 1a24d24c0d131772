"""Pages of one template: how alike two pages are, and what gold says of the blocks at its paths.

A model knows templates that several sites share, such as those of forum software, from the pages it was trained on.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from cetr.document import Floats, Ints
from cetr.learned.hashes import Codes, sort_different
from cetr.learned.pathcodes import FORM, KINDS, MIDDLE, NEAR

Values = npt.NDArray[np.floating]

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


@dataclass(frozen=True)
class Postings:
    """Which pages have which hashes: ``codes`` (r,), sorted, the number of the ``page`` (r,), and ``values`` (k, r)."""

    codes: Codes
    page: npt.NDArray[np.int32]
    values: npt.NDArray[np.float32]

    def find(self, codes: Codes) -> tuple[Ints, Ints]:
        """Find the matches of hashes (n,): the index of the hash, and the row."""
        first = np.searchsorted(self.codes, codes, side="left")
        count = np.searchsorted(self.codes, codes, side="right") - first
        which = np.repeat(np.arange(len(codes)), count)
        row = np.arange(len(which)) - np.repeat(np.cumsum(count) - count, count) + first[which]
        return which, row


def post(tables: Sequence[tuple[Codes, Sequence[Values]]], height: int) -> Postings:
    """Post the codes of pages, in order, each with ``height`` rows of values."""
    codes = np.concatenate([np.zeros(0, dtype=np.uint32), *(codes for codes, _ in tables)])
    page = np.repeat(np.arange(len(tables)), [len(codes) for codes, _ in tables])
    nothing = np.zeros((height, 0), dtype=np.float32)
    values = np.concatenate([nothing, *(np.array(rows, dtype=np.float32) for _, rows in tables if rows)], axis=1)
    order = np.argsort(codes, kind="stable")
    return Postings(codes[order], page[order].astype(np.int32), values[:, order] if height else values)


def compare_paths(postings: Postings, sizes: Ints, paths: Codes) -> Floats:
    """Compute the Jaccard similarity of a page's ``paths`` with those of each of p pages, which have so many, (p,)."""
    own = sort_different(paths.ravel())[:MOST_PATHS]
    _, row = postings.find(own)
    shared = np.bincount(postings.page[row], minlength=len(sizes))
    alike: Floats = shared / np.maximum(len(own) + sizes - shared, 1)
    return alike


def ask_gold(postings: Postings, trust: Floats, paths: Codes) -> Floats:
    """Find the log-odds that gold gives the n blocks at ``paths`` (len(KINDS), n), for each kind of path.

    The first row of values is the path's weight on the page, 0 to 1, and the last one the share of its text that is
    gold, NaN if that is unknown. ``trust`` (pages,) is how much the gold of each page counts, 0 to 1. Where gold of a
    text of the block's form is known at its path, that of other forms does not count for its two shorter paths: dates,
    captions and paragraphs often stand at the same path.
    """
    columns = []
    for of_kind in paths:
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
        columns.append((most * to_odds(share))[of])
    for kind in (NEAR, MIDDLE):
        columns[kind] = np.where(columns[FORM], columns[FORM], columns[kind])
    return np.stack(columns)


def to_odds(share: Floats) -> Floats:
    """Convert shares, 0 to 1, into log-odds, within bounds."""
    share = np.clip(share, 1e-4, 1 - 1e-4)
    odds: Floats = np.clip(np.log(share / (1 - share)), -_MOST, _MOST)
    return odds


@dataclass(frozen=True)
class Templates:
    """The paths of p pages with gold, with two rows of values as in `ask_gold`; a page has ``sizes`` (p,) of them.

    A path whose gold is unknown weighs nothing.
    """

    paths: Postings
    sizes: Ints


def make_templates(pages: Iterable[tuple[Codes, Values, Values]]) -> Templates:
    """Make templates of pages: the different codes of its paths, their weights, and the shares that are gold, NaN if
    unknown.
    """
    tables = [(code, (np.where(np.isnan(gold), 0, weight), np.nan_to_num(gold))) for code, weight, gold in pages]
    return Templates(post(tables, 2), np.array([len(code) for code, _ in tables], dtype=np.int64))


def recall(templates: Templates, paths: Codes) -> Floats:
    """Find what gold of known pages of the same template adds to the log-odds of the n blocks at ``paths``, (n,)."""
    alike = compare_paths(templates.paths, templates.sizes, paths)
    trust = np.where(alike >= LEAST_ALIKE, np.minimum(alike / ALIKE, 1), 0)
    if not trust.any():
        return np.zeros(paths.shape[1])
    added: Floats = np.array([GOLD_WEIGHTS[kind] for kind in KINDS]) @ ask_gold(templates.paths, trust, paths)
    return added

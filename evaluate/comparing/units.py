"""The units of resampling: whole sites, because pages of one site are not independent."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from cetr.console import count_of
from cetr.document import Floats, Ints

FEWEST = 10
"""The fewest sites that are resampled. With fewer, pages are."""


@dataclass(frozen=True)
class Units:
    """How n documents are resampled. ``place``, shape (n,), is the number of each document's unit, from 0 to count - 1.

    ``sites`` is the number of known sites, ``unknown`` the number of documents without one.
    """

    kind: Literal["site", "page"]
    place: Ints
    count: int
    sites: int
    unknown: int

    def sum_up(self, table: Floats) -> Floats:
        """Sum a table's columns, shape (n, k), over each unit: shape (count, k)."""
        order = np.argsort(self.place, kind="stable")
        starts = np.searchsorted(self.place[order], np.arange(self.count))
        return np.asarray(np.add.reduceat(table[order], starts, axis=0))

    @property
    def drawn(self) -> str:
        """The units and their number: ``12 sites``."""
        return count_of(self.count, self.kind)

    @property
    def warning(self) -> str:
        """Why the intervals and p-values may be wrong; empty if nothing suggests that."""
        n = len(self.place)
        if self.kind == "page" and n > self.sites + self.unknown:
            return (
                f"{count_of(self.sites, 'site')}, under {FEWEST}: pages are resampled as if they were independent; "
                "if pages of one site are alike, intervals are too narrow and p-values too small"
            )
        if n > 1 and self.unknown == n:
            return "no page has a URL, so the sites are not known: pages are resampled as if they were independent"
        if self.kind == "site" and 2 * (largest := int(np.bincount(self.place).max())) > n:
            return f"one site has {largest} of {count_of(n, 'page')}: intervals and p-values rest on few others"
        return ""


def find_units(sites: Sequence[str]) -> Units:
    """Find the units of documents with these sites; a document with an unknown site, empty, is a unit by itself.

    Units are sites if there are at least `FEWEST` of these, otherwise pages.
    """
    n = len(sites)
    known = Counter(site for site in sites if site)
    unknown = n - known.total()
    if len(known) + unknown < FEWEST or not known:
        return Units("page", np.arange(n), n, len(known), unknown)
    numbers: dict[object, int] = {}
    place = [numbers.setdefault(site or i, len(numbers)) for i, site in enumerate(sites)]
    return Units("site", np.array(place, dtype=np.int64), len(numbers), len(known), unknown)

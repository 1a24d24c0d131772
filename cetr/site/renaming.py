"""Pages whose elements had other names, before their site was built anew.

Some tools that build sites make up the names of classes, and change them with each build. Then hardly a path of an old
page is on a new one, except by the names of tags.
"""

from __future__ import annotations

import numpy as np

from cetr.document import Bools
from cetr.learned.templates import ALIKE, NAMES, Codes, Postings, sample_paths

_LEFT = 0.1
"""If elements have other names, a smaller part of the named paths is shared than this times that of the others."""


def find_renamed(postings: Postings, size: int, paths: Codes) -> Bools:
    """Find those of p = ``size`` pages, (p,), that share at least `ALIKE` of a page's ``paths`` (len(KINDS), n) by tag
    names, but hardly any other.
    """
    own = sample_paths(paths)
    by_tags = np.isin(own, paths[NAMES])
    which, row = postings.find(own)
    page = postings.page[row]
    tags, names = (
        np.bincount(page[of_kind[which]], minlength=size) / max(int(of_kind.sum()), 1)
        for of_kind in (by_tags, ~by_tags)
    )
    found: Bools = (tags >= ALIKE) & (names < _LEFT * tags)
    return found

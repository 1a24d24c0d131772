"""Pages of one template, by the paths of elements that they share."""

from __future__ import annotations

import numpy as np

from cetr.learned import read_page
from cetr.site import LEAST_ALIKE, Signature, sign_page

MOST_PATHS = 128
"""So many paths of a page are compared: those of the smallest hashes, which are the same ones on every page."""

Paths = frozenset[int]
"""Hashes of paths of elements."""


def sketch_paths(signature: Signature) -> Paths:
    """Some of the paths of a page that has been read."""
    return frozenset(np.unique(signature.paths)[:MOST_PATHS].tolist())


def sketch_page(html: str) -> Paths:
    """Some of the paths of a page."""
    return sketch_paths(sign_page(read_page(html)))


def is_alike(one: Paths, other: Paths) -> bool:
    """Whether two pages share so many paths that, on one site, one has a voice in the other."""
    shared = len(one & other)
    return shared > 0 and shared >= LEAST_ALIKE * (len(one) + len(other) - shared)

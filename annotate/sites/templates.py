"""Recognise pages of one template by the element paths that they share."""

from __future__ import annotations

import numpy as np

from cetr.learned import read_page
from cetr.learned.templates import LEAST_ALIKE
from cetr.site import Signature, sign_page

MOST_PATHS = 128
"""How many paths of a page are compared: those with the smallest hashes, which are the same on every page."""

Paths = frozenset[int]
"""Hashes of element paths."""


def sketch_paths(signature: Signature) -> Paths:
    """Sketch a page that has been read by some of its paths."""
    return frozenset(np.unique(signature.paths)[:MOST_PATHS].tolist())


def sketch_page(html: str) -> Paths:
    """Sketch a page by some of its paths."""
    return sketch_paths(sign_page(read_page(html)))


def measure_likeness(one: Paths, other: Paths) -> float:
    """Measure the part of all paths of two pages that both have, 0 to 1."""
    shared = len(one & other)
    return shared / (len(one) + len(other) - shared) if shared else 0.0


def is_alike(one: Paths, other: Paths, least: float = LEAST_ALIKE) -> bool:
    """Whether two pages of a site share at least a part ``least`` of their paths: by default, so many that both have
    the same template.
    """
    return measure_likeness(one, other) >= least

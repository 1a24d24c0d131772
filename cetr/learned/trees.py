"""Boosted decision trees, evaluated with NumPy alone: all trees and all rows go down one level at a time."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from cetr.learned.blocks import Floats
from cetr.learned.features import Matrix


@dataclass(frozen=True)
class Trees:
    """The nodes of all trees in one table, each array (nodes,).

    A row whose ``feature`` is over the ``threshold`` goes to the node after ``child``, else to ``child``; a leaf is its
    own child with an endless threshold and holds a ``value``. ``roots`` (trees,) are where trees begin, ``depth`` is
    that of the deepest leaf. The sum of the leaves' values and ``base`` are log-odds.
    """

    feature: npt.NDArray[np.int32]
    threshold: npt.NDArray[np.float32]
    child: npt.NDArray[np.int32]
    value: npt.NDArray[np.float32]
    roots: npt.NDArray[np.int32]
    depth: int
    base: float


def evaluate_trees(trees: Trees, features: Matrix) -> Floats:
    """The log-odds of each row of features (n, f), (n,)."""
    rows, width = features.shape
    flat = np.ascontiguousarray(features).ravel()
    offset = (np.arange(rows, dtype=np.int32) * width)[:, np.newaxis]
    node = np.broadcast_to(trees.roots, (rows, len(trees.roots)))
    for _ in range(trees.depth):
        over = flat.take(offset + trees.feature.take(node)) > trees.threshold.take(node)
        node = trees.child.take(node) + over
    odds: Floats = trees.value.take(node).sum(axis=1, dtype=np.float64) + trees.base
    return odds

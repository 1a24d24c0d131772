"""Boosted decision trees, evaluated only with NumPy: all trees and all rows go down one level at a time."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from cetr.document import Floats, Ints
from cetr.learned.columns import Matrix


@dataclass(frozen=True)
class Trees:
    """The nodes of all trees in one table, each array (nodes,).

    A row whose ``feature`` is over the ``threshold`` goes to the node after ``child``, otherwise to ``child``. A leaf
    is its own child, with an infinite threshold and a ``value``. ``roots`` (trees,) are where trees begin, ``depth`` is
    that of the deepest leaf. The sum of the leaves' values and ``base`` are log-odds.
    """

    feature: npt.NDArray[np.int32]
    threshold: npt.NDArray[np.float32]
    child: npt.NDArray[np.int32]
    value: npt.NDArray[np.float32]
    roots: npt.NDArray[np.int32]
    depth: int
    base: float

    @cached_property
    def levels(self) -> tuple[list[tuple[Ints, Matrix]], Matrix]:
        """The completed trees: feature and threshold (trees * 2**level,) of each level, and the leaves' values.

        The children of node i are nodes 2 * i and 2 * i + 1 of the next level. Below a leaf all rows go to the left.
        """
        levels, node = [], self.roots
        for _ in range(self.depth):
            levels.append((self.feature[node].astype(np.int64), self.threshold[node]))
            right = self.child[node] + np.isfinite(self.threshold[node])
            node = np.stack((self.child[node], right), axis=1).ravel()
        return levels, self.value[node]


def evaluate_trees(trees: Trees, features: Matrix) -> Floats:
    """Compute the log-odds of each row of features (n, f), (n,)."""
    rows = np.arange(len(features))
    flat = np.ascontiguousarray(features.T).ravel()
    levels, values = trees.levels
    node = np.repeat(np.arange(len(trees.roots))[:, np.newaxis], len(rows), axis=1)
    for feature, threshold in levels:
        # No index is out of bounds, and NumPy clips faster than it checks.
        place = (feature * len(rows)).take(node, mode="clip")
        place += rows
        over = flat.take(place, mode="clip") > threshold.take(node, mode="clip")
        node += node
        node += over
    odds: Floats = values.take(node, mode="clip").sum(axis=0, dtype=np.float64) + trees.base
    return odds

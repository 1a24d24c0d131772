"""Completed decision trees, and the way down to their leaves: all trees and all rows go down one level at a time."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from cetr.document import Ints
from cetr.learned.columns import Matrix


@dataclass(frozen=True)
class Nodes:
    """Trees whose leaves are all at the same ``depth``.

    ``feature`` and ``threshold`` (trees, 2**depth - 1) are the nodes of each tree level by level, ``value`` (trees,
    2**depth) its leaves. The children of node i are the nodes 2 * i + 1 and 2 * i + 2. A row goes to the second if its
    feature is over the threshold; a threshold is infinite where the tree had a leaf.
    """

    depth: int
    feature: npt.NDArray[np.int32]
    threshold: Matrix
    value: Matrix

    @cached_property
    def levels(self) -> list[tuple[Ints, Matrix]]:
        """Feature and threshold of the nodes of each level of all trees, (trees * 2**level,)."""
        parts = [slice(2**level - 1, 2 ** (level + 1) - 1) for level in range(self.depth)]
        return [(self.feature[:, part].ravel().astype(np.int64), self.threshold[:, part].ravel()) for part in parts]


def find_leaves(nodes: Nodes, features: Matrix) -> Matrix:
    """Find the value of the leaf that each row reaches in each tree, (trees, n), from features (f, n)."""
    rows, flat = np.arange(features.shape[1]), features.ravel()
    node = np.repeat(np.arange(len(nodes.value))[:, np.newaxis], len(rows), axis=1)
    for feature, threshold in nodes.levels:
        # No index is out of bounds, and NumPy clips faster than it checks.
        place = (feature * len(rows)).take(node, mode="clip")
        place += rows
        over = flat.take(place, mode="clip") > threshold.take(node, mode="clip")
        node += node
        node += over
    return nodes.value.ravel().take(node, mode="clip")

"""Boosted decision trees."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from cetr.compiled import IN_USE
from cetr.document import Floats
from cetr.learned.columns import Matrix
from cetr.learned.nodes import Nodes

if IN_USE:
    from cetr.learned.descending import find_leaves
else:
    from cetr.learned.nodes import find_leaves


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
    def nodes(self) -> Nodes:
        """The completed trees."""
        node = self.roots[:, np.newaxis]
        features, thresholds = [self.feature[node[:, :0]]], [self.threshold[node[:, :0]]]
        for _ in range(self.depth):
            features.append(self.feature[node])
            thresholds.append(self.threshold[node])
            right = self.child[node] + np.isfinite(self.threshold[node])
            node = np.stack((self.child[node], right), axis=2).reshape(len(self.roots), -1)
        return Nodes(
            self.depth,
            np.ascontiguousarray(np.hstack(features), np.int32),
            np.ascontiguousarray(np.hstack(thresholds), np.float32),
            np.ascontiguousarray(self.value[node], np.float32),
        )


def evaluate_trees(trees: Trees, features: Matrix) -> Floats:
    """Compute the log-odds of each row of features (n, f), (n,)."""
    found = find_leaves(trees.nodes, np.ascontiguousarray(features.T))
    odds: Floats = found.sum(axis=0, dtype=np.float64) + trees.base
    return odds

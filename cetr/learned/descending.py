"""The way down decision trees in one compiled loop over all trees and rows."""

from __future__ import annotations

import numpy as np

from cetr.compiled import descent
from cetr.learned.columns import Matrix
from cetr.learned.nodes import Nodes


def find_leaves(nodes: Nodes, features: Matrix) -> Matrix:
    """Find the value of the leaf that each row reaches in each tree, (trees, n), from features (f, n)."""
    found = np.empty((len(nodes.value), features.shape[1]), dtype=np.float32)
    descent.find_leaves(features, nodes.feature, nodes.threshold, nodes.value, nodes.depth, found)
    return found

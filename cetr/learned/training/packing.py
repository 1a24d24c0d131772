"""Trees of scikit-learn as ours, in which the two children of a node are adjacent."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from cetr.learned.trees import Trees

Row = npt.NDArray[np.generic]


def pack_tree(left: Row, right: Row, feature: Row, threshold: Row, value: Row) -> Trees:
    """Pack a tree, all arrays (nodes,), the root first. A node whose child on the ``left`` is not above 0 is a leaf."""
    size = len(left)
    features, children = np.zeros(size, dtype=np.int32), np.arange(size, dtype=np.int32)
    thresholds, values = np.full(size, np.inf, dtype=np.float32), np.zeros(size, dtype=np.float32)
    waiting, free, depth = [(0, 0, 0)], 1, 0
    for here, node, level in waiting:
        if left[node] <= 0:
            values[here] = value[node]
            depth = max(depth, level)
            continue
        features[here], thresholds[here], children[here] = feature[node], threshold[node], free
        waiting += [(free, int(left[node]), level + 1), (free + 1, int(right[node]), level + 1)]
        free += 2
    return Trees(features, thresholds, children, values, np.zeros(1, dtype=np.int32), depth, 0.0)


def join_trees(parts: Sequence[Trees]) -> Trees:
    """Join trees whose sums are added."""
    before = np.cumsum([0, *(len(part.feature) for part in parts)])[:-1]
    moved = list(zip(parts, before, strict=True))
    return Trees(
        feature=np.concatenate([part.feature for part in parts]),
        threshold=np.concatenate([part.threshold for part in parts]),
        child=np.concatenate([part.child + at for part, at in moved]).astype(np.int32),
        value=np.concatenate([part.value for part in parts]),
        roots=np.concatenate([part.roots + at for part, at in moved]).astype(np.int32),
        depth=max(part.depth for part in parts),
        base=sum(part.base for part in parts),
    )

"""Decision trees."""

from __future__ import annotations

import numpy as np

from cetr.learned.trees import Trees, evaluate_trees


def test_trees_of_different_shapes() -> None:
    """A row goes right where its feature is over the threshold, to leaves at any depth; a tree may be one leaf."""
    none = np.inf
    trees = Trees(
        feature=np.array([0, 0, 1, 0, 0, 0], dtype=np.int32),
        threshold=np.array([0.5, none, 2, none, none, none], dtype=np.float32),
        child=np.array([1, 1, 3, 3, 4, 5], dtype=np.int32),
        value=np.array([0, 0.25, 0, 1, -1, 0.5], dtype=np.float32),
        roots=np.array([0, 5], dtype=np.int32),
        depth=2,
        base=8.0,
    )
    rows = np.array([[0.5, 9], [1, 2], [1, 3]], dtype=np.float32)
    assert evaluate_trees(trees, rows).tolist() == [8.75, 9.5, 7.5]

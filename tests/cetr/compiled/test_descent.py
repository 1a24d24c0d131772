"""The compiled way down decision trees reaches the leaves that NumPy reaches."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import cetr.compiled
from cetr.learned.nodes import Nodes, find_leaves

if not cetr.compiled.IN_USE:
    pytest.skip("the compiled loops were not built here", allow_module_level=True)

from cetr.compiled import descent
from cetr.learned import descending

VALUES = np.array([-np.inf, -1.5, -0.0, 0.0, 0.25, 3, np.inf, np.nan], np.float32)


def make_nodes(trees: int, depth: int, features: int, seed: int) -> Nodes:
    """Make trees of any nodes."""
    draw, count = np.random.default_rng(seed), 2**depth - 1
    feature = draw.integers(0, features, (trees, count), np.int32)
    value = draw.normal(size=(trees, count + 1)).astype(np.float32)
    return Nodes(depth, feature, draw.choice(VALUES[:-1], (trees, count)), value)


@given(st.integers(1, 5), st.integers(0, 5), st.integers(1, 4), st.integers(0, 50), st.integers(0, 2**32 - 1))
def test_both_ways_reach_the_same_leaves(trees: int, depth: int, features: int, rows: int, seed: int) -> None:
    """Whatever the trees, and with features that are infinite or not a number."""
    nodes = make_nodes(trees, depth, features, seed)
    table = np.random.default_rng(seed + 1).choice(VALUES, (features, rows))
    expected, found = find_leaves(nodes, table), descending.find_leaves(nodes, table)
    assert found.dtype == expected.dtype
    assert found.tolist() == expected.tolist()


@pytest.mark.parametrize("feature", [-1, 2])
def test_a_feature_that_is_not_there_is_refused(feature: int) -> None:
    """No memory is read beyond the table."""
    nodes = make_nodes(1, 2, 1, 0)
    nodes.feature[0, 2] = feature
    with pytest.raises(IndexError, match="a feature that is not there"):
        descending.find_leaves(nodes, np.zeros((2, 3), np.float32))


def test_tables_of_different_sizes_are_refused() -> None:
    """Neither leaves nor results are read or written beyond their ends."""
    nodes, table = make_nodes(2, 2, 1, 0), np.zeros((1, 3), np.float32)
    for value, found in ((nodes.value[:, :3], (2, 3)), (nodes.value, (1, 3)), (nodes.value, (2, 2))):
        whole = np.ascontiguousarray(value)
        with pytest.raises(ValueError, match="differ in size"):
            descent.find_leaves(table, nodes.feature, nodes.threshold, whole, 2, np.empty(found, np.float32))

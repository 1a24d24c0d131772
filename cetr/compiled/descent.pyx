# cython: language_level=3, boundscheck=True, wraparound=False, initializedcheck=False, cdivision=True
# cython: show_performance_hints=False
"""Lead rows of features down decision trees: the loop of `cetr.learned.descending`.

Arrays belong to the caller. Cython checks each access to them, except in the innermost loop, whose indices are checked
before it.
"""

from libc.stdint cimport int32_t

include "interface.pxi"

# How many rows go down a tree together. None waits for another, so the processor follows them at once; more would not
# fit into its registers.
cdef enum:
    LANES = 16


def find_leaves(
    const float[:, ::1] features not None,
    const int32_t[:, ::1] feature not None,
    const float[:, ::1] threshold not None,
    const float[:, ::1] value not None,
    int depth,
    float[:, ::1] found not None,
):
    """Write the value of the leaf that each row reaches in each tree, (trees, rows).

    ``features`` has a row for each feature. ``feature`` and ``threshold`` (trees, 2**depth - 1) are the nodes of each
    tree level by level, ``value`` (trees, 2**depth) its leaves.
    """
    cdef Py_ssize_t trees = value.shape[0], rows = features.shape[1], nodes, tree, i
    if not 0 <= depth < 31:
        raise ValueError("depth: is negative or too large")
    nodes = (<Py_ssize_t> 1 << depth) - 1
    if not (
        feature.shape[0] == threshold.shape[0] == found.shape[0] == trees and found.shape[1] == rows
        and feature.shape[1] == threshold.shape[1] == nodes and value.shape[1] == nodes + 1
    ):
        raise ValueError("the trees' tables differ in size")
    if trees == 0 or rows == 0:
        return
    for tree in range(trees):
        for i in range(nodes):
            if not 0 <= feature[tree, i] < features.shape[0]:
                raise IndexError("a tree asks for a feature that is not there")
    with nogil:
        for tree in range(trees):
            _descend(
                &features[0, 0] if features.shape[0] else NULL, rows,
                &feature[tree, 0] if nodes else NULL, &threshold[tree, 0] if nodes else NULL,
                &value[tree, 0], depth, &found[tree, 0],
            )


cdef inline void _descend(
    const float* features, Py_ssize_t rows, const int32_t* feature, const float* threshold, const float* value,
    int depth, float* found,
) noexcept nogil:
    """One tree."""
    cdef Py_ssize_t row = 0
    while row + LANES <= rows:
        _descend_together(features + row, rows, LANES, feature, threshold, value, depth, found + row)
        row += LANES
    _descend_together(features + row, rows, rows - row, feature, threshold, value, depth, found + row)


cdef inline void _descend_together(
    const float* features, Py_ssize_t rows, Py_ssize_t lanes, const int32_t* feature, const float* threshold,
    const float* value, int depth, float* found,
) noexcept nogil:
    cdef int32_t[LANES] node
    cdef Py_ssize_t lane
    cdef int level
    for lane in range(lanes):
        node[lane] = 0
    for level in range(depth):
        for lane in range(lanes):
            node[lane] = 2 * node[lane] + 1 + (features[feature[node[lane]] * rows + lane] > threshold[node[lane]])
    for lane in range(lanes):
        found[lane] = value[node[lane] - (1 << depth) + 1]

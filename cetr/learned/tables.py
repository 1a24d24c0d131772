"""Tables of data, whose cells share a fate: a table with half of its rows, or with values without their names, is of
little use, and most gold takes tables as a whole.
"""

from __future__ import annotations

import numpy as np

from cetr.document import Bools, Floats, Ints, Numbers, mark_names
from cetr.learned.blocks import Blocks
from cetr.learned.choice import LEAST_WORDS
from cetr.learned.containers import pass_over

_LEAST_MEAN = 0.3
"""The least mean probability of a table that is taken as a whole."""
_LEAST_PROBABILITY = 0.1
"""Blocks of a table that are less probable stay out: gold of other pages, or a part called comments, speaks against
them.
"""
_LEAST_ROWS, _LEAST_CELLS = 3, 2
"""Smaller tables may serve the layout of a page."""
_MOST_WORDS = 16
"""In a table whose blocks have more words on average, they rather are paragraphs."""
_REGULAR = 0.6
"""The least share of rows that have the most frequent number of cells."""


def complete_tables(blocks: Blocks, probability: Floats, chosen: Bools) -> Bools:
    """Add the other blocks of tables of data that are probable as a whole to the chosen ones; (n,)."""
    number, parent = blocks.containers.number, blocks.containers.parent
    is_table = mark_names("table")[number]
    if not is_table.any():
        return chosen
    table = pass_over(~is_table, parent)
    inside = table[blocks.container]
    weight = np.maximum(blocks.words, LEAST_WORDS)
    content, text, size = (
        np.bincount(inside, values, len(parent)) for values in (weight * probability, weight, np.ones(len(blocks)))
    )
    probable = (content >= _LEAST_MEAN * text) & (text <= _MOST_WORDS * size)
    taken = probable & _find_regular(is_table, table, number, parent)
    completed: Bools = chosen | (taken[inside] & (probability > _LEAST_PROBABILITY))
    return completed


def _find_regular(is_table: Bools, table: Ints, number: Numbers, parent: Ints) -> Bools:
    """Mark the containers (c,) that are tables with rows and columns, most rows with the same number of cells."""
    is_row, is_cell = mark_names("tr")[number], mark_names("td", "th")[number]
    around = pass_over(~(is_row | is_table), parent)[is_cell]
    cells = np.bincount(around, minlength=len(parent))[is_row]
    keys, rows = np.unique(np.stack((table[is_row], cells)), axis=1, return_counts=True)
    most, at_all = np.zeros((2, len(parent)), dtype=np.int64)
    np.maximum.at(most, keys[0, keys[1] >= _LEAST_CELLS], rows[keys[1] >= _LEAST_CELLS])
    np.add.at(at_all, keys[0], rows)
    regular: Bools = is_table & (at_all >= _LEAST_ROWS) & (most >= _REGULAR * at_all)
    return regular

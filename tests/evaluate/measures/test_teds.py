"""The edit distance of two tables, beside its definition."""

from __future__ import annotations

from functools import lru_cache
from typing import TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rapidfuzz.distance import Levenshtein

from cetr.structure import Block, Inline
from evaluate.measures.teds import score_tree

Cell: TypeAlias = tuple[str, int, int]
Node: TypeAlias = tuple[str, Cell, "Forest"]
Forest: TypeAlias = tuple[Node, ...]

NO_CELL = ("", 1, 1)
CELLS = st.tuples(st.sampled_from(["", "a", "ab", "cd"]), st.just(1) | st.just(2), st.just(1))
TABLES = st.lists(st.lists(CELLS, max_size=3), max_size=3)


def make_block(table: list[list[Cell]]) -> Block:
    """A table of rows of cells, each with its text, columns and rows."""

    def make(text: str, columns: int, rows: int) -> Block:
        paragraph = Block("paragraph", 0, 0, inlines=(Inline("text", text),))
        return Block("cell", 0, 0, blocks=(paragraph,), columns=columns, rows=rows)

    rows = (Block("row", 0, 0, blocks=tuple(make(*cell) for cell in row)) for row in table)
    return Block("table", 0, 0, blocks=tuple(rows))


def make_tree(table: list[list[Cell]]) -> Forest:
    """The same as a tree."""
    rows = tuple(("row", NO_CELL, tuple(("cell", cell, ()) for cell in row)) for row in table)
    return (("table", NO_CELL, rows),)


def count(forest: Forest) -> int:
    """The number of its nodes."""
    return sum(1 + count(inside) for _, _, inside in forest)


def rename(one: Node, other: Node) -> float:
    """The cost of making a node another: of a cell that differs only in its text, its share that differs."""
    same = (one[0], one[1][1:]) == (other[0], other[1][1:])
    return Levenshtein.normalized_distance(one[1][0], other[1][0]) if same else 1.0


@lru_cache(maxsize=10_000)
def measure(one: Forest, other: Forest) -> float:
    """The distance of two forests: the last root of one is deleted, or that of the other inserted, or both match."""
    if not (one and other):
        return count(one or other)
    *_, last = one
    *_, end = other
    return min(
        measure((*one[:-1], *last[2]), other) + 1,
        measure(one, (*other[:-1], *end[2])) + 1,
        measure(last[2], end[2]) + measure(one[:-1], other[:-1]) + rename(last, end),
    )


@given(TABLES, TABLES)
def test_teds_is_that_of_the_definition(one: list[list[Cell]], other: list[list[Cell]]) -> None:
    """Whatever the tables, and whichever is the gold."""
    first, second = make_tree(one), make_tree(other)
    expected = 1 - measure(first, second) / max(count(first), count(second))
    assert score_tree(make_block(one), make_block(other)) == pytest.approx(expected)
    assert score_tree(make_block(other), make_block(one)) == pytest.approx(expected)

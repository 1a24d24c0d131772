"""Tree edit distance based similarity (TEDS) of two tables."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from rapidfuzz.distance import Levenshtein

from cetr.structure import Block
from evaluate.measures.blocks import read_text

MOST_PAIRS = 2_000_000
"""Tables with more pairs of nodes are too large for a distance of trees: 1,400 cells each."""


@dataclass(frozen=True)
class _Label:
    """A node's name, the columns and rows that a cell spans, and a cell's text."""

    name: str
    size: tuple[int, int] = (1, 1)
    text: str = ""


@dataclass(frozen=True)
class _Tree:
    """Nodes in postorder, with the leftmost leaf of each, and the roots of the subtrees that are compared."""

    labels: tuple[_Label, ...]
    leftmost: tuple[int, ...]
    roots: tuple[int, ...]


def score_tree(gold: Block, predicted: Block) -> float:
    """Compute the TEDS of two tables, 0 to 1: 1 - (edit distance of their trees) / (nodes of the larger).

    Deleting, inserting or renaming a node costs 1. A cell that differs only in its text costs the edit distance of the
    texts divided by the longer length. Time grows with the product of the numbers of nodes. Beyond `MOST_PAIRS`, nodes
    are compared as multisets instead, whatever their order. Source: Zhong and others 2020, equation 1; Zhang and Shasha
    1989 for the distance.
    """
    one, other = _make_tree(gold), _make_tree(predicted)
    if one == other:
        return 1.0
    if len(one.labels) * len(other.labels) > MOST_PAIRS:
        shared = (Counter(one.labels) & Counter(other.labels)).total()
        return shared / max(len(one.labels), len(other.labels))
    return 1 - _distance(one, other) / max(len(one.labels), len(other.labels))


def _make_tree(table: Block) -> _Tree:
    labels: list[_Label] = []
    leftmost: list[int] = []
    for row in table.blocks:
        first = len(labels)
        for cell in row.blocks:
            labels.append(_Label("cell", (cell.columns, cell.rows), read_text(cell)))
            leftmost.append(len(labels) - 1)
        labels.append(_Label("row"))
        leftmost.append(first)
    labels.append(_Label("table"))
    leftmost.append(0)
    # Among the nodes with the same leftmost leaf, the highest is the root of a subtree.
    highest = {leaf: node for node, leaf in enumerate(leftmost)}
    return _Tree(tuple(labels), tuple(leftmost), tuple(sorted(highest.values())))


def _rename(one: _Label, other: _Label) -> float:
    if one.name != other.name or one.size != other.size:
        return 1.0
    return Levenshtein.normalized_distance(one.text, other.text) if one.text != other.text else 0.0


def _distance(one: _Tree, other: _Tree) -> float:
    trees = [[0.0] * len(other.labels) for _ in one.labels]
    for i in one.roots:
        for j in other.roots:
            _compare(one, other, i, j, trees)
    return trees[-1][-1]


def _compare(one: _Tree, other: _Tree, i: int, j: int, trees: list[list[float]]) -> None:
    """Compute the distances of all pairs of subtrees under two roots that share their leftmost leaves."""
    first, second = one.leftmost[i], other.leftmost[j]
    height, width = i - first + 2, j - second + 2
    forests = [[0.0] * width for _ in range(height)]
    forests[0] = [float(y) for y in range(width)]
    for x in range(1, height):
        node = first + x - 1
        row, before = forests[x], forests[x - 1]
        row[0] = float(x)
        begins = one.leftmost[node] == first
        for y in range(1, width):
            leaf = second + y - 1
            cheapest = min(before[y], row[y - 1]) + 1
            if begins and other.leftmost[leaf] == second:
                row[y] = min(cheapest, before[y - 1] + _rename(one.labels[node], other.labels[leaf]))
                trees[node][leaf] = row[y]
            else:
                above = forests[one.leftmost[node] - first][other.leftmost[leaf] - second]
                row[y] = min(cheapest, above + trees[node][leaf])

"""The pool of blocks of a region, by the dividing rules of VIPS; see `segmentation`."""

from __future__ import annotations

from dataclasses import dataclass

from cetr.document import pack_name
from cetr.visual.nodes import Box, Node

SMALL = 0.05
"""A node of less than this share of the page's area is small (rules 8 and 9). The report leaves the number open."""

MOST_COHERENT = 10

_TABLE, _TR, _TD, _P, HR = (pack_name(name) for name in ("table", "tr", "td", "p", "hr"))


@dataclass(frozen=True)
class Pooled:
    """A block of the pool: a node, its place in document order, and its degree of coherence."""

    node: int
    place: int
    box: Box
    coherence: int


def extract_blocks(nodes: list[Node], region: int, area: float) -> list[Pooled]:
    """Extract the pool of blocks of a region, a node, by the dividing rules of the report, in document order.

    We use rules 1 to 9, 11 and 12. Rule 10, by which a node is not divided if the one before it was not, is left out.
    """
    pool: list[Pooled] = []
    waiting: list[tuple[int, int]] = [(region, 0)]
    while waiting:
        index, given = waiting.pop()
        node = nodes[index]
        coherence = given or _judge(nodes, node, index == region, area)
        if coherence:
            if node.area > 0:
                pool.append(Pooled(index, len(pool), node.box, coherence))
            continue
        for child in reversed(node.children):
            # Rule 7: a child of another colour is not divided in this round.
            kept = nodes[child].background != node.background and nodes[child].children
            waiting.append((child, _coherence_by_size(nodes[child], area) if kept else 0))
    return pool


def _judge(nodes: list[Node], node: Node, is_root: bool, area: float) -> int:
    """Return the degree of coherence of a node that is not divided, 0 for one that is divided."""
    children = [nodes[child] for child in node.children]
    if not children:
        return MOST_COHERENT  # a text, or a rule, which separates (rule 1 has removed the rest)
    if len(children) == 1 and not children[0].textual:
        return 0  # rule 2
    if is_root and not all(child.textual for child in children):
        return 0  # rule 3
    if all(child.textual for child in children):
        return MOST_COHERENT if len({child.font for child in children}) == 1 else MOST_COHERENT - 1  # rule 4
    if (node.kind == "inline" or node.name == _P) and any(child.kind == "block" for child in children):
        return 0  # rule 5
    if any(child.name == HR for child in children):
        return 0  # rule 6
    if any(child.background != node.background for child in children):
        return 0  # rule 7
    if any(child.textual for child in children) and node.area < SMALL * area:
        return _coherence_by_size(node, area)  # rule 8
    if max(child.area for child in children) < SMALL * area:
        return _coherence_by_size(node, area)  # rule 9
    return _coherence_by_size(node, area) if node.name in (_TABLE, _TR) else 0  # rules 11 and 12


def _coherence_by_size(node: Node, area: float) -> int:
    """Return 5 to 8: the smaller a node, the more coherent; one more for a paragraph, cell or inline element."""
    share = node.area / area
    level = 5 + (share < 0.3) + (share < SMALL)
    return level + (node.kind == "inline" or node.name in (_P, _TD))

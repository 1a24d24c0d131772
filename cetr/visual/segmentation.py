"""VIPS: blocks by visual cues, the separators between them, and the structure that these make.

Source: Cai, Yu, Wen, Ma, "VIPS: a vision-based page segmentation algorithm", MSR-TR-2003-79 (2003). A round takes one
region of the page, extracts blocks from its nodes, finds the separators between the blocks and their weights, and
builds the structure by cutting at the heaviest separators first; blocks that are not coherent enough get a round of
their own.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import pairwise

from cetr.document import Page
from cetr.visual.layout import Layout
from cetr.visual.nodes import Box, Node, Nodes, join_boxes, list_nodes
from cetr.visual.pooling import HR, MOST_COHERENT, Pooled, extract_blocks


@dataclass
class Block:
    """A visual block: its box, its degree of coherence (1 to 10), its text tokens, and the blocks in it."""

    box: Box
    coherence: int
    tokens: tuple[int, ...]
    children: list[Block] = field(default_factory=list)

    def walk(self) -> Iterable[tuple[int, Block]]:
        """Yield the block and all blocks in it with their depths, in document order."""
        waiting = [(0, self)]
        while waiting:
            depth, block = waiting.pop()
            yield depth, block
            waiting.extend((depth + 1, child) for child in reversed(block.children))


def segment_page(page: Page, layout: Layout, pdoc: int) -> Block:
    """Segment a page into visual blocks, down to a permitted degree of coherence (1 to 10)."""
    listed = list_nodes(page, layout)
    whole, area = len(listed.nodes) - 1, layout.width * layout.height
    root = Block(listed.nodes[whole].box, 1, listed.find_tokens([whole]))
    waiting = [(root, whole)]
    while waiting:
        block, member = waiting.pop()
        pool = extract_blocks(listed.nodes, member, area)
        if len(pool) < 2:
            continue
        for leaf, pooled in _build_structure(block, pool, listed):
            if leaf.coherence < pdoc:
                waiting.append((leaf, pooled.node))
    return root


@dataclass(frozen=True)
class _Separator:
    """A gap between blocks of a region: the block after it, in the order across it, and its weight."""

    before: int
    weight: int


def _build_structure(region: Block, pool: list[Pooled], listed: Nodes) -> list[tuple[Block, Pooled]]:
    """Cut a region's pool at the heaviest separators first; returns the leaves with their nodes."""
    leaves: list[tuple[Block, Pooled]] = []
    waiting: list[tuple[Block, list[Pooled]]] = [(region, pool)]
    while waiting:
        block, members = waiting.pop()
        groups, weight = _cut(members, listed.nodes)
        if len(groups) == 1:
            # Blocks that overlap have no separator between them, but each is one.
            groups, weight = [[member] for member in members], 0
        block.coherence = max(1, MOST_COHERENT - weight)
        for group in groups:
            box, text = join_boxes([m.box for m in group]), listed.find_tokens(m.node for m in group)
            block.children.append(Block(box, group[0].coherence if len(group) == 1 else MOST_COHERENT, text))
            if len(group) == 1:
                leaves.append((block.children[-1], group[0]))
            else:
                waiting.append((block.children[-1], group))
    return leaves


def _cut(members: list[Pooled], nodes: list[Node]) -> tuple[list[list[Pooled]], int]:
    """Cut blocks into groups at the heaviest separators of one direction; also return the weight of these."""
    best: tuple[list[list[Pooled]], int] = ([members], -1)
    for axis in (1, 0):
        order = sorted(members, key=lambda m: (m.box[axis], m.box[axis + 2]))
        found = _find_separators(order, nodes, axis)
        weight = max((separator.weight for separator in found), default=-1)
        if weight > best[1]:
            cuts = [s.before for s in found if s.weight == weight]
            edges = [0, *cuts, len(order)]
            groups = [order[a:b] for a, b in pairwise(edges)]
            best = ([sorted(group, key=lambda m: m.place) for group in groups], weight)
    return best


def _find_separators(order: list[Pooled], nodes: list[Node], axis: int) -> list[_Separator]:
    """Find the gaps in the projection of blocks on an axis (1: horizontal separators, 0: vertical ones)."""
    found = []
    reach, last = order[0].box[axis + 2], order[0]
    for i, member in enumerate(order[1:], 1):
        distance = member.box[axis] - reach
        # Touching blocks are separated by nothing but their looks; a pixel is forgiven.
        if distance >= -1:
            found.append(_Separator(i, _weigh(nodes, last, member, distance, axis)))
        if member.box[axis + 2] > reach:
            reach, last = member.box[axis + 2], member
    return found


def _weigh(nodes: list[Node], one: Pooled, other: Pooled, distance: float, axis: int) -> int:
    """Weigh a separator, 0 to 9: by distance, rules and background and, if horizontal, by fonts and similarity."""
    a, b = nodes[one.node], nodes[other.node]
    weight = (distance >= 5) + (distance >= 15) + (distance >= 30)
    weight += 3 * (HR in (a.name, b.name))
    weight += 2 * (a.background != b.background)
    if axis == 1:
        if a.font != b.font:
            weight += 2 if a.font < b.font else 1
        elif a.name == b.name and a.textual == b.textual:
            weight -= 1
    return max(0, min(9, weight))

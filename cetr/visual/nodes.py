"""The nodes that a page shows: elements and texts with a box, as VIPS sees them."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from cetr.document import BLOCK_TAGS, CELL_TAGS, Page
from cetr.visual.layout import Layout

Box = tuple[float, float, float, float]
"""Left, top, right, bottom in CSS pixels."""


@dataclass(frozen=True)
class Node:
    """A shown element or text.

    ``kind`` is 'block' (an element that breaks the line), 'inline' or 'text'. ``children`` are nodes by their index.
    ``tokens`` is the range of the shown text in it: places in `Nodes.tokens`. ``textual`` says that it is a virtual
    text node: a text, or an inline element that contains only such nodes. ``font`` is size in pixels and weight.
    """

    kind: str
    name: int
    box: Box
    font: tuple[float, float]
    background: int
    children: tuple[int, ...]
    tokens: tuple[int, int]
    textual: bool

    @property
    def area(self) -> float:
        """Its area in square pixels."""
        return (self.box[2] - self.box[0]) * (self.box[3] - self.box[1])


@dataclass(frozen=True)
class Nodes:
    """The nodes of a page, the body (or the document) last, and the shown ones of its rendered text tokens."""

    nodes: list[Node]
    tokens: list[int]

    def find_tokens(self, members: Iterable[int]) -> tuple[int, ...]:
        """Find the tokens of some nodes, given by their index."""
        bounds = (self.nodes[member].tokens for member in members)
        return tuple(token for first, after in bounds for token in self.tokens[first:after])


def join_boxes(boxes: list[Box]) -> Box:
    """Return the smallest box around boxes."""
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def list_nodes(page: Page, layout: Layout) -> Nodes:
    """List the nodes of a page.

    The layout has no boxes of texts: a text gets that of its element, between the blocks before and after it. If an
    element has no box but its contents have (``display: contents``), it is left out and its children stay. Elements are
    walked backwards, so that children come before their parents: no recursion, however deep they nest.
    """
    tree = page.tree
    tokens = np.flatnonzero(page.rendered)
    tokens = tokens[layout.shown[tree.owner[tokens]]]
    first, after = np.searchsorted(tokens, tree.open), np.searchsorted(tokens, tree.stop)
    bounds: list[tuple[int, int]] = list(zip(first.tolist(), after.tolist(), strict=True))
    boxes: list[Box] = [tuple(row) for row in layout.box.tolist()]
    fonts = list(zip(layout.font_size.tolist(), layout.font_weight.tolist(), strict=True))
    backgrounds, names, parents = layout.background.tolist(), tree.name.tolist(), tree.parent.tolist()
    opens, shown = tree.open.tolist(), layout.shown.tolist()
    is_block, is_rule = tree.is_named(*BLOCK_TAGS, *CELL_TAGS).tolist(), tree.is_named("hr").tolist()
    texts: list[list[int]] = [[] for _ in parents]
    for place, owner in enumerate(tree.owner[tokens].tolist()):
        texts[owner].append(place)
    nodes: list[Node] = []
    # What stands in each element: where in the document, and which node.
    inside: list[list[tuple[int, int]]] = [[] for _ in parents]
    body = max(np.flatnonzero(tree.is_named("body")).tolist(), default=0)
    for element in range(len(parents) - 1, body - 1, -1):
        here = [int(token) for token in tokens[texts[element]]]
        found = sorted(inside[element])
        blocks = [(at, nodes[node].box) for at, node in found if nodes[node].kind == "block"]
        for token, place in zip(here, texts[element], strict=True):
            box = _place_text(boxes[element], token, blocks)
            found.append((token, len(nodes)))
            bound = (place, place + 1)
            nodes.append(Node("text", names[element], box, fonts[element], backgrounds[element], (), bound, True))
        if element != body and not (shown[element] and (found or is_rule[element])):
            inside[parents[element]].extend(found)
            continue
        children = tuple(node for _, node in sorted(found))
        inner = [nodes[child] for child in children]
        kind = "block" if is_block[element] or element == body else "inline"
        box = boxes[element] if shown[element] or not inner else join_boxes([node.box for node in inner])
        textual = kind == "inline" and all(node.textual for node in inner)
        node = Node(kind, names[element], box, fonts[element], backgrounds[element], children, bounds[element], textual)
        inside[parents[element]].append((opens[element], len(nodes)))
        nodes.append(node)
    return Nodes(nodes, tokens.tolist())


def _place_text(box: Box, token: int, blocks: list[tuple[int, Box]]) -> Box:
    """Return the part of an element's box that the blocks before and after a text leave for it."""
    i = bisect_left(blocks, (token,))
    top = max(box[1], blocks[i - 1][1][3]) if i else box[1]
    bottom = min(box[3], blocks[i][1][1]) if i < len(blocks) else box[3]
    top = min(top, box[3])
    return box[0], top, box[2], max(top, bottom)

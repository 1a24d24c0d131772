"""The content as a small tree: the elements that contain text of the spans, each with its place in the source."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np

from cetr.document import (
    BLOCK_TAGS,
    LABEL_TAG,
    LITERAL,
    Bools,
    Kind,
    Spans,
    Tokens,
    build_tree,
    find_blocks,
    lex,
    mark_names,
    pack_name,
    resolve_references,
    unpack_name,
)
from cetr.structure.cutting import CELLS, cut_content
from cetr.structure.nodes import TAG_NAME, Node, Text

DEEPEST = 100
"""Elements nested deeper become part of the element around them, so that no page is too deep to read."""

_SHOWN = frozenset(map(pack_name, {"br", "hr", "img", "wbr", *BLOCK_TAGS}))
"""Elements without text that are content if they are inside a span: blocks part what is before and after them."""
_PARTS = frozenset(map(pack_name, ("br", "hr", LABEL_TAG)))
"""Elements whose tags part words even where no span has them."""
_SHOWN_IN = {pack_name("img"): pack_name("figure"), pack_name("input"): pack_name("li")}
"""Elements that are content as a part of another, wherever the spans begin."""
_SCRIPT = pack_name("script")
_MAY_SHOW = mark_names("br", "hr", "img", "wbr", "td", "th", "input", "script", *BLOCK_TAGS)
"""Elements that can be content without text."""
_IS_BREAK, _IS_PARAGRAPH, _IS_LABEL = mark_names("br"), mark_names("p"), mark_names(LABEL_TAG)
_TEX_SCRIPT = re.compile(r"<script\b[^>]*?\stype\s*=\s*[\"']?math/tex", re.IGNORECASE)


def read_nodes(html: str, spans: Spans, tokens: Tokens | None = None) -> Node:
    """Read the content of normalised spans as a tree. Linear in the page; never fails, whatever the markup."""
    root = Node(html, "", 0, 0, len(html), False)
    if not html or not spans:
        return root
    part, unread = cut_content(_open_breaks(lex(html) if tokens is None else tokens), spans)
    growing = _Growing(root, part, spans)
    is_text, ends_none = part.kind == np.uint8(Kind.TEXT), growing.find_borders(part)
    may_show = _MAY_SHOW[part.number] & (part.kind == np.uint8(Kind.OPEN))
    chosen = np.flatnonzero(is_text | ends_none | may_show | _IS_LABEL[part.number])
    columns = (chosen, part.name[chosen], is_text[chosen], ends_none[chosen])
    for i, name, reads_text, is_border in zip(*(a.tolist() for a in columns), strict=True):
        if reads_text:
            growing.add_text(i, is_literal=name == LITERAL, unread=unread[i])
        elif is_border:
            growing.add_border(i, name)
        elif growing.shows(i, name):
            growing.reach(growing.owners[i])
        elif name in _PARTS:
            growing.part()
    return root


def _open_breaks(tokens: Tokens) -> Tokens:
    """Take ``</br>`` for ``<br>``, as browsers do."""
    closed = _IS_BREAK[tokens.number] & (tokens.kind == np.uint8(Kind.CLOSE))
    return replace(tokens, kind=np.where(closed, np.uint8(Kind.OPEN), tokens.kind)) if closed.any() else tokens


class _Growing:
    """The tree of the content of some spans, while it is read: an element comes with the first content in it."""

    def __init__(self, root: Node, tokens: Tokens, spans: Spans) -> None:
        self._html = root.html
        self._tree = tree = build_tree(root.html, tokens)
        self._starts, self._ends, self.owners = tokens.start.tolist(), tokens.end.tolist(), tree.owner.tolist()
        self._parents, self._names = tree.parent.tolist(), tree.name.tolist()
        self._opens, self._stops = tree.open.tolist(), tree.stop.tolist()
        self._bounds = [*spans, (len(root.html), len(root.html))]
        # Of each token, the first of the spans that ends behind its beginning.
        ends = np.array(spans, dtype=np.int64)[:, 1]
        self._place = ends.searchsorted(tokens.start, side="right").tolist()
        self._nodes: dict[int, tuple[Node, int]] = {0: (root, 0)}
        self._cut_out, self._unread, self._last = False, 0, -1
        self._blocks: list[int] = []

    def reach(self, element: int) -> tuple[Node, int]:
        """Return the node of an element, or of the one around it that is not too deep, and its depth."""
        missing = []
        while element not in self._nodes:
            missing.append(element)
            element = self._parents[element]
        node, depth = self._nodes[element]
        for element in reversed(missing):
            if depth < DEEPEST:
                opened = self._opens[element]
                start, next_span = self._starts[opened], self._bounds[self._place[opened]][0]
                end = self._ends[self._stops[element] - 1]
                child = _make_node(self._html, self._names[element], start, self._ends[opened], end, next_span)
                node.children.append(child)
                node, depth = child, depth + 1
            self._nodes[element] = node, depth
        return node, depth

    def add_text(self, i: int, *, is_literal: bool, unread: int) -> None:
        """Add what the spans have of a text; ``unread`` is how many texts up to it were left out."""
        bounds, at, covered, stop = self._bounds, self._place[i], self._starts[i], self._ends[i]
        self._cut_out |= unread > self._unread
        self._unread = unread
        while bounds[at][0] < stop:
            start, end = max(self._starts[i], bounds[at][0]), min(stop, bounds[at][1])
            if start < end:
                self._cut_out |= start > covered
                self._add_piece(self.owners[i], start, end, is_literal=is_literal)
                covered = end
            at += 1
        self._cut_out |= covered < stop

    def find_borders(self, tokens: Tokens) -> Bools:
        """Mark the end tags of paragraphs that end none: browsers take each for an empty paragraph."""
        ends = _IS_PARAGRAPH[tokens.number] & (tokens.kind == np.uint8(Kind.CLOSE))
        borders: Bools = ends & (self._tree.name[self._tree.owner] != pack_name("p"))
        return borders

    def add_border(self, i: int, name: int) -> None:
        """Add an empty element for an end tag that ends none, unless only that would bring the element around it."""
        start, end, next_span = self._starts[i], self._ends[i], self._bounds[self._place[i]][0]
        is_wanted = next_span <= start or self.owners[i] in self._nodes
        node, depth = self.reach(self.owners[i]) if is_wanted else (None, 0)
        if node is not None and depth < DEEPEST:
            node.children.append(_make_node(self._html, name, start, end, end, next_span))
        else:
            self.part()

    def part(self) -> None:
        """Part the texts before and after a line break that no span has, or a label."""
        self._cut_out = True

    def _add_piece(self, owner: int, start: int, end: int, *, is_literal: bool) -> None:
        source = self._html[start:end]
        text = resolve_references(source) if "&" in source and not is_literal else source
        node, depth = self.reach(owner)
        too_deep = depth == DEEPEST
        if (self._cut_out or too_deep) and self._last >= 0 and not text[0].isspace():
            # Words that others stood between are parted, if no border of blocks does so, and those on both sides of a
            # border that is too deep for the tree.
            self._blocks = self._blocks or find_blocks(self._tree).tolist()
            parted = self._cut_out if self._blocks[owner] == self._blocks[self._last] else too_deep
            text = " " + text if parted else text
        node.children.append(Text(text, start, end))
        self._last, self._cut_out = owner, False

    def shows(self, i: int, name: int) -> bool:
        """Whether an element of the content shows something without text, by its start tag."""
        start = self._starts[i]
        return (
            name in CELLS
            or (self._bounds[self._place[i]][0] <= start and _is_shown(self._html, name, start))
            or (name in _SHOWN_IN and _has_above(self._parents, self._names, self.owners[i], _SHOWN_IN[name]))
        )


def _make_node(html: str, name: int, start: int, opened: int, end: int, next_span: int) -> Node:
    spelled = unpack_name(name)
    if len(spelled) == 8:  # others may begin like it
        match = TAG_NAME.match(html, start)
        spelled = match[1].lower() if match else spelled
    return Node(html, spelled, start, opened, end, next_span <= start)


def _is_shown(html: str, name: int, start: int) -> bool:
    return name in _SHOWN or (name == _SCRIPT and bool(_TEX_SCRIPT.match(html, start)))


def _has_above(parents: list[int], names: list[int], element: int, name: int) -> bool:
    for _ in range(4):
        element = parents[element]
        if element < 0:
            return False
        if names[element] == name:
            return True
    return False

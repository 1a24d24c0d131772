"""The content as a small tree: the elements that contain text of the spans, each with its place in the source."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple

import numpy as np

from cetr.document import (
    BLOCK_TAGS,
    LABEL_TAG,
    LITERAL,
    VOID_TAGS,
    Bools,
    Ints,
    Kind,
    Names,
    Spans,
    Tokens,
    build_tree,
    find_blocks,
    lex,
    mark_names,
    mark_readings,
    pack_name,
    resolve_references,
    unpack_name,
)

DEEPEST = 100
"""Elements nested deeper become part of the element around them, so that no page is too deep to read."""

_ATTRIBUTE = re.compile(r"""([^\s"'<>/=]++)(?:\s*+=\s*+(?:"([^"]*+)"|'([^']*+)'|([^\s"'>]++)))?""")
_TAG_NAME = re.compile(r"<([^\s/>]++)")


def read_attributes(html: str, start: int, end: int) -> dict[str, str]:
    """Read the attributes of the tag from ``start`` to ``end``: names in lower case, values with references resolved.

    If a name occurs more than once, the first counts.
    """
    head = _TAG_NAME.match(html, start, end)
    found: dict[str, str] = {}
    for match in _ATTRIBUTE.finditer(html, head.end() if head else end, end):
        value = next((v for v in match.groups()[1:] if v is not None), "")
        found.setdefault(match[1].lower(), resolve_references(value) if "&" in value else value)
    return found


class Text(NamedTuple):  # a frozen dataclass takes twice as long to make
    """Text of the content from ``start`` to ``end`` of the source, references resolved, white space unchanged."""

    text: str
    start: int
    end: int


@dataclass(eq=False)  # a frozen one takes twice as long to make
class Node:
    """An element that contains text of the content, or that shows something without text.

    ``start`` and ``end`` are its place in ``html``, with its tags; ``inside`` says whether its start tag is in one of
    the spans.
    """

    html: str
    name: str
    start: int
    opened: int
    end: int
    inside: bool
    children: list[Node | Text] = field(default_factory=list)

    @cached_property
    def attributes(self) -> dict[str, str]:
        """The attributes of the start tag, names in lower case, values with references resolved; the first counts."""
        return read_attributes(self.html, self.start, self.opened)

    @cached_property
    def classes(self) -> frozenset[str]:
        """The class names."""
        return frozenset(self.attributes.get("class", "").split())

    @property
    def level(self) -> int:
        """The level of a heading, 1 to 6, by its name or its role; 0 for other elements."""
        if len(self.name) == 2 and self.name[0] == "h" and self.name[1] in "123456":
            return int(self.name[1])
        if self.html.find("role=", self.start, self.opened) < 0 or self.attributes.get("role") != "heading":
            return 0
        level = self.attributes.get("aria-level", "2")
        return int(level) if level in ("1", "2", "3", "4", "5", "6") else 2

    @property
    def source(self) -> str:
        """The source of the element in the page."""
        return self.html[self.start : self.end]

    def named(self, *names: str) -> list[Node]:
        """List the elements directly in it that have one of the names."""
        return [child for child in self.children if isinstance(child, Node) and child.name in names]

    def walk(self) -> Iterator[Node]:
        """Yield the elements in it, in document order."""
        pending = [child for child in reversed(self.children) if isinstance(child, Node)]
        while pending:
            node = pending.pop()
            yield node
            pending += [child for child in reversed(node.children) if isinstance(child, Node)]

    def texts(self) -> Iterator[Text]:
        """Yield the texts in it, in document order."""
        for child in self.children:
            if isinstance(child, Text):
                yield child
            else:
                yield from child.texts()

    @cached_property
    def text(self) -> str:
        """All text in it, white space as in the source."""
        return "".join(text.text for text in self.texts())


_SHOWN = frozenset(map(pack_name, {"br", "hr", "img", "wbr", *BLOCK_TAGS}))
"""Elements without text that are content if they are inside a span: blocks part what is before and after them."""
_PARTS = frozenset(map(pack_name, ("br", "hr", LABEL_TAG)))
"""Elements whose tags part words even where no span has them."""
_CELLS = frozenset(map(pack_name, "td th".split()))
_SHOWN_IN = {pack_name("img"): pack_name("figure"), pack_name("input"): pack_name("li")}
"""Elements that are content as a part of another, wherever the spans begin."""
_SCRIPT = pack_name("script")
_MAY_SHOW = mark_names("br", "hr", "img", "wbr", "td", "th", "input", "script", *BLOCK_TAGS)
"""Elements that can be content without text."""
_VOID, _IS_VOID = frozenset(map(pack_name, VOID_TAGS)), mark_names(*VOID_TAGS)
_IS_BREAK, _IS_PARAGRAPH, _IS_LABEL = mark_names("br"), mark_names("p"), mark_names(LABEL_TAG)
_TEX_SCRIPT = re.compile(r"<script\b[^>]*?\stype\s*=\s*[\"']?math/tex", re.IGNORECASE)


def read_nodes(html: str, spans: Spans, tokens: Tokens | None = None) -> Node:
    """Read the content of normalised spans as a tree. Linear in the page; never fails, whatever the markup."""
    root = Node(html, "", 0, 0, len(html), False)
    if not html or not spans:
        return root
    part, unread = _cut_content(_open_breaks(lex(html) if tokens is None else tokens), spans)
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
            name in _CELLS
            or (self._bounds[self._place[i]][0] <= start and _is_shown(self._html, name, start))
            or (name in _SHOWN_IN and _has_above(self._parents, self._names, self.owners[i], _SHOWN_IN[name]))
        )


def _make_node(html: str, name: int, start: int, opened: int, end: int, next_span: int) -> Node:
    spelled = unpack_name(name)
    if len(spelled) == 8:  # others may begin like it
        match = _TAG_NAME.match(html, start)
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


def _cut_content(tokens: Tokens, spans: Spans) -> tuple[Tokens, list[int]]:
    """Cut out the tags between the last text before and the first text after the content, and the texts in it.

    The start tags that are open there come first. Also return how many texts that part words were left out before
    each.
    """
    first = int(tokens.end.searchsorted(spans[0][0], side="right"))
    last = int(tokens.start.searchsorted(spans[-1][1], side="left"))
    is_text = tokens.kind == np.uint8(Kind.TEXT)
    texts = np.flatnonzero(is_text)
    solid = texts[np.maximum.reduceat(tokens.code, tokens.start)[texts] > 32] if len(texts) else texts
    before, after = int(solid.searchsorted(first)), int(solid.searchsorted(last))
    first = int(solid[before - 1]) + 1 if before else 0
    last = int(solid[after]) if after < len(solid) else len(tokens.start)
    edges = np.array(spans, dtype=np.int64)
    following = edges[:, 1].searchsorted(tokens.start[first:last], side="right")
    marked = np.append(edges[:, 0], tokens.end[-1])[following] < tokens.end[first:last]
    text_marked = marked & is_text[first:last]
    marked[_find_needed(tokens, first, last, edges)] = True
    chosen = first + np.flatnonzero(marked)
    parts_words = is_text[first:last] & ~mark_readings(tokens, slice(first, last))
    unread = np.cumsum(parts_words & ~text_marked)[chosen - first]
    opened = np.array(_find_open(tokens, first), dtype=np.int64)
    chosen = np.concatenate((opened, chosen))
    return tokens.select(chosen), [0] * len(opened) + unread.tolist()


def _find_needed(tokens: Tokens, first: int, last: int, edges: Ints) -> list[int]:
    """Find the tags between two tokens that matter although they are in no span, as indices from the first.

    Of elements that begin and end outside the spans, only the outermost tags, and cells, are needed.
    """
    starts = tokens.start[first:last]
    outside = edges.ravel().searchsorted(starts, side="right") % 2 == 0
    tags = np.flatnonzero(outside & (tokens.name[first:last] != 0))
    gaps = edges[:, 1].searchsorted(starts[tags], side="right")
    needed: list[int] = []
    opened: list[tuple[int, int]] = []
    last_gap = -1
    opens, names = tokens.kind[first:last][tags] == np.uint8(Kind.OPEN), tokens.name[first:last][tags]
    for i, is_open, name, gap in zip(tags.tolist(), opens.tolist(), names.tolist(), gaps.tolist(), strict=True):
        if gap != last_gap:
            needed += [place for _, place in opened]
            opened, last_gap = [], gap
        if name in _VOID or name in _CELLS:
            needed.append(i)
        elif is_open:
            opened.append((name, i))
        elif opened and opened[-1][0] == name:
            _, place = opened.pop()
            if not opened:
                needed += [place, i]
        else:
            needed += [place for _, place in opened]
            opened = []
            needed.append(i)
    return needed + [place for _, place in opened]


def _find_open(tokens: Tokens, before: int) -> list[int]:
    """Find the start tags of the elements that are open before a token, outermost first.

    The search goes backwards: everything between an end tag and the start tag of its name is closed.
    """
    is_open = tokens.kind[:before] == np.uint8(Kind.OPEN)
    is_tag = is_open | (tokens.kind[:before] == np.uint8(Kind.CLOSE))
    tags = _drop_pairs(np.flatnonzero(is_tag & ~_IS_VOID[tokens.number[:before]]), is_open, tokens.name)
    closed: list[int] = []
    open_tags: list[int] = []
    tags = tags[::-1]
    for i, opens, name in zip(tags.tolist(), is_open[tags].tolist(), tokens.name[tags].tolist(), strict=True):
        if not opens:
            closed.append(name)
        elif not closed:
            open_tags.append(i)
        elif name == closed[-1]:
            closed.pop()
        elif name in closed[-8:]:
            while closed.pop() != name:
                pass
    return open_tags[::-1]


def _drop_pairs(tags: Ints, is_open: Bools, names: Names) -> Ints:
    """Remove start tags that are followed directly by their end tag, and these end tags, three times."""
    for _ in range(3):
        pairs = is_open[tags[:-1]] & ~is_open[tags[1:]] & (names[tags[:-1]] == names[tags[1:]])
        kept = np.ones(len(tags), dtype=np.bool_)
        kept[:-1] &= ~pairs
        kept[1:] &= ~pairs
        tags = tags[kept]
    return tags

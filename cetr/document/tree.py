"""The element tree of a document, with the place of each element in the source.

Built from the lexer's tokens in one pass with an explicit stack: linear in the page, at any depth of nesting. It
follows the tree construction of the HTML standard wherever that decides which element holds a text (implied end tags,
void elements, scopes). It never moves nodes, so an element is always one interval of the source. Unmatched end tags are
ignored.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from cetr.document.arrays import Bools, Floats, Ints
from cetr.document.lexing import lex
from cetr.document.pieces import BLOCK_TAGS, CELL_TAGS
from cetr.document.tagnames import pack_name
from cetr.document.tokens import Kind, Tokens


@dataclass(frozen=True)
class Tree:
    """The elements of a document in the order of their start tags; element 0 is the document itself.

    ``parent``, ``name`` (packed), ``open`` and ``stop`` have shape (n,): element i covers the tokens ``open[i] :
    stop[i]``, its start tag first and its end tag, where it has one, last. ``parent`` is smaller than the element's own
    index, -1 for the document. ``owner``, one value per token, is the innermost element that the token belongs to.
    """

    tokens: Tokens
    parent: Ints
    name: npt.NDArray[np.uint64]
    open: Ints
    stop: Ints
    owner: Ints

    def __len__(self) -> int:
        return len(self.parent)

    def sum_inside(self, per_token: npt.NDArray[np.generic]) -> Floats:
        """Sum a value per token over all tokens of each element, including its descendants. Shape (n,)."""
        before = np.concatenate(([0.0], np.cumsum(per_token, dtype=np.float64)))
        return np.asarray(before[self.stop] - before[self.open])

    def sum_children(self, per_element: npt.NDArray[np.generic]) -> Floats:
        """Sum a value per element over the children of each element. Shape (n,)."""
        return np.bincount(self.parent[1:], weights=per_element[1:], minlength=len(self)).astype(np.float64)

    def is_named(self, *names: str) -> Bools:
        """Mark the elements that have one of the names. Shape (n,)."""
        return np.isin(self.name, np.array([pack_name(n) for n in names], dtype=np.uint64))

    def mark_tokens(self, elements: Ints) -> Bools:
        """Mark the tokens that lie in one of the elements, given by index."""
        edges = np.zeros(len(self.owner) + 1, dtype=np.int64)
        np.add.at(edges, self.open[elements], 1)
        np.add.at(edges, self.stop[elements], -1)
        return np.cumsum(edges[:-1]) > 0


VOID_TAGS = frozenset(
    ("area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr").split()
)
"""Elements without contents."""

_HEAD_TAGS = "base basefont bgsound link meta title script style noscript noframes template"
_TABLE_SCOPE = "html table template"
_CELL_SCOPE = "html table template td th caption"
_ITEM_SCOPE = f"{_CELL_SCOPE} ol ul"
_HEADINGS = "h1 h2 h3 h4 h5 h6"


def _pack(names: str) -> frozenset[int]:
    return frozenset(pack_name(n) for n in names.split())


@dataclass(frozen=True)
class _Rules:
    """The tables of tree construction, with packed names. A scope is the set of elements at which a search stops.

    ``scopes`` are the numbers of the scopes that an element bounds, by its name.
    """

    void: frozenset[int]
    scopes: dict[int, tuple[int, ...]]
    closes: dict[int, tuple[tuple[int, int], ...]]
    end_scope: dict[int, int]
    head: int
    head_tags: frozenset[int]
    headings: frozenset[int]
    once: frozenset[int]


_INLINE, _CELL, _TABLE, _LIST, _ITEM, _PARAGRAPH, _NONE = range(7)


@lru_cache(maxsize=1)
def _rules() -> _Rules:
    blocks = frozenset(pack_name(n) for n in BLOCK_TAGS | {"td", "th"})
    scopes = (
        blocks,
        _pack(_CELL_SCOPE),
        _pack(_TABLE_SCOPE),
        blocks - _pack("address div p dialog legend optgroup option video"),
        _pack(_ITEM_SCOPE),
        _pack(_CELL_SCOPE + " button"),
        frozenset[int](),
    )
    p = pack_name("p")
    closes: dict[int, list[tuple[int, int]]] = {}

    def close(opened: str, scope: int, ended: str) -> None:
        for start in opened.split():
            closes.setdefault(pack_name(start), []).extend((pack_name(end), scope) for end in ended.split())

    for name in BLOCK_TAGS - {"br", "button", "legend", "option", "optgroup", "iframe", "noscript", "select"}:
        if name not in {"caption", "tbody", "thead", "tfoot", "tr", "title", "textarea", "template", "head", "body"}:
            closes.setdefault(pack_name(name), []).append((p, _PARAGRAPH))
    close("li", _LIST, "li")
    close("dt dd", _LIST, "dt dd")
    close("option optgroup", _INLINE, "option")
    close("optgroup", _INLINE, "optgroup")
    close("td th", _TABLE, "td th")
    close("tr", _TABLE, "td th tr caption colgroup")
    close("tbody thead tfoot", _TABLE, "td th tr tbody thead tfoot caption colgroup")
    close("a", _INLINE, "a")
    close("body", _NONE, "head")
    end_scope = dict.fromkeys(blocks, _CELL) | {p: _PARAGRAPH, pack_name("li"): _ITEM}
    end_scope |= dict.fromkeys(_pack("td th tr tbody thead tfoot caption"), _TABLE)
    end_scope |= dict.fromkeys(_pack("table template select"), _NONE)
    return _Rules(
        void=_pack(" ".join(VOID_TAGS)),
        scopes={
            name: tuple(number for number, scope in enumerate(scopes) if name in scope)
            for name in frozenset[int]().union(*scopes)
        },
        closes={name: tuple(ends) for name, ends in closes.items()},
        end_scope=end_scope,
        head=pack_name("head"),
        head_tags=_pack(_HEAD_TAGS),
        headings=_pack(_HEADINGS),
        once=_pack("html head body"),
    )


class _Builder:
    """The stack of open elements, with the depths at which each name and each scope boundary stands."""

    def __init__(self, rules: _Rules) -> None:
        self.rules = rules
        self.parent, self.name, self.open, self.stop = [-1], [0], [0], [0]
        self.stack = [0]
        self.places: defaultdict[int, list[int]] = defaultdict(list, {0: [0]})
        self.boundaries: list[list[int]] = [[0] for _ in range(_NONE + 1)]

    def start(self, name: int, token: int) -> None:
        """Open an element."""
        self.parent.append(self.stack[-1])
        self.name.append(name)
        self.open.append(token)
        self.stop.append(token + 1)
        if name in self.rules.void:
            return
        depth = len(self.stack)
        self.stack.append(len(self.name) - 1)
        self.places[name].append(depth)
        for scope in self.rules.scopes.get(name, ()):
            self.boundaries[scope].append(depth)

    def find(self, name: int, scope: int) -> int:
        """Return the depth of the innermost open element of a name with no scope boundary above it, or 0."""
        places = self.places.get(name)
        if not places:
            return 0
        boundary = self.boundaries[scope]
        # An element may itself be a boundary of its scope.
        limit = boundary[-1] if boundary[-1] != places[-1] else boundary[-2]
        return places[-1] if places[-1] > limit else 0

    def end(self, depth: int, token: int) -> None:
        """End the open element at a depth, and all elements in it, before a token."""
        while len(self.stack) > depth:
            element = self.stack.pop()
            self.stop[element] = token
            name = self.name[element]
            self.places[name].pop()
            for scope in self.rules.scopes.get(name, ()):
                self.boundaries[scope].pop()


def build_tree(html: str, tokens: Tokens | None = None) -> Tree:
    """Build the element tree of a document, or of some of its tokens. Never fails, whatever the markup."""
    tokens = lex(html) if tokens is None else tokens
    rules = _rules()
    builder = _Builder(rules)
    owner: list[int] = []
    opening, closing, text = int(Kind.OPEN), int(Kind.CLOSE), int(Kind.TEXT)
    for i, (start, end, kind, name) in enumerate(tokens.walk()):
        if kind == opening:
            _open_element(builder, name, i)
            owner.append(len(builder.name) - 1 if builder.open[-1] == i else builder.stack[-1])
        elif kind == closing:
            depth = _match_end(builder, name)
            owner.append(builder.stack[depth] if depth else builder.stack[-1])
            if depth:
                builder.end(depth + 1, i)
                builder.end(depth, i + 1)
        else:
            if kind == text and builder.name[builder.stack[-1]] == rules.head and html[start:end].strip():
                builder.end(len(builder.stack) - 1, i)
            owner.append(builder.stack[-1])
    builder.end(0, len(owner))
    return Tree(
        tokens,
        np.array(builder.parent, dtype=np.int64),
        np.array(builder.name, dtype=np.uint64),
        np.array(builder.open, dtype=np.int64),
        np.array(builder.stop, dtype=np.int64),
        np.array(owner, dtype=np.int64),
    )


def _open_element(builder: _Builder, name: int, token: int) -> None:
    """Handle a start tag: end what it implicitly ends, then open its element, unless a page has only one of it."""
    rules = builder.rules
    if name in rules.once and builder.places.get(name):
        return
    if builder.name[builder.stack[-1]] == rules.head and name not in rules.head_tags:
        builder.end(len(builder.stack) - 1, token)
    for ended, scope in rules.closes.get(name, ()):
        depth = builder.find(ended, scope)
        if depth:
            builder.end(depth, token)
    if name in rules.headings and builder.name[builder.stack[-1]] in rules.headings:
        builder.end(len(builder.stack) - 1, token)
    builder.start(name, token)


def _match_end(builder: _Builder, name: int) -> int:
    """Return the depth of the element that an end tag ends, or 0. Body and html last until the end of the document."""
    rules = builder.rules
    if name in rules.once:
        return builder.find(name, _NONE) if name == rules.head else 0
    if name == builder.name[builder.stack[-1]]:
        return len(builder.stack) - 1
    scope = rules.end_scope.get(name, _INLINE)
    if name in rules.headings:
        return max(builder.find(heading, _CELL) for heading in rules.headings)
    return builder.find(name, scope)


def find_blocks(tree: Tree) -> Ints:
    """Find, for each element, the innermost block-level element or table cell that it is or is in. Shape
    (elements,).
    """
    is_block = tree.is_named(*(BLOCK_TAGS - {"br"}), *CELL_TAGS).tolist()
    block = list(range(len(tree)))
    for i, parent in enumerate(tree.parent.tolist()):
        if i and not is_block[i]:
            block[i] = block[parent]
    return np.array(block, dtype=np.int64)

"""The containers of a page: its block-level elements as a lean tree, built in one short loop over their tags."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import repeat

import numpy as np
import numpy.typing as npt

from cetr.document import Kind, Tokens, pack_name

Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]

_INLINE = (
    "a abbr acronym area audio b bdi bdo big canvas cite circle clippath code data datalist defs del dfn ellipse em"
    " embed font g i image img input ins kbd label line linearg link map mark mask math meta meter nobr noembed object"
    " output param path picture polygon polyline progress q radialgr rect rp rt ruby s samp script slot small source"
    " span stop strike strong style sub sup svg symbol text time track tspan tt u use var wbr"
)
"""Names whose tags do not end a block, after eight letters; any other, custom elements too, is a container."""

MARKED = (
    "nav header footer aside article main form li table p blockquote pre figure figcaption noscript dl details h1 h2"
    " h3 h4 section address ul th template dialog center td button select option textarea title head fieldset"
).split()
"""Containers that everything inside them knows of: bit i of `Containers.marks` stands for the name at i."""

_SAME_MARK = {"h5": "h4", "h6": "h4", "ol": "ul", "search": "form", "optgroup": "option", "legend": "fieldset"}

# What an opening tag closes, and what that search does not leave.
_CLOSES = {
    "li": ("li", "ul ol menu"),
    "dt": ("dt dd", "dl"),
    "dd": ("dt dd", "dl"),
    "tr": ("tr td th", "table"),
    "td": ("td th", "tr table"),
    "th": ("td th", "tr table"),
    "option": ("option", "select"),
    "thead": ("tbody thead tfoot tr td th caption", "table"),
    "tbody": ("tbody thead tfoot tr td th caption", "table"),
    "tfoot": ("tbody thead tfoot tr td th caption", "table"),
    "body": ("head", "html"),
}


@dataclass(frozen=True)
class Containers:
    """The tree. Element 0 is the document; a parent's index is smaller than its children's.

    ``events`` (m,) are the indices of the containers' tags among the tokens, ``current`` (m,) the innermost container
    after each. Container i, all arrays (n,), spans the events ``opened[i] : closed[i]``; ``name`` is packed, ``marks``
    a bit set over `MARKED` of itself and what it is in, ``depth`` the number of containers around it.
    """

    events: Ints
    current: Ints
    parent: Ints
    name: npt.NDArray[np.uint64]
    opened: Ints
    closed: Ints
    marks: Ints
    depth: Ints


@lru_cache(maxsize=1)
def _inline_names() -> npt.NDArray[np.uint64]:
    return np.sort(np.array([pack_name(n) for n in _INLINE.split()], dtype=np.uint64))


@lru_cache(maxsize=1)
def mark_bits() -> dict[int, int]:
    """Packed name -> bit of `Containers.marks`."""
    bits = {pack_name(name): 1 << i for i, name in enumerate(MARKED)}
    return bits | {pack_name(name): bits[pack_name(other)] for name, other in _SAME_MARK.items()}


@lru_cache(maxsize=1)
def _closes() -> dict[int, tuple[frozenset[int], frozenset[int]]]:
    def pack(names: str) -> frozenset[int]:
        return frozenset(pack_name(n) for n in names.split())

    return {pack_name(name): (pack(closed), pack(stops)) for name, (closed, stops) in _CLOSES.items()}


def is_break(tokens: Tokens) -> Bools:
    """Which tokens end a block: tags that are not inline, line breaks among them, and scripts. Shape (n,)."""
    inline = _inline_names()
    place = np.minimum(np.searchsorted(inline, tokens.name), len(inline) - 1)
    tag = (tokens.kind == Kind.OPEN) | (tokens.kind == Kind.CLOSE)
    ends: Bools = (tag & (inline[place] != tokens.name)) | (tokens.kind == Kind.RAW)
    return ends


_SEARCH_DEPTH = 64
"""How many open elements are looked through for one that a tag ends by implication; a bound for hostile nesting."""


def find_containers(tokens: Tokens, breaks: Bools) -> Containers:
    """Build the tree; end tags that match nothing are ignored, what stays open ends with the document."""
    empty = (tokens.name == pack_name("br")) | (tokens.name == pack_name("hr")) | (tokens.kind == Kind.RAW)
    events = np.flatnonzero(breaks & ~empty)
    is_open = tokens.kind[events] == Kind.OPEN
    opened = np.concatenate(([-1], np.flatnonzero(is_open)))
    name = np.concatenate(([0], tokens.name[events][is_open])).astype(np.uint64)
    parent, closed, current, marks = _nest(tokens.name[events].tolist(), is_open.tolist())
    steps = np.zeros(len(events) + 1, dtype=np.int64)
    steps[opened[1:]] += 1
    steps -= np.bincount(closed[1:], minlength=len(events) + 1)
    depth = np.concatenate(([0], np.cumsum(steps)[opened[1:]]))
    return Containers(events, current, parent, name, opened, closed, marks, depth)


def _nest(tags: list[int], is_open: list[bool]) -> tuple[Ints, Ints, Ints, Ints]:
    """`parent`, `closed`, `current` and `marks` of `Containers` from the names of the tags and whether they open."""
    rules, paragraph = list(map(_closes().get, tags)), pack_name("p")
    bits = list(map(mark_bits().get, tags, repeat(0)))
    parent, closed, marks = [0], [len(tags)] * (sum(is_open) + 1), [0]
    stack, names, current = [0], [-1], []
    count = dict.fromkeys(tags, 0)

    def close_from(place: int, at: int) -> None:
        for element, tag in zip(stack[place:], names[place:], strict=True):
            closed[element] = at
            count[tag] -= 1
        del stack[place:], names[place:]

    for i, tag in enumerate(tags):
        if is_open[i]:
            if names[-1] == paragraph:
                closed[stack.pop()] = i
                count[names.pop()] -= 1
            rule = rules[i]
            if rule is not None and (place := _find_implied(names, *rule)):
                close_from(place, i)
            around = stack[-1]
            stack.append(len(parent))
            names.append(tag)
            count[tag] += 1
            parent.append(around)
            marks.append(marks[around] | bits[i])
        elif names[-1] == tag:
            closed[stack.pop()] = i
            count[names.pop()] -= 1
        elif count[tag]:
            place = len(names) - 1
            while names[place] != tag:
                place -= 1
            close_from(place, i)
        current.append(stack[-1])
    as_ints = [np.array(values, dtype=np.int64) for values in (parent, closed, current, marks)]
    return as_ints[0], as_ints[1], as_ints[2], as_ints[3]


def _find_implied(names: list[int], ends: frozenset[int], stops: frozenset[int]) -> int:
    """The place of the outermost open element that a tag ends, or 0."""
    found = 0
    for place in range(len(names) - 1, max(0, len(names) - _SEARCH_DEPTH), -1):
        if names[place] in stops:
            break
        if names[place] in ends:
            found = place
    return found

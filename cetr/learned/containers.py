"""The containers of a page: its block-level elements as a lean tree, built in one short loop over their tags."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TypeVar

import numpy as np

from cetr.document import Bools, Ints, Kind, Names, Numbers, Tokens, mark_names, number_name, pack_name

INLINE = (
    "a abbr acronym annotation area audio b bdi bdo big canvas cite circle clippath code data datalist defs del dfn"
    " ellipse em embed font g i image img input ins kbd label line lineargradient link maction map mark mask math"
    " menclose merror meta meter mfenced mfrac mi mmultiscripts mn mo mover mpadded mphantom mprescripts mroot mrow"
    " ms mspace msqrt mstyle msub msubsup msup mtable mtd mtext mtr munder munderov nobr noembed object output param"
    " path picture polygon polyline progress q radialgradient rb rect rp rt rtc ruby s samp script semantics slot"
    " small source span stop strike strong style sub sup svg symbol text time track tspan tt u use var wbr"
).split()
"""Names whose tags do not end a block; elements of any other name, custom ones too, are containers."""

_IS_INLINE = mark_names(*INLINE)

MARKED = (
    "nav header footer aside article main form li table p blockquote pre figure figcaption noscript dl details h1 h2"
    " h3 h4 section address ul th template dialog center td button select option textarea title head fieldset"
).split()
"""Containers that all elements inside them record: bit i of `Containers.marks` stands for the name at i."""

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
    after each. Container i, all arrays (n,), spans the events ``opened[i] : closed[i]``; ``above`` are the containers
    1, 2, 4 ... levels up, as far as any is inside another; ``name`` is packed, ``number`` that of the name, ``marks`` a
    bit set over `MARKED` of itself and what it is in, ``depth`` the number of containers around it.
    """

    events: Ints
    current: Ints
    parent: Ints
    above: tuple[Ints, ...]
    name: Names
    number: Numbers
    opened: Ints
    closed: Ints
    marks: Ints
    depth: Ints


@lru_cache(maxsize=1)
def mark_bits() -> dict[int, int]:
    """Map each packed name to its bit in `Containers.marks`."""
    bits = {pack_name(name): 1 << i for i, name in enumerate(MARKED)}
    return bits | {pack_name(name): bits[pack_name(other)] for name, other in _SAME_MARK.items()}


@lru_cache(maxsize=1)
def _bits_by_number() -> Ints:
    bits = np.zeros(256, dtype=np.int64)
    for name in (*MARKED, *_SAME_MARK):
        bits[number_name(name)] = mark_bits()[pack_name(name)]
    return bits


@lru_cache(maxsize=1)
def _closes() -> dict[int, tuple[frozenset[int], frozenset[int]]]:
    def pack(names: str) -> frozenset[int]:
        return frozenset(pack_name(n) for n in names.split())

    return {pack_name(name): (pack(closed), pack(stops)) for name, (closed, stops) in _CLOSES.items()}


@lru_cache(maxsize=1)
def _may_close() -> Bools:
    """Tabulate whether a start tag (row) directly in an element (column) may end it or one around it, by numbers."""
    table = np.zeros((256, 256), dtype=np.bool_)
    for name, (_, stops) in _CLOSES.items():
        table[number_name(name)] = ~mark_names(*stops.split())
    table[:, number_name("p")] = True
    return table


def is_break(tokens: Tokens) -> Bools:
    """Mark the tokens that end a block: tags that are not inline (including line breaks), and scripts. Shape (n,)."""
    tag = tokens.kind - np.uint8(Kind.OPEN) <= Kind.CLOSE - Kind.OPEN
    ends: Bools = (tag & ~_IS_INLINE[tokens.number]) | (tokens.kind == np.uint8(Kind.RAW))
    return ends


_SEARCH_DEPTH = 64
"""How many open elements are searched for one that a tag ends implicitly; a limit for hostile nesting."""


def find_containers(tokens: Tokens, breaks: Bools) -> Containers:
    """Build the tree; unmatched end tags are ignored, and elements that stay open end with the document.

    Start and end tags are paired by their depth. Parts that are entirely well-formed need no more; the short rest is
    walked tag by tag, as in a parser.
    """
    is_event = breaks & ~mark_names("br", "hr")[tokens.number]
    is_event &= tokens.kind != np.uint8(Kind.RAW)
    events = np.flatnonzero(is_event)
    is_open = tokens.kind[events] == np.uint8(Kind.OPEN)
    opens, size = np.flatnonzero(is_open), len(events)
    opened = np.concatenate(([-1], opens))
    name, number = tokens.name[events], tokens.number[events]
    partner, around = pair_tags(is_open)
    sound = _find_sound(opens, partner, around, name, number)
    # In a sound container the sum is positive.
    steps = np.zeros(size, dtype=np.int64)
    steps[opens[sound]], steps[partner[opens[sound]]] = 1, -1
    rest = np.flatnonzero(np.cumsum(steps) == steps)

    element = np.cumsum(is_open)
    parent = np.concatenate(([0], np.where(around < 0, 0, element[around])))
    closed = np.append(size, np.where(sound, partner[opens], size))
    starts, closings, current_rest = _nest(
        rest.tolist(), name[rest].tolist(), (element * is_open)[rest].tolist(), (steps[rest] > 0).tolist()
    )
    parent[element[rest[is_open[rest]]]] = starts
    closed[list(closings)] = list(closings.values())
    current = element.copy()
    current[rest] = current_rest
    current[opens] = element[opens]
    ends = np.flatnonzero(steps < 0)
    current[ends] = parent[element[partner[ends]]]

    above = _climb(parent)
    marks = inherit(np.concatenate(([0], _bits_by_number()[number[opens]])), above)
    deeper = np.zeros(size + 1, dtype=np.int64)
    deeper[opens] += 1
    deeper -= np.bincount(closed[1:], minlength=size + 1)
    depth = np.concatenate(([0], np.cumsum(deeper)[opens]))
    all_names = np.concatenate((np.zeros(1, dtype=np.uint64), name[opens]))
    numbers = np.concatenate((np.zeros(1, dtype=np.uint8), number[opens]))
    return Containers(events, current, parent, above, all_names, numbers, opened, closed, marks, depth)


Bits = TypeVar("Bits", Ints, Bools)


def _climb(parent: Ints) -> tuple[Ints, ...]:
    """List the containers 1, 2, 4 ... levels above each, until only the document is left."""
    levels: list[Ints] = []
    above = parent
    while above.any():
        levels.append(above)
        above = above[above]
    return tuple(levels)


def inherit(bits: Bits, above: tuple[Ints, ...]) -> Bits:
    """Join the bits of each container and of all around it, (n,), given `Containers.above`."""
    for level in above:
        bits = bits | bits[level]
    return bits


def pass_over(passed: Bools, parent: Ints) -> Ints:
    """Find the innermost container that is not ``passed`` among each and those around it, (c,); the document, if all
    are.
    """
    kept = np.where(passed, parent, np.arange(len(parent)))
    while (passed[kept] & (kept > 0)).any():
        kept = kept[kept]
    return kept


def pair_tags(is_open: Bools) -> tuple[Ints, Ints]:
    """Pair each start tag with its end tag (n,), and each end tag with its start tag; find the start tag around each
    start tag (opens,). This uses only the counts of both; -1 stands for none.
    """
    size, opens = len(is_open), np.flatnonzero(is_open)
    level = np.cumsum(is_open * 2 - 1) - is_open
    short = level.astype(np.int16 if size < 2**15 else np.int64)  # sorts faster
    order = np.argsort(short, kind="stable")
    ranked, opens_ranked = level[order], is_open[order]
    first = np.flatnonzero((ranked[1:] == ranked[:-1]) & opens_ranked[:-1] & ~opens_ranked[1:])
    partner = np.full(size, -1)
    partner[order[first]], partner[order[first + 1]] = order[first + 1], order[first]
    # Of the start tags on a level, the first in an element follows the tag around it; the others follow the first.
    is_first = np.concatenate(([False], is_open[1:] & is_open[:-1]))[order]
    first = np.maximum.accumulate(np.where(is_first, np.arange(size), 0))
    around = np.empty(size, dtype=np.int64)
    around[order] = order[first] - 1
    around = np.maximum(around[opens], 0)
    holds = (level[around] == level[opens] - 1) & (partner[around] > opens)
    return partner, np.where(holds, around, -1)


def _find_sound(opens: Ints, partner: Ints, around: Ints, name: Names, number: Numbers) -> Bools:
    """Find the start tags of elements that are entirely well-formed: names match, and nothing is implied."""
    odd = np.zeros(len(partner), dtype=np.bool_)
    odd[opens] = (partner[opens] < 0) | (name[partner[opens]] != name[opens])
    odd[around[(around >= 0) & _may_close()[number[opens], number[around]]]] = True
    count = np.cumsum(odd)
    sound: Bools = count[partner[opens]] - count[opens] + odd[opens] <= 0
    return sound


def _nest(
    at: list[int], tags: list[int], elements: list[int], is_whole: list[bool]
) -> tuple[list[int], dict[int, int], list[int]]:
    """Walk the events ``at``, given their names, the element that each begins (0: none), and whether its end is already
    known. Returns the elements' parents, where the other elements close, if they do, and the innermost element after
    each event.
    """
    rules, paragraph = _closes(), pack_name("p")
    parents: list[int] = []
    current: list[int] = []
    closed: dict[int, int] = {}
    stack, names = [0], [-1]
    count = dict.fromkeys(tags, 0)

    def close_from(place: int, event: int) -> None:
        for element, tag in zip(stack[place:], names[place:], strict=True):
            closed[element] = event
            count[tag] -= 1
        del stack[place:], names[place:]

    for event, tag, element, whole in zip(at, tags, elements, is_whole, strict=True):
        if element:
            if names[-1] == paragraph:
                close_from(len(names) - 1, event)
            if tag in rules and (place := _find_implied(names, *rules[tag])):
                close_from(place, event)
            parents.append(stack[-1])
            if not whole:
                stack.append(element)
                names.append(tag)
                count[tag] += 1
        elif count[tag]:
            place = len(names) - 1
            while names[place] != tag:
                place -= 1
            close_from(place, event)
        current.append(stack[-1])
    return parents, closed, current


def _find_implied(names: list[int], ends: frozenset[int], stops: frozenset[int]) -> int:
    """Find the place of the outermost open element that a tag ends, or 0."""
    found = 0
    for place in range(len(names) - 1, max(0, len(names) - _SEARCH_DEPTH), -1):
        if names[place] in stops:
            break
        if names[place] in ends:
            found = place
    return found

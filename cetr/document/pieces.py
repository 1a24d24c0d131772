"""The stretches of text inside spans, and what separates them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

import numpy as np

from cetr.document.arrays import Bools, Ints
from cetr.document.enclosing import stand_inside
from cetr.document.lexing import LITERAL, Kind, Tokens
from cetr.document.spans import Spans
from cetr.document.tagnames import NameTable, Numbers, look_up, tabulate_names

BLOCK_TAGS = frozenset(
    (
        "address article aside blockquote body br button caption center dd details dialog dir div dl dt fieldset"
        " figcaption figure footer form frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html iframe legend li listing"
        " main menu nav noframes noscript ol optgroup option p plaintext pre search section select summary table tbody"
        " template textarea tfoot thead title tr ul video xmp"
    ).split()
)
"""Elements whose tags separate lines of the derived text."""

CELL_TAGS = frozenset(("td", "th"))
"""Elements whose tags separate words, not lines."""

PREFORMATTED_TAGS = frozenset(("pre", "textarea", "listing", "xmp", "plaintext"))
"""Elements in which a line break of the source is one on the screen."""


# A separator of lines that page text cannot contain: str.split() takes U+001E for white space.
BREAK = "\x1e"


_SEPARATORS = ("", " ", BREAK)
"""What may stand between two stretches of text, the weakest first."""


@lru_cache(maxsize=1)
def separator_table() -> NameTable:
    """For each tag name the number of the separator that its tags put between texts."""
    return tabulate_names(dict.fromkeys(BLOCK_TAGS, 2) | dict.fromkeys(CELL_TAGS, 1))


@lru_cache(maxsize=1)
def _preformatted_table() -> NameTable:
    return tabulate_names(dict.fromkeys(PREFORMATTED_TAGS, 1))


def find_pieces(html: str, spans: Spans, tokens: Tokens) -> Iterable[tuple[str, int, str, bool, bool]]:
    """(Separator before it, offset, source, preformatted, literal) of each stretch of text inside normalised spans."""
    text = np.flatnonzero(tokens.kind == np.uint8(Kind.TEXT))
    text_start, text_end = tokens.start[text], tokens.end[text]
    bounds = np.array(spans, dtype=np.int64).reshape(-1, 2)
    first = text_end.searchsorted(bounds[:, 0], side="right")
    counts = text_start.searchsorted(bounds[:, 1], side="left") - first
    span = np.repeat(np.arange(len(counts)), counts)
    if not len(span):
        return ()
    piece = np.arange(len(span)) + (first - np.cumsum(counts) + counts)[span]
    start = np.maximum(text_start[piece], bounds[:, 0][span])
    end = np.minimum(text_end[piece], bounds[:, 1][span])
    preformatted = are_preformatted(tokens, text[piece])
    # A blank piece separates words, as other text between two pieces does.
    kept = np.flatnonzero(preformatted | _have_text(tokens, start, end))
    if not len(kept):
        return ()
    start, end, piece, preformatted = start[kept], end[kept], piece[kept], preformatted[kept]
    cut_off = (start[1:] > text_start[piece[1:]]) | (end[:-1] < text_end[piece[:-1]])
    separators = np.maximum(_separators_between(tokens, text[piece]), cut_off)
    offsets = start.tolist()
    sources = [html[a:b] for a, b in zip(offsets, end.tolist(), strict=True)]
    between = ["", *map(_SEPARATORS.__getitem__, separators.tolist())]
    literal = tokens.name[text[piece]] == np.uint64(LITERAL)
    return zip(between, offsets, sources, preformatted.tolist(), literal.tolist(), strict=True)


def _have_text(tokens: Tokens, start: Ints, end: Ints) -> Bools:
    """Which stretches, in order and disjoint, are not white space or control characters alone; shape (n,)."""
    bounds = np.empty(2 * len(start), dtype=np.int64)
    bounds[::2], bounds[1::2] = start, end
    first = int(start[0])
    filled = tokens.code[first : int(end[-1]) + 1] > 32
    has_text: Bools = np.logical_or.reduceat(filled, bounds - first)[::2]
    return has_text


def _separators_between(tokens: Tokens, text: Ints) -> Numbers:
    """The number of the strongest separator between each text token and the next, shape (n - 1,); other text is one."""
    hull = slice(int(text[0]), int(text[-1]) + 1)
    strength = np.maximum(look_up(separator_table(), tokens.name[hull]), tokens.kind[hull] == np.uint8(Kind.TEXT))
    places = text - text[0]
    strength[places] = 0
    strongest = np.maximum.reduceat(strength, places)[:-1]
    # Two pieces of one text have other text between them.
    return np.where(places[1:] > places[:-1], strongest, np.uint8(1))


def separate_lines(tokens: Tokens) -> Bools:
    """Which tokens are tags that separate lines; shape (n,)."""
    separate: Bools = look_up(separator_table(), tokens.name) == _SEPARATORS.index(BREAK)
    return separate


def are_preformatted(tokens: Tokens, places: Ints) -> Bools:
    """Which of some tokens stand in an element that keeps its line breaks; shape (n,), as ``places``."""
    return stand_inside(tokens, np.flatnonzero(look_up(_preformatted_table(), tokens.name)), places)

"""The stretches of text inside spans, and what separates them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from cetr.lexing import Ints, Kind, Names, Tokens, narrow, pack_name

Span = tuple[int, int]
Spans = tuple[Span, ...]

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

PREFORMATTED_TAGS = frozenset(("pre", "textarea", "listing", "xmp"))
"""Elements in which a line break of the source is one on the screen."""


# A separator of lines that page text cannot contain: str.split() takes U+001E for white space.
BREAK = "\x1e"


_SEPARATORS = ("", " ", BREAK)
"""What may stand between two stretches of text, the weakest first."""


@lru_cache(maxsize=1)
def _separator_table() -> tuple[Names, Ints]:
    """Sorted packed tag names, and for each the number of the separator that its tags put between texts."""
    numbers = {pack_name(n): 2 for n in BLOCK_TAGS} | {pack_name(n): 1 for n in CELL_TAGS} | {2**64 - 1: 0}
    names = sorted(numbers)
    return np.array(names, dtype=np.uint64), np.array([numbers[n] for n in names])


def find_pieces(html: str, spans: Spans, tokens: Tokens) -> Iterator[tuple[str, int, str, bool]]:
    """Yield (separator before it, offset, source, preformatted) of each stretch of text inside normalised spans."""
    text = np.flatnonzero(tokens.kind == np.uint8(Kind.TEXT))
    text_start, text_end = tokens.start[text], tokens.end[text]
    bounds = np.array(spans, dtype=np.int64).reshape(-1, 2)
    first = np.searchsorted(text_end, bounds[:, 0], side="right")
    counts = np.searchsorted(text_start, bounds[:, 1], side="left") - first
    span = np.repeat(np.arange(len(counts)), counts)
    if not len(span):
        return
    piece = np.arange(len(span)) + (first - np.cumsum(counts) + counts)[span]
    start = np.maximum(text_start[piece], bounds[:, 0][span])
    end = np.minimum(text_end[piece], bounds[:, 1][span])
    preformatted = _are_preformatted(tokens, text[piece])
    # A blank piece separates words, as other text between two pieces does.
    kept = np.flatnonzero(preformatted | _have_text(html, start, end))
    start, end, piece, preformatted = start[kept], end[kept], piece[kept], preformatted[kept]
    if not len(kept):
        return
    cut_off = (start[1:] > text_start[piece][1:]) | (end[:-1] < text_end[piece][:-1])
    separators = np.maximum(_separators_between(tokens, text[piece]), cut_off)
    for separator, a, b, is_kept in zip(
        [0, *separators.tolist()], start.tolist(), end.tolist(), preformatted.tolist(), strict=True
    ):
        yield _SEPARATORS[separator], a, html[a:b], is_kept


def _have_text(html: str, start: Ints, end: Ints) -> npt.NDArray[np.bool_]:
    """Which stretches, in order and disjoint, are not white space alone, as `str.split` knows it; shape (n,)."""
    first = int(start[0])
    code = narrow(html)[first : int(end[-1]) + 1]
    filled = code > 32
    filled |= code < 9
    filled |= (code > 13) & (code < 28)
    has_text: npt.NDArray[np.bool_] = np.logical_or.reduceat(filled, np.stack((start, end), axis=1).ravel() - first)[
        ::2
    ]
    return has_text


def _separators_between(tokens: Tokens, text: Ints) -> Ints:
    """The number of the strongest separator between each text token and the next, shape (n - 1,); other text is one."""
    names, numbers = _separator_table()
    hull = slice(int(text[0]), int(text[-1]) + 2)
    name = tokens.name[hull]
    at = np.searchsorted(names, name)
    strength = np.where(names[at] == name, numbers[at], tokens.kind[hull] == np.uint8(Kind.TEXT))
    places = text - text[0]
    between = np.column_stack((places[:-1] + 1, places[1:])).ravel()
    strongest: Ints = np.maximum.reduceat(np.append(strength, 0), between)[::2] if len(between) else places[1:]
    return np.where(places[1:] > places[:-1], strongest, 1)


def _are_preformatted(tokens: Tokens, text: Ints) -> npt.NDArray[np.bool_]:
    """Which text tokens stand in an element that keeps its line breaks; shape (n,)."""
    is_tag = np.zeros(len(tokens.name), dtype=np.bool_)
    for name in PREFORMATTED_TAGS:
        is_tag |= tokens.name == np.uint64(pack_name(name))
    tags = np.flatnonzero(is_tag)
    if not len(tags):
        return np.zeros(len(text), dtype=np.bool_)
    depths, depth = [0], 0
    for opening in (tokens.kind[tags] == Kind.OPEN).tolist():
        depth = depth + 1 if opening else max(0, depth - 1)
        depths.append(depth)
    inside: npt.NDArray[np.bool_] = np.array(depths)[np.searchsorted(tags, text)] > 0
    return inside

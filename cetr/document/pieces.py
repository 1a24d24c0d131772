"""The pieces of text inside spans, and what separates them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from cetr.document.arrays import Bools, Ints, find_true
from cetr.document.enclosing import stand_inside
from cetr.document.spans import Spans
from cetr.document.tagnames import Numbers, mark_names, number_name, tabulate_meanings
from cetr.document.tokens import Kind, Tokens

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

LABEL_TAG = "text"
"""The label of an SVG picture, whose tags separate words as those of a cell do."""

PREFORMATTED_TAGS = frozenset(("pre", "textarea", "listing", "xmp", "plaintext"))
"""Elements in which a line break of the source is a line break on the screen."""


# A line separator that page text cannot contain, because str.split() treats U+001E as white space.
BREAK = "\x1e"

SEPARATORS = ("", " ", BREAK)
"""What may separate two pieces of text, the weakest first."""

_TEXT = np.uint8(Kind.TEXT)
_LITERAL = np.uint8(number_name("#literal"))

SEPARATES = tabulate_meanings(dict.fromkeys(BLOCK_TAGS, 2) | dict.fromkeys((*CELL_TAGS, LABEL_TAG), 1))
"""The number of the separator that a tag puts between texts, by the number of its name; shape (256,)."""

_IS_PREFORMATTED = mark_names(*PREFORMATTED_TAGS)

_READINGS = ("rt", "rtc", "rp")
_IS_READING = mark_names(*_READINGS)
_ENDS_READING = mark_names("ruby", "rb", *_READINGS, *BLOCK_TAGS)


@dataclass(frozen=True)
class Pieces:
    """The n pieces of text inside spans, in order.

    ``separator`` is the number, in `SEPARATORS`, of what separates each from the one before, and ``offset`` is where it
    begins. ``preformatted`` is the same for all pieces of a line. All these, and ``literal``, have shape (n,).
    ``source`` holds the pieces as they are written in the page.
    """

    separator: Numbers
    offset: Ints
    source: list[str]
    preformatted: Bools
    literal: Bools


def find_pieces(html: str, spans: Spans, tokens: Tokens) -> Pieces:
    """Find the pieces of text inside normalised spans, without those of mere white space unless preformatted."""
    text = tokens.texts
    text_start, text_end = tokens.start[text], tokens.end[text]
    bounds = np.array(spans, dtype=np.int64).reshape(-1, 2)
    first = text_end.searchsorted(bounds[:, 0], side="right")
    counts = text_start.searchsorted(bounds[:, 1], side="left") - first
    span = np.arange(len(counts)).repeat(counts)
    if not len(span):
        return _NONE
    piece = np.arange(len(span)) + (first - counts.cumsum() + counts)[span]
    start = np.maximum(text_start[piece], bounds[:, 0][span])
    end = np.minimum(text_end[piece], bounds[:, 1][span])
    preformatted = are_preformatted(tokens, text[piece])
    # A blank piece separates words, as does other text between two pieces.
    kept = find_true(preformatted | _have_text(tokens, start, end))
    if not len(kept):
        return _NONE
    start, end, piece, preformatted = start[kept], end[kept], piece[kept], preformatted[kept]
    separator = _find_separators(tokens, text[piece])
    cut_off = (start[1:] > text_start[piece[1:]]) | (end[:-1] < text_end[piece[:-1]])
    np.maximum(separator[1:], cut_off, out=separator[1:])
    source = [html[a:b] for a, b in zip(start.tolist(), end.tolist(), strict=True)]
    return Pieces(separator, start, source, preformatted, tokens.number[text[piece]] == _LITERAL)


_NO_BOOLS = np.zeros(0, dtype=np.bool_)
_NONE = Pieces(np.zeros(0, dtype=np.uint8), np.zeros(0, dtype=np.int64), [], _NO_BOOLS, _NO_BOOLS)


def _have_text(tokens: Tokens, start: Ints, end: Ints) -> Bools:
    """Mark the stretches, ordered and disjoint, that hold more than white space and control characters; shape (n,)."""
    bounds = np.empty(2 * len(start), dtype=np.int64)
    bounds[::2], bounds[1::2] = start, end
    first = int(start[0])
    filled = tokens.code[first : int(end[-1]) + 1] > 32
    has_text: Bools = np.logical_or.reduceat(filled, bounds - first)[::2]
    return has_text


def _find_separators(tokens: Tokens, text: Ints) -> Numbers:
    """Find the strongest separator before each of n text tokens, as its number, shape (n,); 0 before the first.

    Other text is a separator too, unless it is a reading.
    """
    hull = slice(int(text[0]), int(text[-1]) + 1)
    strength = SEPARATES[tokens.number[hull]]
    strength |= (tokens.kind[hull] == _TEXT) & ~mark_readings(tokens, hull)
    places = text - text[0]
    strength[places] = 0
    separator = np.zeros(len(text), dtype=np.uint8)
    separator[1:] = np.maximum.reduceat(strength, places)[:-1]
    return separator


def mark_readings(tokens: Tokens, part: slice) -> Bools:
    """Mark the tokens of a part of a document that belong to readings above characters, or to the brackets around them.

    They stand between the characters of a word, so a text without its readings must not have spaces there.
    """
    numbers = tokens.number[part]
    if not _IS_READING[numbers].any():
        return np.zeros(len(numbers), dtype=np.bool_)
    edges = find_true(_ENDS_READING[numbers])
    begins = _IS_READING[numbers[edges]] & (tokens.kind[part][edges] == np.uint8(Kind.OPEN))
    return np.repeat(np.append(False, begins), np.diff(edges, prepend=0, append=len(numbers)))


def separate_lines(tokens: Tokens) -> Bools:
    """Mark the tokens that are line-breaking tags; shape (n,)."""
    separate: Bools = SEPARATES[tokens.number] == SEPARATORS.index(BREAK)
    return separate


def are_preformatted(tokens: Tokens, places: Ints) -> Bools:
    """Mark the tokens inside an element that keeps its line breaks; same shape as ``places``."""
    return stand_inside(tokens, find_true(_IS_PREFORMATTED[tokens.number]), places)

"""A document as the reviewer sees it: its lines, the places of their text, and the blocks that they belong to."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
import numpy.typing as npt
import regex

from annotate.markup.unseen import leave_out
from annotate.review.model.kinds import number_kinds
from cetr.document import BLOCK_TAGS, CELL_TAGS, Bools, Ints, Kind, Spans, Tokens, find_unrendered, lex, pack_name
from cetr.tagratio import LineModel, analyse


@dataclass(frozen=True)
class Page:
    """One document, cut into n lines: those of the line model, broken between blocks.

    ``start`` and ``end``, both (n,), are their places, and ``row``, (n,), is the line of the ``model`` that each is of.
    ``visible`` holds the sorted offsets of all characters of text that are not white space, ``counted`` those by which
    lines are measured: letters and digits, and in a line without any, all visible ones. ``first`` and ``last``, both
    (n,), are each line's interval in ``counted``. ``text_start`` and ``text_end``, both (n,), are the interval from a
    line's first to its last visible character; they are equal where a line has none. ``block``, (n,), numbers the
    blocks (paragraphs, list items, cells) that the lines belong to. ``unrendered`` is text a browser does not show;
    it is never marked. ``unseen``, (n,), are lines of which no text was on the screen when the page was
    captured, ``shown`` the tokens without such text.
    """

    html: str
    model: LineModel
    start: Ints
    end: Ints
    row: Ints
    visible: Ints
    counted: Ints
    first: Ints
    last: Ints
    text_start: Ints
    text_end: Ints
    block: Ints
    unrendered: Spans
    unseen: Bools
    shown: Tokens

    def __len__(self) -> int:
        return len(self.start)

    @property
    def tokens(self) -> Tokens:
        """The document's tokens."""
        return self.model.lines.tokens

    @cached_property
    def kinds(self) -> Ints:
        """Numbers, (n,), that are the same for lines whose text is under the same path of elements."""
        return number_kinds(self.html, self.tokens, self.text_start)


def build_page(html: str, unseen: Bools | None = None) -> Page:
    """Cut a document into lines and find their text; ``unseen`` (tokens,) is text that was not on the screen."""
    tokens = lex(html)
    model = analyse(html, "cetr-tm", tokens=tokens)
    codes = np.frombuffer(html.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
    text = np.repeat(tokens.kind == Kind.TEXT, tokens.end - tokens.start)
    visible = np.flatnonzero(text & ~_blank(html, codes))
    start, end, row = _break_lines(tokens, *_keep_whole(html, model.lines.start, model.lines.end), visible)
    first, last = np.searchsorted(visible, start), np.searchsorted(visible, end)
    some = last > first
    text_start, text_end = start.copy(), start.copy()
    text_start[some] = visible[first[some]]
    text_end[some] = visible[last[some] - 1] + 1
    counted = _choose_counted(visible, _letters()[np.minimum(codes[visible], 0xFFFF)], first, last)
    first, last = np.searchsorted(counted, start), np.searchsorted(counted, end)
    block = _number_blocks(tokens, text_start, some)
    unrendered, hidden = find_unrendered(tokens, captured=True), np.zeros(len(start), dtype=np.bool_)
    shown = tokens
    if unseen is not None and unseen.any():
        shown = leave_out(tokens, unseen)
        seen = visible[~np.repeat(unseen, tokens.end - tokens.start)[visible]]
        hidden = some & (np.searchsorted(seen, start) == np.searchsorted(seen, end))
    return Page(
        html,
        model,
        start,
        end,
        row,
        visible,
        counted,
        first,
        last,
        text_start,
        text_end,
        block,
        unrendered,
        hidden,
        shown,
    )


_WHOLE = regex.compile(r"&#?\w{1,31};|\X")
_NEAR = 100
"""Characters beside a break among which it is looked for what it cuts."""


def _keep_whole(html: str, start: Ints, end: Ints) -> tuple[Ints, Ints]:
    """Move breaks behind the letter, with its accents and vowel signs, or the reference that they would cut.

    Text without spaces, such as Thai, is broken anywhere.
    """
    start, end = start.copy(), end.copy()
    for line in np.flatnonzero(end[:-1] == start[1:]).tolist():
        cut = int(end[line])
        near = max(int(start[line]), cut - _NEAR)
        if html[cut - 1] in " \n>" or (html[cut].isascii() and "&" not in html[near:cut]):
            continue
        # Within a longer text, each look at a flag would go back to the first one of all that stand in a row.
        found = _WHOLE.finditer(html[near : min(int(end[line + 1]), cut + _NEAR)])
        behind = next((near + match.end() for match in found if near + match.end() >= cut), cut)
        if behind < end[line + 1]:
            end[line] = start[line + 1] = behind
    return start, end


def _break_lines(tokens: Tokens, start: Ints, end: Ints, visible: Ints) -> tuple[Ints, Ints, Ints]:
    """Break lines between texts of different blocks, so that each can be marked: starts, ends, and the line broken.

    The break is before the first opening tag of a block or, if there is none, behind the last closing one.
    """
    is_block = np.isin(tokens.name, np.array(sorted(map(pack_name, BLOCK_TAGS)), dtype=np.uint64))
    closing, opening = np.flatnonzero(is_block), np.flatnonzero(is_block & (tokens.kind == Kind.OPEN))
    passed, line = np.searchsorted(tokens.start[closing], visible), np.searchsorted(start, visible, side="right")
    new = np.flatnonzero((np.diff(passed) > 0) & (np.diff(line) == 0))
    before, after = visible[new], visible[new + 1]
    opens = np.append(tokens.start[opening], tokens.end[-1:])[np.searchsorted(tokens.start[opening], before)]
    closed = tokens.end[closing][passed[new + 1] - 1]
    starts = np.sort(np.concatenate((start, np.where(opens < after, opens, closed))))
    row = np.searchsorted(start, starts, side="right") - 1
    ends = end[row]
    broken = np.flatnonzero(np.diff(row) == 0)
    ends[broken] = starts[broken + 1]
    return starts, ends, row


def _choose_counted(visible: Ints, is_letter: Bools, first: Ints, last: Ints) -> Ints:
    """Choose letters and digits; in lines (intervals of ``visible``) that have none, everything visible."""
    before = np.concatenate(([0], np.cumsum(is_letter)))
    bare = before[last] == before[first]
    inside = np.zeros(len(visible) + 1, dtype=np.int64)
    np.add.at(inside, first[bare], 1)
    np.add.at(inside, last[bare], -1)
    return visible[is_letter | (np.cumsum(inside[:-1]) > 0)]


# References that resolve to white space; they are written with visible characters.
_BLANK_REFERENCE = re.compile(
    r"&(?:nbsp|ensp|emsp|thinsp|hairsp|numsp|puncsp|Tab|NewLine|zwnj|zwj|#0*(?:32|9|10|13|160)|#[xX]0*(?:20|9|[aAdD0]|[aA]0)\b);?"
)


def _blank(html: str, codes: npt.NDArray[np.uint32]) -> Bools:
    """Mark the characters that are white space, or part of a reference that resolves to it."""
    blank = _spaces()[np.minimum(codes, 0x3001)]
    for match in _BLANK_REFERENCE.finditer(html):
        blank[match.start() : match.end()] = True
    return blank


@lru_cache(maxsize=1)
def _spaces() -> Bools:
    """Tabulate the white space up to U+3000, the last white-space character."""
    return np.array([chr(c).isspace() for c in range(0x3001)] + [False])


@lru_cache(maxsize=1)
def _letters() -> Bools:
    """Tabulate the letters and digits of the basic plane; the last entry stands for all other planes."""
    return np.array([chr(c).isalnum() for c in range(0xFFFF)] + [True])


def _number_blocks(tokens: Tokens, text_start: Ints, some: Bools) -> Ints:
    """Number lines so that a new number begins if the tag of a block or cell is between the texts of two lines."""
    names = np.array(sorted(pack_name(n) for n in BLOCK_TAGS | CELL_TAGS), dtype=np.uint64)
    breaks = tokens.start[np.isin(tokens.name, names)]
    passed = np.searchsorted(breaks, text_start)
    # A line without text belongs to the block before it.
    passed = np.maximum.accumulate(np.where(some, passed, 0)) if len(passed) else passed
    return np.cumsum(np.diff(passed, prepend=passed[:1]) > 0)


def count_covered(page: Page, spans: Spans) -> Ints:
    """Count the counted characters of each line that are in normalised spans, shape (n,)."""
    if not spans:
        return np.zeros(len(page), dtype=np.int64)
    bounds = np.searchsorted(page.counted, np.array(spans, dtype=np.int64))
    before = np.concatenate(([0], np.cumsum(bounds[:, 1] - bounds[:, 0])))

    def count_up_to(at: Ints) -> Ints:
        """Counted characters in spans before each of some positions in ``counted``."""
        i = np.searchsorted(bounds[:, 0], at, side="right") - 1
        inside: Ints = np.where(i >= 0, before[i] + np.minimum(at, bounds[i, 1]) - bounds[i, 0], 0)
        return inside

    counts: Ints = count_up_to(page.last) - count_up_to(page.first)
    return counts


def find_block(page: Page, line: int) -> tuple[int, int]:
    """Find the lines ``[first, last)`` of the block that a line belongs to."""
    first, last = np.searchsorted(page.block, [page.block[line], page.block[line] + 1])
    return int(first), int(last)

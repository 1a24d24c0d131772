"""A page as the digests of its lines, each with what it is, which do not tell its text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Annotated

import msgspec
import numpy as np
import numpy.typing as npt

from annotate.standoff.signs import PageText, read_page_text
from cetr.document import BREAK, Bools, Ints, Spans, mark_inside

CONTENT, OPTIONAL = 1, 2
"""The labels of lines; a line of content that is optional has their sum, and any other line 0."""

BASE = 0x9E3779B97F4A7C15
"""By which words at different places of a line count differently; odd, so that it can be undone modulo 2**64."""
KEPT = 40
"""The bits of a digest: few enough that very many lines of ten words share each, and so many that hardly any of the
million comparisons that a page takes is true by accident.
"""
LONGEST = 20
"""The most words that get one digest: an edit loses as many."""
MOST = 1_000_000_000
"""No line has more signs around it."""

Hashes = npt.NDArray[np.uint64]
Count = Annotated[int, msgspec.Meta(ge=0, le=MOST)]


class Line(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """Consecutive words of one line of a page's text that have one label; a long line is several of these.

    ``before`` and ``after`` count the signs, such as quotation marks, that belong to marked text before its first word
    and after its last.
    """

    label: Annotated[int, msgspec.Meta(ge=0, le=CONTENT + OPTIONAL)]
    words: Annotated[int, msgspec.Meta(ge=1, le=LONGEST)]
    digest: Annotated[int, msgspec.Meta(ge=0, lt=1 << KEPT)]
    before: Count = 0
    after: Count = 0


@dataclass(frozen=True)
class Windows:
    """The digests of all runs of n words, by sums: ``sums`` has shape (n + 1,), ``powers`` (n,)."""

    sums: Hashes
    powers: Hashes

    def digest(self, size: int) -> Ints:
        """Digest each run of ``size`` consecutive words; shape (n - size + 1,), without a run (0,)."""
        count = max(0, len(self.sums) - size)
        runs = (self.sums[size:] - self.sums[:count]) * self.powers[:count] if count else self.sums[:0]
        return (runs >> np.uint64(64 - KEPT)).astype(np.int64)


def open_windows(words: Sequence[str]) -> Windows:
    """Prepare the digests of a text's runs of words.

    The digest of words w_0 to w_k is the upper 40 bits of the sum of h(w_i) * BASE**i modulo 2**64, in which h is
    BLAKE2b with eight bytes, read as a big-endian number.
    """
    known = {word: _hash(word) for word in set(words)}
    hashes = np.array([known[word] for word in words], np.uint64)
    sums = np.cumsum(hashes * _raise(BASE, len(words)), dtype=np.uint64)
    return Windows(np.append(np.uint64(0), sums), _raise(pow(BASE, -1, 1 << 64), len(words)))


def _hash(word: str) -> int:
    return int.from_bytes(blake2b(word.encode("utf-8", "surrogatepass"), digest_size=8).digest())


def _raise(base: int, count: int) -> Hashes:
    """Return the powers of a base modulo 2**64, from the zeroth on; (count,)."""
    factors = np.full(count, base, np.uint64)
    factors[:1] = 1
    return np.multiply.accumulate(factors)


def read_lines(html: str, spans: Spans, optional: Spans) -> tuple[Line, ...]:
    """Cut all words of a page into lines; ``spans`` and ``optional`` are normalised."""
    text = read_page_text(html)
    if not text.words:
        return ()
    start = text.located.start[text.first]
    labels = CONTENT * mark_inside(start, spans) + OPTIONAL * mark_inside(start, optional)
    starts = _cut(np.flatnonzero(_begin_lines(text) | (np.diff(labels, prepend=-1) != 0)), len(text.words))
    ends = np.append(starts[1:], len(text.words))
    windows = open_windows(text.words)
    digests = {size: windows.digest(size) for size in set((ends - starts).tolist())}
    marked = mark_inside(text.located.start, spans) | mark_inside(text.located.start, optional)
    before, after = _count_signs(text, starts, ends, labels[starts] > 0, marked)
    return tuple(
        Line(label, end - at, int(digests[end - at][at]), *signs)
        for label, at, end, *signs in zip(
            *(column.tolist() for column in (labels[starts], starts, ends, before, after)), strict=True
        )
    )


def _cut(starts: Ints, end: int) -> Ints:
    """Cut runs of words that begin at ``starts`` into the fewest parts of at most `LONGEST` words, of equal size."""
    sizes = np.diff(np.append(starts, end))
    parts = -(-sizes // LONGEST)
    number = np.arange(parts.sum()) - np.repeat(np.cumsum(parts) - parts, parts)
    return np.asarray(np.repeat(starts, parts) + number * np.repeat(sizes, parts) // np.repeat(parts, parts))


def _begin_lines(text: PageText) -> Bools:
    """Mark the words that begin a line of the text; shape (len(text.words),)."""
    breaks = np.fromiter((character == BREAK for character in text.located.text), np.bool_, len(text.located.text))
    return np.asarray(np.diff(breaks.cumsum()[text.first], prepend=-1) != 0)


def _count_signs(text: PageText, starts: Ints, ends: Ints, is_marked: Bools, marked: Bools) -> tuple[Ints, Ints]:
    """Count the marked signs before and after each run of words; those between two marked runs count once."""
    signs = text.signs
    outside = signs[~marked[signs]]

    def count(first: Ints, last: Ints) -> Ints:
        return np.searchsorted(signs, last) - np.searchsorted(signs, first)

    last = np.append(outside, len(marked))[np.searchsorted(outside, text.last[ends - 1])]
    after = count(text.last[ends - 1], np.minimum(last, text.after[ends - 1]))
    first = np.append(-1, outside)[np.searchsorted(outside, text.first[starts])] + 1
    before = count(np.maximum(first, text.before[starts]), text.first[starts])
    counted = np.append(False, is_marked[:-1]) & (first <= text.before[starts])
    return np.where(is_marked & ~counted, before, 0), np.where(is_marked, after, 0)

"""A page as the digests of its lines, each with what it is, from which nobody can read its text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b

import numpy as np
import numpy.typing as npt

from cetr.document import BREAK, Ints, LocatedText, LocatedWords, Spans, find_words, locate_text, mark_inside

OTHER, CONTENT, OPTIONAL = 0, 1, 2
"""Labels of lines; a line of content that is optional has their sum."""

BASE = 0x9E3779B97F4A7C15
"""By which words at different places of a line count differently; odd, so that it can be undone modulo 2**64."""
KEPT = 40
"""The bits of a digest: few enough that very many lines of ten words share each, and so many that hardly any of the
million comparisons that a page takes is true by accident.
"""

Hashes = npt.NDArray[np.uint64]


@dataclass(frozen=True)
class Line:
    """Consecutive words of one line of a page's text that have one label."""

    label: int
    words: int
    digest: int


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
    located = locate_text(html)
    words = find_words(located)
    labels = CONTENT * mark_inside(words.start, spans) + OPTIONAL * mark_inside(words.start, optional)
    number = number_lines(located, words)
    starts = np.flatnonzero((np.diff(number, prepend=-1) != 0) | (np.diff(labels, prepend=-1) != 0))
    sizes = np.diff(np.append(starts, len(words.words)))
    windows = open_windows(words.words)
    digests = {size: windows.digest(size) for size in set(sizes.tolist())}
    return tuple(
        Line(int(labels[at]), size, int(digests[size][at]))
        for at, size in zip(starts.tolist(), sizes.tolist(), strict=True)
    )


def number_lines(located: LocatedText, words: LocatedWords) -> Ints:
    """Number the line of a text in which each of its words is; shape (len(words.words),)."""
    breaks = np.fromiter((character == BREAK for character in located.text), np.bool_, len(located.text))
    return breaks.cumsum()[np.searchsorted(located.start, words.start)]

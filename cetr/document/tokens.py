"""A document as tokens: what the lexer makes and all other modules read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property

import numpy as np

from cetr.document.arrays import Bytes, Ints, find_true
from cetr.document.tagnames import Names, Numbers, pack_name


class Kind(IntEnum):
    """The kind of a token. RAW is the contents of script and style, which are never text."""

    TEXT = 0
    OPEN = 1
    CLOSE = 2
    COMMENT = 3
    RAW = 4


LITERAL = pack_name("#literal")
"""The name of text tokens that browsers show verbatim."""


@dataclass(frozen=True)
class Tokens:
    """The tokens of a document in order. Together they cover it without gaps.

    All arrays but one have shape (n,). ``start`` and ``end`` are code point offsets, ``kind`` holds `Kind` values,
    ``name`` holds the packed tag name (see `pack_name`) of OPEN and CLOSE tokens, `LITERAL` for text that browsers show
    verbatim, character references included (in xmp and plaintext), and 0 elsewhere. ``number`` holds the number of the
    name (see `number_names`). ``code`` is the whole document as bytes, see `narrow`.
    """

    start: Ints
    end: Ints
    kind: Numbers
    name: Names
    number: Numbers
    code: Bytes

    @cached_property
    def texts(self) -> Ints:
        """The indices of the text tokens."""
        return find_true(self.kind == np.uint8(Kind.TEXT))

    def walk(self) -> Iterator[tuple[int, int, int, int]]:
        """Yield start, end, kind and name of each token as Python integers."""
        return zip(self.start.tolist(), self.end.tolist(), self.kind.tolist(), self.name.tolist(), strict=True)

    def cut(self, first: int, last: int) -> Tokens:
        """Return the tokens from one index up to another."""
        return self.select(slice(first, last))

    def select(self, chosen: Ints | slice) -> Tokens:
        """Return some of the tokens, by index."""
        return Tokens(
            self.start[chosen], self.end[chosen], self.kind[chosen], self.name[chosen], self.number[chosen], self.code
        )

    def overlapping(self, start: int, end: int) -> Tokens:
        """Return the tokens that overlap ``[start, end)``."""
        first = int(np.searchsorted(self.end, start, side="right"))
        last = int(np.searchsorted(self.start, end, side="left"))
        return self.cut(first, last)

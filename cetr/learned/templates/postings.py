"""Which pages have which hashes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from cetr.document import Ints
from cetr.learned.hashes import Codes

Values = npt.NDArray[np.floating]


@dataclass(frozen=True)
class Postings:
    """Which pages have which hashes: ``codes`` (r,), sorted, the number of the ``page`` (r,), and ``values`` (k, r)."""

    codes: Codes
    page: npt.NDArray[np.int32]
    values: npt.NDArray[np.float32]

    def find(self, codes: Codes) -> tuple[Ints, Ints]:
        """Find the matches of hashes (n,): the index of the hash, and the row."""
        first = np.searchsorted(self.codes, codes, side="left")
        count = np.searchsorted(self.codes, codes, side="right") - first
        which = np.repeat(np.arange(len(codes)), count)
        row = np.arange(len(which)) - np.repeat(np.cumsum(count) - count, count) + first[which]
        return which, row


def post(tables: Sequence[tuple[Codes, Sequence[Values]]], height: int) -> Postings:
    """Post the codes of pages, in order, each with ``height`` rows of values."""
    codes = np.concatenate([np.zeros(0, dtype=np.uint32), *(codes for codes, _ in tables)])
    page = np.repeat(np.arange(len(tables)), [len(codes) for codes, _ in tables])
    nothing = np.zeros((height, 0), dtype=np.float32)
    values = np.concatenate([nothing, *(np.array(rows, dtype=np.float32) for _, rows in tables if rows)], axis=1)
    order = np.argsort(codes, kind="stable")
    return Postings(codes[order], page[order].astype(np.int32), values[:, order] if height else values)

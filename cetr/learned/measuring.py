"""Measure texts in one compiled loop over their characters."""

from __future__ import annotations

import numpy as np

from cetr.compiled import texts
from cetr.document import Ints
from cetr.learned.characters import CLASSES, classify_characters
from cetr.learned.hashes import BASE, SPREAD, encode
from cetr.learned.texts import Measured


def measure_texts(text: str, stop: Ints) -> Measured:
    """Measure the m stretches that make up a text, each up to its ``stop`` (m,)."""
    size = len(stop)
    # No more words than characters; what is not written takes no memory.
    word_text, word_hash = np.empty(len(text), dtype=np.int64), np.empty(len(text), dtype=np.uint64)
    visible, head, end = np.empty((3, size), dtype=np.int64)
    counts, edge = np.empty((size, CLASSES), dtype=np.uint32), np.empty((size, 3), dtype=np.uint32)
    n, words = texts.measure_texts(
        encode(text), stop, classify_characters(), BASE, SPREAD,
        visible, counts, head, end, edge, word_text, word_hash,
    )  # fmt: skip
    return Measured(
        visible[:n],
        counts[:n],
        head[:n],
        end[:n],
        edge[:n],
        word_text[:words].copy(),
        word_hash[:words].copy(),
    )

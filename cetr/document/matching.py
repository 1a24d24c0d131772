"""The longest common subsequence of two long sequences, in memory that grows with their length."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from cetr.document.arrays import Ints

CELLS = 2_000_000_000
"""Up to this many pairs of items the whole table is held, one bit each: 250 MB."""

_MASKS = 50_000_000
"""Bytes of bit vectors that are kept for repeated items."""


def match_items(one: Sequence[int], other: Sequence[int]) -> Ints:
    """Match each item of ``other`` to an index into ``one``, or -1, by a longest common subsequence; shape
    (len(other),).

    If the table would be too large, ``other`` is halved and ``one`` is cut where the two halves together have most in
    common (Hirschberg 1975), which takes twice the time.
    """
    place = np.full(len(other), -1, dtype=np.int64)
    parts = [(0, len(one), 0, len(other))]
    while parts:
        first, last, start, end = parts.pop()
        while first < last and start < end and one[first] == other[start]:
            place[start] = first
            first, start = first + 1, start + 1
        while first < last and start < end and one[last - 1] == other[end - 1]:
            last, end = last - 1, end - 1
            place[end] = last
        if (last - first) * (end - start) <= CELLS or end - start == 1:
            _match_small(one[first:last], other[start:end], place[start:end], first)
            continue
        middle = (start + end) // 2
        before = _measure_prefixes(one[first:last], other[start:middle])
        after = _measure_prefixes(one[first:last][::-1], other[middle:end][::-1])[::-1]
        cut = first + int(np.argmax(before + after))
        parts += [(first, cut, start, middle), (cut, last, middle, end)]
    return place


def _match_small(one: Sequence[int], other: Sequence[int], place: Ints, shift: int) -> None:
    from rapidfuzz.distance import LCSseq  # needed only to align a text

    for block in LCSseq.opcodes(one, other):
        if block.tag == "equal":
            place[block.dest_start : block.dest_end] = np.arange(block.src_start, block.src_end) + shift


def _measure_prefixes(one: Sequence[int], other: Sequence[int]) -> Ints:
    """Measure the longest common subsequence of ``other`` and each prefix of ``one``; shape (len(one) + 1,).

    A column of the table as a bit vector (Hyyrö 2004): bit i is 0 where the length grows from prefix i to i + 1.
    """
    places: dict[int, list[int]] = {}
    for i, item in enumerate(one):
        places.setdefault(item, []).append(i)
    masks: dict[int, int] = {}
    ones = (1 << len(one)) - 1
    column = ones
    for item in other:
        if item not in places:
            continue
        mask = masks.get(item) or _set_bits(places[item], len(one))
        if len(masks) * len(one) < 8 * _MASKS:
            masks[item] = mask
        column = ((column + (column & mask)) | (column & ~mask)) & ones
    bits = np.unpackbits(
        np.frombuffer(column.to_bytes((len(one) + 7) // 8, "little"), dtype=np.uint8), bitorder="little"
    )[: len(one)]
    return np.concatenate(([0], np.cumsum(1 - bits.astype(np.int64))))


def _set_bits(places: Sequence[int], size: int) -> int:
    bits = np.zeros(size, dtype=np.uint8)
    bits[places] = 1
    return int.from_bytes(np.packbits(bits, bitorder="little").tobytes(), "little")

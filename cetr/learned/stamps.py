"""Records with a date and a time each, such as comments below an article: found by these, whatever they are called."""

from __future__ import annotations

import re

import numpy as np

from cetr.document import Bools, Ints, Kind, pack_name
from cetr.learned.blocks import Blocks, find_running
from cetr.learned.characters import DIGIT
from cetr.learned.containers import mark_bits
from cetr.learned.extents import Extents
from cetr.learned.hashes import Hashes

LEAST_STAMPS = 3
MOST_WORDS, LEAST_DIGITS = 25, 5
"""A stamp is a block of at most so many words that has a time of day, and at least so many digits: a time alone, such
as an opening hour, has four.
"""
MOST_SKIPPED = 3
"""So many stamps, such as that of the article, may come before the records."""

_TIME = re.compile(r"(?<![\d:.])(?:[01]?\d|2[0-3]):[0-5]\d(?![\d.%])", re.ASCII)


def mark_records(blocks: Blocks, extents: Extents, path: Hashes) -> Bools:
    """Mark the n blocks from the first of the records to the last, (n,); ``path`` (n,) are the paths to them.

    The posts of a thread and the entries of a blog are records, too, but all of the text there has the same paths. So
    these begin after other running text, and no running text of theirs has the path of such text.
    """
    marked = np.zeros(len(blocks), dtype=np.bool_)
    stamps = find_stamps(blocks)
    if len(stamps) < LEAST_STAMPS:
        return marked
    running = find_running(blocks) > 0
    _, last = _part(blocks, int(stamps[-2]), int(stamps[-1]))
    stop = len(blocks) if last is None else int(extents.stop[last])
    if stop == stamps[-1] + 1:  # the stamp alone: nobody knows where the last record ends
        stop = len(blocks)
    passed = 0
    for stamp, following in zip(stamps[: MOST_SKIPPED + 1].tolist(), stamps[1:].tolist(), strict=False):
        first, _ = _part(blocks, stamp, following)
        start = max(passed, stamp if first is None else int(extents.first[first]))
        before, inside = running[:start], running[start:stop]
        if before.any() and not np.isin(path[start:stop][inside], path[:start][before]).any():
            marked[start:stop] = True
            break
        passed = stamp + 1
    return marked


def find_stamps(blocks: Blocks) -> Ints:
    """Find the blocks that are stamps, (s,)."""
    fits = (blocks.words <= MOST_WORDS) & (blocks.counts[:, DIGIT] >= LEAST_DIGITS)
    fits &= blocks.containers.marks[blocks.container] & mark_bits()[pack_name("pre")] == 0  # code and its output
    found = np.flatnonzero(fits)
    if len(found) < LEAST_STAMPS:
        return found[:0]
    parts = zip(found.tolist(), blocks.start[found].tolist(), blocks.end[found].tolist(), strict=True)
    times = [(block, match.start()) for block, *part in parts for match in _TIME.finditer(blocks.html, *part)]
    block, at = np.array(times, dtype=np.int64).reshape(-1, 2).T
    # Attributes have times, too.
    in_text = blocks.tokens.kind[np.searchsorted(blocks.tokens.start, at, side="right") - 1] == np.uint8(Kind.TEXT)
    stamps: Ints = np.unique(block[in_text])
    return stamps


def _part(blocks: Blocks, first: int, second: int) -> tuple[int | None, int | None]:
    """Find the largest container around each of two blocks that is not around the other, if there is any."""
    parent, depth = blocks.containers.parent, blocks.containers.depth
    one, other = int(blocks.container[first]), int(blocks.container[second])
    around_one = around_other = None
    while one != other:
        if depth[one] >= depth[other]:
            around_one, one = one, int(parent[one])
        else:
            around_other, other = other, int(parent[other])
    return around_one, around_other

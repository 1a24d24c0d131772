"""The words that a change lost and gained on a page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rapidfuzz.distance import LCSseq

from cetr.document import join_words, split_words

LARGEST = 2_000_000_000
"""The largest table that is searched for an alignment, in bits: some 45,000 words on each side."""


@dataclass(frozen=True)
class Change:
    """Runs of consecutive words that one extraction has and the other does not, in order."""

    lost: tuple[str, ...]
    gained: tuple[str, ...]


def find_change(old: str, new: str) -> Change:
    """Find the runs of words lost and gained, by the longest common subsequence of the two texts' words.

    Texts too long for that (over some 40,000 words each) lose and gain everything between their equal ends.
    """
    before, after = split_words(old), split_words(new)
    start, before_end, after_end = cut_ends(before, after)
    before, after = before[start:before_end], after[start:after_end]
    if len(before) * len(after) > LARGEST:
        return Change((join_words(before),), (join_words(after),))
    return Change(*_differing_runs(before, after))


def cut_ends(one: Sequence[str], other: Sequence[str]) -> tuple[int, int, int]:
    """Find the length of the common beginning, and where the common end begins on each side."""
    start, shorter = 0, min(len(one), len(other))
    while start < shorter and one[start] == other[start]:
        start += 1
    end = 0
    while end < shorter - start and one[-1 - end] == other[-1 - end]:
        end += 1
    return start, len(one) - end, len(other) - end


def _differing_runs(before: Sequence[str], after: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    lost, gained = [], []
    for block in LCSseq.opcodes(before, after):
        if block.tag != "equal":
            lost.append(join_words(before[block.src_start : block.src_end]))
            gained.append(join_words(after[block.dest_start : block.dest_end]))
    return tuple(filter(None, lost)), tuple(filter(None, gained))

"""Find the lines of a page in another copy or version of it."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

import numpy as np

from annotate.standoff.lines import Line, Windows
from cetr.document import Bools, Ints

SURE = 5
"""From how many words on a line that is the only one of its kind is placed wherever it is."""
NEAR = 20
"""How many words a shorter line may be from where its neighbours expect it."""


def place_lines(page: Windows, lines: Sequence[Line]) -> Ints:
    """Find the word of the page at which each line begins; -1 for a line that is lost; shape (len(lines),).

    A line of `SURE` words or more that both pages have once is placed there. Any other line is placed nearest to where
    the lines before and after it would have it; not far from there if it is short, or one of several equal lines some
    of which the page has lost. Time grows with the number of words, times the logarithm.
    """
    long = np.array([line.words >= SURE for line in lines], np.bool_)
    at = np.cumsum([0, *(line.words for line in lines)])
    places = np.full(len(lines), -1)
    free = np.ones(len(page.powers), np.bool_)
    found = _find_all(page, lines, long, free)
    often = Counter((line.words, line.digest) for line in lines)
    for i in np.flatnonzero(long).tolist():
        key = lines[i].words, lines[i].digest
        some = found[key]
        if often[key] == len(some) == 1 and free[some[0] : some[0] + key[0]].all():
            places[i] = some[0]
            free[some[0] : some[0] + key[0]] = False
    for those, reach in ((long, len(free)), (~long, NEAR)):
        found = _find_all(page, lines, those, free)
        reaches = {key: reach if often[key] <= len(some) else NEAR for key, some in found.items()}
        _place_near(found, lines, those, at, places, reaches, free)
    return places


def _find_all(page: Windows, lines: Sequence[Line], those: Bools, free: Bools) -> dict[tuple[int, int], list[int]]:
    """Find all places of some lines among free words, by number of words and digest; sorted."""
    wanted: defaultdict[int, set[int]] = defaultdict(set)
    for i in np.flatnonzero(those).tolist():
        wanted[lines[i].words].add(lines[i].digest)
    taken = np.cumsum(np.append(False, ~free))
    places: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
    for size, digests in wanted.items():
        all_ = page.digest(size)
        starts = np.flatnonzero(np.isin(all_, list(digests)) & (taken[size:] == taken[: len(all_)]))
        for start, digest in zip(starts.tolist(), all_[starts].tolist(), strict=True):
            places[size, digest].append(start)
    return places


def _place_near(
    found: dict[tuple[int, int], list[int]],
    lines: Sequence[Line],
    those: Bools,
    at: Ints,
    places: Ints,
    reaches: Mapping[tuple[int, int], int],
    free: Bools,
) -> None:
    """Place some lines that have no place yet, each at most so many words from where the placed lines expect it.

    Equal lines keep their order, and leave places for each other. Of what is ``free``, each takes its words.
    """
    before, after = _expect(at, places, len(free))
    used: defaultdict[tuple[int, int], int] = defaultdict(int)
    missing = np.flatnonzero(those & (places < 0)).tolist()
    later = Counter((lines[i].words, lines[i].digest) for i in missing)
    for i in missing:
        key = lines[i].words, lines[i].digest
        later[key] -= 1
        some, first, reach = found.get(key, []), used[key], reaches.get(key, 0)
        end = len(some) - later[key] if reach > NEAR else len(some)
        near = [
            (abs(some[j] - expected), j)
            for expected in (before[i], after[i])
            for j in (bisect_left(some, expected, first, end) - 1, bisect_left(some, expected, first, end))
            if first <= j < end and free[some[j] : some[j] + key[0]].all()
        ]
        distance, j = min(near, default=(reach + 1, -1))
        if distance <= reach:
            places[i] = some[j]
            used[key] = j + 1
            free[some[j] : some[j] + key[0]] = False


def _expect(at: Ints, places: Ints, size: int) -> tuple[list[int], list[int]]:
    """Where each line would be if it were as far from the next placed line before, and after it, as it was.

    Beyond the first and the last of these, the begin and the end of the page count; each has shape (len(places),).
    """
    shift = np.concatenate(([0], places - at[:-1], [size - at[-1]]))
    known = np.concatenate(([0], np.flatnonzero(places >= 0) + 1, [len(at)]))
    right = np.searchsorted(known, np.arange(1, len(at)))
    return (at[:-1] + shift[known[right - 1]]).tolist(), (at[:-1] + shift[known[right]]).tolist()

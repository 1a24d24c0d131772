"""Text that is in a page but in another order, because people copy the parts of a page as they read them.

A longest common subsequence keeps one order and loses what was moved. Here, runs of words that are left on both sides
are found.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Sequence

import numpy as np

from cetr.document import Bools, match_words

RUN = 5
"""How many equal consecutive words count as the same passage."""


def find_moved(document: Sequence[str], text: Sequence[str], taken: Bools) -> Bools:
    """Find further words of a document that are in a text, in runs of at least `RUN`; shape (len(document),).

    ``taken`` marks the words, in the order of the text, that are already known to be in it. Linear in the number of
    words.
    """
    known = [word for word, inside in zip(document, taken.tolist(), strict=True) if inside]
    free = (match_words(known, text) < 0).tolist()
    open_ = (~taken).tolist()
    places: defaultdict[tuple[str, ...], deque[int]] = defaultdict(deque)
    for j in _find_starts(open_):
        places[tuple(document[j : j + RUN])].append(j)
    moved = [False] * len(document)
    end = 0
    for i in _find_starts(free):
        candidates = places.get(tuple(text[i : i + RUN])) if i >= end else None
        while candidates and any(moved[candidates[0] : candidates[0] + RUN]):
            candidates.popleft()
        if not candidates:
            continue
        j, end = candidates.popleft(), i
        while (
            end < len(text)
            and j < len(document)
            and free[end]
            and open_[j]
            and not moved[j]
            and document[j] == text[end]
        ):
            moved[j] = True
            j, end = j + 1, end + 1
    return np.array(moved, dtype=np.bool_)


def find_text(document: Sequence[str], text: Sequence[str]) -> Bools:
    """Mark the words of a text that a document has, in the same order or in runs elsewhere; shape (len(text),)."""
    there = match_words(document, text) >= 0
    return there | find_moved(text, document, there)


def _find_starts(flags: Sequence[bool]) -> list[int]:
    """Find where `RUN` consecutive true values begin."""
    starts, run = [], 0
    for i, flag in enumerate(flags):
        run = run + 1 if flag else 0
        if run >= RUN:
            starts.append(i - RUN + 1)
    return starts

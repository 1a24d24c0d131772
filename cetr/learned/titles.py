"""The title above the content. Guidelines differ most on whether it belongs to the content."""

from __future__ import annotations

from collections import Counter

import numpy as np

from cetr.document import VOID_TAGS, Bools, Floats, Kind, Tokens, find_tags, mark_names
from cetr.learned.blocks import Blocks

LEAST = 0.03
"""The least probability of a title that is added although the model has not chosen it."""
MOST_LEVELS = 3
"""How many elements below the innermost one that also contains the title the content may be."""


def take_title(blocks: Blocks, probability: Floats, chosen: Bools) -> Bools:
    """Add the last ``<h1>`` before the chosen blocks (n,), if it is near to them and not improbable.

    Nothing is added to content that has an ``<h1>``. See docs/structure.md for the reasons.
    """
    tokens, taken = blocks.tokens, np.flatnonzero(chosen)
    tags = find_tags(tokens, "h1") if len(taken) else taken
    opened = tags[tokens.kind[tags] == np.uint8(Kind.OPEN)]
    closed = tags[tokens.kind[tags] == np.uint8(Kind.CLOSE)]
    if not len(opened) or not len(closed):
        return chosen
    content = int(blocks.first[taken[0]])
    at = closed.searchsorted(opened)
    opened, closed = opened[at < len(closed)], closed[at[at < len(closed)]]
    start, stop = blocks.first.searchsorted(opened), blocks.first.searchsorted(closed)
    count = np.append(0, np.cumsum(chosen))
    above = np.flatnonzero((start < stop) & (closed < content))
    if (count[start] < count[stop]).any() or not len(above):
        return chosen
    title, end = slice(int(start[above[-1]]), int(stop[above[-1]])), int(closed[above[-1]])
    if probability[title].max() <= LEAST or _count_levels(tokens, end + 1, content) > MOST_LEVELS:
        return chosen
    found = chosen.copy()
    found[title] = True
    return found


def _count_levels(tokens: Tokens, start: int, end: int) -> int:
    """Count the elements that begin between two tokens and are still open at the second."""
    opened: list[int] = []
    # A page may open elements without end, and close others that it never opened.
    number: Counter[int] = Counter()
    part = tokens.cut(start, end)
    opens = (part.kind == np.uint8(Kind.OPEN)) & ~mark_names(*VOID_TAGS)[part.number]
    tags = np.flatnonzero(opens | (part.kind == np.uint8(Kind.CLOSE)))
    for is_open, name in zip(opens[tags].tolist(), part.name[tags].tolist(), strict=True):
        if is_open:
            opened.append(name)
            number[name] += 1
        elif number[name]:
            last = None
            while last != name:
                last = opened.pop()
                number[last] -= 1
    return len(opened)

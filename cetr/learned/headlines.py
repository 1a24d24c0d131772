"""The headline of an article: a block with the words of the page's title."""

from __future__ import annotations

import numpy as np

from cetr.document import Bools
from cetr.learned.blocks import Blocks, find_running, mark_headings
from cetr.learned.features import Shared
from cetr.learned.windows import accumulate

_LEAST_WORDS = 4
_LEAST_IN, _LEAST_OF = 0.75, 0.25
"""The least share of the block's words that are in the title, and of the title's words that are in the block. Titles
also name the site.
"""
_MOST_LINKED = 0.5
_HEADING, _FOLLOWED = 0.3, 0.2
"""What it is worth that a block is a heading, and that running text follows it."""
_REACH, _LEAST_TEXT = 13, 150
"""Running text of so many characters is among so many blocks from the headline on."""


def find_headline(blocks: Blocks, title: Shared) -> int | None:
    """Find the block of n > 0 that is most probably the headline; None if no block is like the title.

    The first block with many words of the title, a feature of the model, is often a link or the end of a breadcrumb.
    """
    inside, of = title.words / np.maximum(blocks.words, 1), title.share()
    fits = (inside > _LEAST_IN) & (of > _LEAST_OF) & (blocks.words >= _LEAST_WORDS)
    fits &= blocks.flagged[:, 0] < _MOST_LINKED
    found = np.flatnonzero(fits)
    if not len(found):
        return None
    running = accumulate(find_running(blocks))
    followed: Bools = running[np.minimum(found + _REACH, len(blocks))] - running[found] > _LEAST_TEXT
    heading = mark_headings(blocks)[blocks.container[found]]
    worth = np.minimum(of[found], 1) * inside[found] * (1 + _HEADING * heading + _FOLLOWED * followed)
    return int(found[np.argmax(worth)])

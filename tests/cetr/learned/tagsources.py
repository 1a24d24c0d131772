"""Tags one after the other as the sources of a page."""

from __future__ import annotations

from itertools import accumulate

import numpy as np

from cetr.document.narrowing import narrow
from cetr.learned.tagsources import TagSources


def join_sources(tags: list[str]) -> TagSources:
    """Make the sources of some tags."""
    html, end = "".join(tags), np.array([*accumulate(map(len, tags))], dtype=np.int64)
    return TagSources(html, narrow(html), end - np.array([*map(len, tags)], dtype=np.int64), end)

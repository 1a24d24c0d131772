"""Tags as they are written in a page, and which of them are written the same."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from cetr.document import Bytes, Ints, Tokens
from cetr.learned.hashes import find_changes


@dataclass(frozen=True)
class TagSources:
    """The sources of n tags: ``html[start:end]``, both (n,). ``code`` is that of the page's tokens."""

    html: str
    code: Bytes
    start: Ints
    end: Ints

    def __len__(self) -> int:
        return len(self.start)

    def spell(self) -> list[str]:
        """List the sources as strings."""
        return [self.html[start:end] for start, end in zip(self.start.tolist(), self.end.tolist(), strict=True)]

    def select(self, chosen: Ints) -> TagSources:
        """Return some of the sources, by index."""
        return TagSources(self.html, self.code, self.start[chosen], self.end[chosen])


def take_sources(html: str, tokens: Tokens, at: Ints) -> TagSources:
    """Take the sources of the tokens ``at`` (n,) of a page."""
    return TagSources(html, tokens.code, tokens.start[at], tokens.end[at])


def number_sources(sources: TagSources) -> tuple[Ints, Ints]:
    """Number the d different sources of n tags from 0 on, in order: the number of each (n,), and the first of each
    number (d,).
    """
    numbers: dict[str, int] = {}
    number = np.array([numbers.setdefault(each, len(numbers)) for each in sources.spell()], dtype=np.int64)
    return number, np.flatnonzero(find_changes(np.maximum.accumulate(number)))

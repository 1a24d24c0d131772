"""Gold for a page, from the published lines of another copy or version of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from annotate.standoff.lines import CONTENT, OPTIONAL, Line, open_windows
from annotate.standoff.placing import place_lines
from cetr.document import Bools, Ints, Spans, cover_words, find_words, locate_text

NEW = 10
"""How many more words than before may stand beside content: a count of comments, a date, a name."""

State = Literal["same page", "same text", "changed"]
"""How alike a page and the published one are: the same HTML; all of the content, with nothing new in or beside it; or
less than that.
"""


@dataclass(frozen=True)
class Joined:
    """The gold of a page. ``gold`` counts the words that were published as content, ``lost`` those of them that the
    page does not have, ``new`` the page's words in or beside the content that were not there.
    """

    spans: Spans
    optional: Spans
    state: State
    gold: int = 0
    lost: int = 0
    new: int = 0

    @property
    def coverage(self) -> float:
        """The share of the content that the page has, 0 to 1."""
        return 1 - self.lost / self.gold if self.gold else 1.0


def join_lines(html: str, lines: Sequence[Line]) -> Joined:
    """Mark in a page what the lines of another copy or version of it have as content.

    New text between two lines that were next to each other, both of them content, becomes content; elsewhere it does
    not. Where nothing was content, at least half of the words must be there, or the page has changed.
    """
    located = locate_text(html)
    words = find_words(located)
    places = place_lines(open_windows(words.words), lines)
    owner = np.full(len(words.words), -1)
    for i in np.flatnonzero(places >= 0).tolist():
        owner[places[i] : places[i] + lines[i].words] = i
    label, size = (np.array([getattr(line, key) for line in lines], np.int64) for key in ("label", "words"))
    labels = np.append(label, 0)[owner]
    new = 0
    for start, end in _find_runs(owner < 0):
        edges = (int(owner[start - 1]) if start else -1, int(owner[end]) if end < len(owner) else len(lines))
        between = slice(edges[0] + 1, max(edges))
        beside = [bool(label[i] & CONTENT) for i in edges if 0 <= i < len(lines)]
        if len(beside) == 2 and all(beside) and edges[0] < edges[1] and (label[between] & CONTENT).all():
            labels[start:end] = CONTENT
            new += end - start
        elif any(beside):
            replaced = int(size[between][(places[between] < 0) & (label[between] & CONTENT == 0)].sum())
            new += max(0, end - start - replaced - NEW)
    is_content = label & CONTENT > 0
    gold, lost = int(size[is_content].sum()), int(size[is_content & (places < 0)].sum())
    unlike = not gold and 2 * int(size[places >= 0].sum()) < int(size.sum())
    spans, optional = (cover_words(located, words, np.flatnonzero(labels & kind)) for kind in (CONTENT, OPTIONAL))
    return Joined(spans, optional, "changed" if lost or new or unlike else "same text", gold, lost, new)


def _find_runs(flags: Bools) -> list[tuple[int, int]]:
    """Find the runs of true values, as half-open intervals."""
    edges: Ints = np.flatnonzero(np.diff(flags, prepend=False, append=False))
    return [(start, end) for start, end in edges.reshape(-1, 2).tolist()]

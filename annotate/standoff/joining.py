"""Gold for a page, from the published lines of another copy or version of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from annotate.standoff.lines import CONTENT, OPTIONAL, Line, open_windows
from annotate.standoff.placing import place_lines
from annotate.standoff.signs import cover_run, place_runs, read_page_text
from cetr.document import Bools, Ints, Span, Spans

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
    not. Where nothing was content, at least half of the words must be there and of the page, or it has changed.
    """
    text = read_page_text(html)
    places = place_lines(open_windows(text.words), lines)
    owner = np.full(len(text.words), -1)
    runs: dict[int, list[Span]] = {CONTENT: [], OPTIONAL: []}
    for i in np.flatnonzero(places >= 0).tolist():
        start, end = int(places[i]), int(places[i]) + lines[i].words
        owner[start:end] = i
        for label, found in runs.items():
            if lines[i].label & label:
                found.append(cover_run(text, start, end, lines[i].before, lines[i].after))
    is_content = np.array([line.label & CONTENT > 0 for line in lines], np.bool_)
    size = np.array([line.words for line in lines], np.int64)
    is_lost = places < 0
    replaceable = np.append(0, np.cumsum(size * (is_lost & ~is_content)))
    others = np.append(0, np.cumsum(~is_content))
    new = 0
    for start, end in _find_runs(owner < 0):
        edges = (int(owner[start - 1]) if start else -1, int(owner[end]) if end < len(owner) else len(lines))
        inner = edges[0] + 1, max(edges[0] + 1, edges[1])
        beside = [bool(is_content[i]) for i in edges if 0 <= i < len(lines)]
        if len(beside) == 2 and all(beside) and edges[0] < edges[1] and others[inner[0]] == others[inner[1]]:
            runs[CONTENT].append((int(text.before[start]), int(text.after[end - 1])))
            new += end - start
        elif any(beside):
            replaced = int(replaceable[inner[1]] - replaceable[inner[0]])
            new += max(0, end - start - replaced - NEW)
    gold, lost = int(size[is_content].sum()), int(size[is_content & is_lost].sum())
    unlike = not gold and 2 * int(size[~is_lost].sum()) < max(int(size.sum()), len(owner))
    state: State = "changed" if lost or new or unlike else "same text"
    spans, optional = (place_runs(text, tuple(runs[label])) for label in (CONTENT, OPTIONAL))
    return Joined(spans, optional, state, gold, lost, new)


def _find_runs(flags: Bools) -> list[tuple[int, int]]:
    """Find the runs of true values, as half-open intervals."""
    edges: Ints = np.flatnonzero(np.diff(flags, prepend=False, append=False))
    return [(start, end) for start, end in edges.reshape(-1, 2).tolist()]

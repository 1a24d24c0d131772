"""Which candidates a labelled page would help: those of its site and template."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

import numpy as np

from annotate.next.candidates import Candidate
from annotate.sites.templates import is_alike, measure_likeness
from cetr.document import Floats, Ints
from cetr.site import SAME_KIND

COVERS = 0.4
"""The part of all their paths that two pages share if a label of one is worth most of a label of the other."""


class Templates:
    """What labelling each of n candidates is worth for those that no labelled page counts for yet.

    ``covers`` (n,) is how many of these it would cover, and ``worth`` (n,) the sum of their squared likeness to it. A
    page that is in between two kinds covers both, but is less like either.

    A page counts for another of its site if they share the part `COVERS` of their paths; one without content, if they
    are of one kind. A page with an unknown site covers only itself. Time and memory are quadratic in the candidates of
    a site.
    """

    def __init__(self, candidates: Sequence[Candidate], present: Sequence[Candidate]) -> None:
        sites = defaultdict(list)
        for number, candidate in enumerate(candidates):
            sites[candidate.site].append(number)
        self._alike: list[tuple[Ints, Floats]] = []
        for number, candidate in enumerate(candidates):
            own = sites[candidate.site] if candidate.site else [number]
            likeness = np.array([measure_likeness(candidate.paths, candidates[other].paths) for other in own])
            likeness[own.index(number)] = 1
            alike = likeness >= COVERS
            self._alike.append((np.array(own, dtype=np.int64)[alike], likeness[alike] ** 2))
        self.covers: Ints = np.array([len(alike) for alike, _ in self._alike], dtype=np.int64)
        self.worth: Floats = np.array([squares.sum() for _, squares in self._alike], dtype=np.float64)
        self._open = np.ones(len(candidates), dtype=np.bool_)
        for known in present:
            least = SAME_KIND if known.empty else COVERS
            own = sites.get(known.site, []) if known.site else []
            self._close(i for i in own if is_alike(known.paths, candidates[i].paths, least))

    def cover(self, number: int) -> None:
        """Record that a candidate will be labelled."""
        self._close(self._alike[number][0].tolist())

    def _close(self, numbers: Iterable[int]) -> None:
        for number in numbers:
            if self._open[number]:
                self._open[number] = False
                alike, squares = self._alike[number]
                self.covers[alike] -= 1
                self.worth[alike] -= squares

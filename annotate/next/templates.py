"""Which candidates a labelled page would help: those of its site and template."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

import numpy as np
import scipy.sparse as sp

from annotate.next.candidates import Candidate
from annotate.sites.templates import Paths, is_alike
from cetr.document import Floats, Ints
from cetr.site import SAME_KIND

COVERS = 0.4
"""The part of all their paths that two pages share if a label of one is worth most of a label of the other."""
_ROWS = 500
"""How many pages are compared with those of their site at once."""


class Templates:
    """What labelling each of n candidates is worth for those that no labelled page counts for yet.

    ``covers`` (n,) is how many of these it would cover, and ``worth`` (n,) the sum of their squared likeness to it. A
    page that is in between two kinds covers both, but is less like either.

    A page counts for another of its site if they share the part `COVERS` of their paths; one without content, if they
    are of one kind. A page with an unknown site covers only itself. Time and memory are quadratic in the candidates of
    a site; 4,000 take some seconds.
    """

    def __init__(self, candidates: Sequence[Candidate], present: Sequence[Candidate]) -> None:
        sites = defaultdict(list)
        for number, candidate in enumerate(candidates):
            sites[candidate.site].append(number)
        unknown = [[number] for number in sites.pop("", [])]
        self._alike: dict[int, tuple[Ints, Floats]] = {}
        for own in (*sites.values(), *unknown):
            places = np.array(own, dtype=np.int64)
            for number, likeness in zip(own, compare_all([candidates[n].paths for n in own]), strict=True):
                alike = likeness >= COVERS
                self._alike[number] = places[alike], likeness[alike] ** 2
        count = range(len(candidates))
        self.covers: Ints = np.array([len(self._alike[n][0]) for n in count], dtype=np.int64)
        self.worth: Floats = np.array([self._alike[n][1].sum() for n in count], dtype=np.float64)
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


def compare_all(pages: Sequence[Paths]) -> Iterator[Floats]:
    """Yield, for each of n pages, its likeness to all of them, (n,), as `measure_likeness` does; to itself it is 1."""
    column = {path: number for number, path in enumerate(frozenset[int]().union(*pages))}
    size = np.array([len(paths) for paths in pages], dtype=np.int64)
    columns = np.array([column[path] for paths in pages for path in paths], dtype=np.int64)
    ends = np.concatenate([[0], np.cumsum(size)])
    held = sp.csr_array((np.ones(len(columns)), columns, ends), shape=(len(pages), len(column)))
    for start in range(0, len(pages), _ROWS):
        shared = (held[start : start + _ROWS] @ held.T).toarray()
        for number, row in enumerate(shared, start):
            likeness = row / np.maximum(size[number] + size - row, 1)
            likeness[number] = 1
            yield likeness

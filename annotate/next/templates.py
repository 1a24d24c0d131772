"""Which candidates a labelled page would help: those of its site and template."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import scipy.sparse as sp

from annotate.next.candidates import Candidate
from annotate.sites.templates import Paths, is_alike
from cetr.document import Bools, Floats, Ints
from cetr.site import SAME_KIND

COVERS = 0.4
"""The part of all their paths that two pages share if a label of one is worth most of a label of the other."""
COMPARED = 1_000
"""How many pages of a site stand for all others, so that time and memory stay linear in the candidates of a site."""
_PAIRS = 4_000_000
"""How many pairs of pages are compared at once."""


@dataclass(frozen=True)
class PathTable:
    """The paths of n pages: ``held`` (n, paths) is 1 where a page has a path, ``sizes`` (n,) how many each has."""

    held: sp.csr_array
    sizes: Ints


@dataclass(frozen=True)
class _Site:
    """The candidates of a site: their ``numbers`` (n,) and paths. The m places ``compared`` among them are a
    sample; ``is_open`` (m,) says for which of these no labelled page counts yet. Each stands for ``weight`` candidates.
    """

    numbers: Ints
    paths: PathTable
    compared: Ints
    is_open: Bools
    weight: float


class Templates:
    """What labelling each of n candidates is worth for those that no labelled page counts for yet.

    ``covers`` (n,) is how many of these it would cover, and ``worth`` (n,) the sum of their squared likeness to it. A
    page that is in between two kinds covers both, but is less like either. Both are estimates for a site with more than
    `COMPARED` candidates.

    A page counts for another of its site if they share the part `COVERS` of their paths; one without content, if they
    are of one kind. A page with an unknown site covers only itself.
    """

    def __init__(self, candidates: Sequence[Candidate], present: Sequence[Candidate]) -> None:
        grouped = defaultdict(list)
        for number, candidate in enumerate(candidates):
            grouped[candidate.site].append(number)
        unknown = [[number] for number in grouped.pop("", [])]
        self.covers: Floats = np.zeros(len(candidates))
        self.worth: Floats = np.zeros(len(candidates))
        self._places: dict[int, tuple[_Site, int]] = {}
        for numbers in (*grouped.values(), *unknown):
            site = _gather(candidates, numbers)
            self._places |= {number: (site, place) for place, number in enumerate(numbers)}
            self._add(site, site.compared, site.weight)
        for known in present:
            if known.site not in grouped:
                continue
            site, _ = self._places[grouped[known.site][0]]
            least = SAME_KIND if known.empty else COVERS
            paths = [candidates[number].paths for number in site.numbers[site.compared]]
            self._close(site, np.array([is_alike(known.paths, other, least) for other in paths]))

    def cover(self, number: int) -> None:
        """Record that a candidate will be labelled."""
        site, place = self._places[number]
        likeness = compare_pages(site.paths, np.array([place]))[0]
        self._close(site, likeness[site.compared] >= COVERS)

    def _close(self, site: _Site, covered: Bools) -> None:
        closing = covered & site.is_open
        site.is_open[closing] = False
        self._add(site, site.compared[closing], -site.weight)

    def _add(self, site: _Site, places: Ints, weight: float) -> None:
        """Add what labels are worth for the pages at some places of a site."""
        rows = max(1, _PAIRS // len(site.numbers))
        for start in range(0, len(places), rows):
            likeness = compare_pages(site.paths, places[start : start + rows])
            likeness[likeness < COVERS] = 0
            self.covers[site.numbers] += weight * np.count_nonzero(likeness, axis=0)
            self.worth[site.numbers] += weight * np.square(likeness).sum(axis=0)


def _gather(candidates: Sequence[Candidate], numbers: Sequence[int]) -> _Site:
    # Drawn, because templates may alternate in the order of pages.
    draw = np.random.default_rng(0)
    compared = np.sort(draw.choice(len(numbers), min(len(numbers), COMPARED), replace=False))
    return _Site(
        numbers=np.array(numbers, dtype=np.int64),
        paths=tabulate_paths([candidates[number].paths for number in numbers]),
        compared=compared,
        is_open=np.ones(len(compared), dtype=np.bool_),
        weight=len(numbers) / len(compared),
    )


def tabulate_paths(pages: Sequence[Paths]) -> PathTable:
    """Tabulate which paths pages have."""
    column = {path: number for number, path in enumerate(frozenset[int]().union(*pages))}
    sizes = np.array([len(paths) for paths in pages], dtype=np.int64)
    columns = np.array([column[path] for paths in pages for path in paths], dtype=np.int64)
    ends = np.concatenate([[0], np.cumsum(sizes)])
    return PathTable(sp.csr_array((np.ones(len(columns)), columns, ends), shape=(len(pages), len(column))), sizes)


def compare_pages(table: PathTable, places: Ints) -> Floats:
    """Measure the likeness of the k pages at ``places`` to all n, (k, n), as `measure_likeness` does; to itself it
    is 1.
    """
    shared = (table.held[places] @ table.held.T).toarray()
    likeness: Floats = shared / np.maximum(table.sizes[places, np.newaxis] + table.sizes - shared, 1)
    likeness[np.arange(len(places)), places] = 1
    return likeness

"""Which candidates a labelled page would help: those of its site and template."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

import numpy as np

from annotate.next.candidates import Candidate
from annotate.sites.templates import is_alike
from cetr.document import Ints
from cetr.learned.templates import ALIKE
from cetr.site import SAME_KIND


class Templates:
    """``covers`` (n,): how many of n candidates that no labelled page counts for yet would be covered by labelling
    each.

    A page counts for another of its site if they are so alike that its gold counts fully; one without content, if they
    are of one kind. A page with an unknown site covers only itself. Time and memory are quadratic in the candidates of
    a site.
    """

    def __init__(self, candidates: Sequence[Candidate], present: Sequence[Candidate]) -> None:
        sites = defaultdict(list)
        for number, candidate in enumerate(candidates):
            sites[candidate.site].append(number)
        self._alike = [
            np.array(
                [j for j in sites[c.site] if j == i or (c.site and is_alike(c.paths, candidates[j].paths, ALIKE))],
                dtype=np.int64,
            )
            for i, c in enumerate(candidates)
        ]
        self.covers: Ints = np.array([len(alike) for alike in self._alike], dtype=np.int64)
        self._open = np.ones(len(candidates), dtype=np.bool_)
        for known in present:
            least = SAME_KIND if known.empty else ALIKE
            own = sites.get(known.site, ()) if known.site else ()
            self._close(i for i in own if is_alike(known.paths, candidates[i].paths, least))

    def cover(self, number: int) -> None:
        """Record that a candidate will be labelled."""
        self._close(self._alike[number].tolist())

    def _close(self, numbers: Iterable[int]) -> None:
        for number in numbers:
            if self._open[number]:
                self._open[number] = False
                self.covers[self._alike[number]] -= 1

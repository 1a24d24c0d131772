"""A site's memory: the traces of its pages, as many as there is room for."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from cetr.arrays import Floats, Ints
from cetr.site.signatures import Codes
from cetr.site.traces import Trace

MOST_BYTES = 1_000_000
"""What the traces of a site may take."""
MOST_PAGES = 100


@dataclass(frozen=True)
class Postings:
    """Which pages have which hashes: ``codes`` (r,), sorted, the number of the ``page`` (r,), and ``values`` (k, r)."""

    codes: Codes
    page: Ints
    values: Floats

    def find(self, codes: Codes) -> tuple[Ints, Ints]:
        """The matches of hashes (n,): the index of the hash, and the row."""
        first = np.searchsorted(self.codes, codes, side="left")
        count = np.searchsorted(self.codes, codes, side="right") - first
        which = np.repeat(np.arange(len(codes)), count)
        row = np.arange(len(which)) - np.repeat(np.cumsum(count) - count, count) + first[which]
        return which, row


@dataclass(frozen=True)
class Memory:
    """What is known of a site: the traces of its pages, the oldest first.

    Never changed: `remember` gives another one. At most `MOST_PAGES` traces and `MOST_BYTES` of them are kept.
    """

    traces: tuple[Trace, ...] = ()

    @cached_property
    def labelled(self) -> int:
        """Of how many pages the gold is known."""
        return sum(trace.labelled for trace in self.traces)

    @cached_property
    def texts(self) -> Postings:
        """The pages of each text, and whether it is gold there."""
        return _post([(trace.texts, (trace.marks,)) for trace in self.traces], 1)

    @cached_property
    def places(self) -> Postings:
        """The pages of each text at its path."""
        return _post([(trace.places, ()) for trace in self.traces], 0)

    @cached_property
    def paths(self) -> Postings:
        """The pages of each path: how much it weighs there, and its shares of content by the model and by gold."""
        return _post([(trace.paths, (trace.weights, trace.contents, trace.golds)) for trace in self.traces], 3)


def _post(tables: list[tuple[Codes, tuple[np.ndarray[tuple[int], np.dtype[np.float16]], ...]]], height: int) -> Postings:
    codes = np.concatenate([np.zeros(0, dtype=np.uint32), *(codes for codes, _ in tables)])
    page = np.repeat(np.arange(len(tables)), [len(codes) for codes, _ in tables])
    rows = [np.concatenate([np.zeros(0), *(values[k] for _, values in tables)]) for k in range(height)]
    order = np.argsort(codes, kind="stable")
    return Postings(codes[order], page[order], np.array(rows).reshape(height, len(codes))[:, order])


def remember(memory: Memory, *traces: Trace) -> Memory:
    """The memory with more pages in it; a page that it has already is taken anew.

    Where there is no room for all, those go first that have no gold, of these the oldest.
    """
    return _keep((*memory.traces, *traces))


def merge(memories: Iterable[Memory]) -> Memory:
    """What several memories of one site hold."""
    return _keep(trace for memory in memories for trace in memory.traces)


def _keep(traces: Iterable[Trace]) -> Memory:
    latest: dict[int, Trace] = {}
    for trace in traces:
        known = latest.pop(trace.key, None)
        # Gold that was given once is not lost to a look at the page without it.
        latest[trace.key] = known if known is not None and known.labelled and not trace.labelled else trace
    order = sorted(reversed(latest.values()), key=lambda trace: not trace.labelled)
    kept, size = set(), 0
    for trace in order[:MOST_PAGES]:
        size += trace.size
        if size > MOST_BYTES:
            break
        kept.add(trace.key)
    return Memory(tuple(trace for trace in latest.values() if trace.key in kept))

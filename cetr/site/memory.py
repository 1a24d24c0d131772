"""The memory of a site: the traces of its pages, as many as there is room for."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from threading import Lock

import numpy as np

from cetr.document import Bools
from cetr.learned.templates import Postings, post
from cetr.site.traces import Trace

_log = logging.getLogger(__name__)

MOST_BYTES = 1_000_000
"""How many bytes the traces of a site may take."""
MOST_PAGES = 100
MOST_TOGETHER = 100_000_000
"""How many bytes all memories may take: a hundred sites of a hundred pages, or nearly ten thousand sites of one."""
OVERHEAD = 1_500
"""How many bytes of Python objects a page takes beside its trace, if it is the only one of its site."""


@dataclass(frozen=True)
class Memory:
    """What is known about a site: the traces of its pages, the oldest first.

    Immutable: `remember` returns a new one. It keeps at most `MOST_PAGES` traces and `MOST_BYTES` of them.
    """

    traces: tuple[Trace, ...] = ()

    @cached_property
    def labelled(self) -> int:
        """The number of pages with known gold."""
        return sum(trace.labelled for trace in self.traces)

    @cached_property
    def empty(self) -> Bools:
        """Whether gold says that a page has no content, (pages,)."""
        return np.array([trace.empty for trace in self.traces], dtype=np.bool_)

    @cached_property
    def known(self) -> Bools:
        """Whether the content of a page is known, (pages,)."""
        return np.array([trace.labelled for trace in self.traces], dtype=np.bool_) & ~self.empty

    @cached_property
    def size(self) -> int:
        """The size of its traces in bytes."""
        return sum(trace.size for trace in self.traces)

    @cached_property
    def texts(self) -> Postings:
        """The pages of each text, and whether it is gold there."""
        return post([(trace.texts, (trace.marks,)) for trace in self.traces], 1)

    @cached_property
    def places(self) -> Postings:
        """The pages of each text at its path."""
        return post([(trace.places, ()) for trace in self.traces], 0)

    @cached_property
    def inlines(self) -> Postings:
        """The pages of each inline element, and its leaning there."""
        return post([(trace.inlines, (trace.leanings,)) for trace in self.traces], 1)

    @cached_property
    def containers(self) -> Postings:
        """The pages of each container, and the share of its text that is gold there."""
        return post([(trace.containers, (trace.holdings,)) for trace in self.traces], 1)

    @cached_property
    def paths(self) -> Postings:
        """The pages of each path: its weight there, and its shares of content by the model and by gold."""
        return post([(trace.paths, (trace.weights, trace.contents, trace.golds)) for trace in self.traces], 3)


def remember(memory: Memory, *traces: Trace) -> Memory:
    """Return the memory with more pages; a page that it already has is replaced.

    If there is no room for all, pages without gold are dropped first, the oldest of them first.
    """
    return _keep((*memory.traces, *traces))


def merge(memories: Iterable[Memory]) -> Memory:
    """Merge several memories of one site."""
    return _keep(trace for memory in memories for trace in memory.traces)


class SiteMemories:
    """The memories of many sites, in ``held``, within `MOST_TOGETHER` bytes.

    If there is no room, half the pages of every site are dropped, those without gold and the oldest first; or, if no
    site has more than one page, the older half of the sites. Several threads may use them at once.
    """

    def __init__(self, held: Mapping[str, Memory] | None = None) -> None:
        self.held = dict(held or {})
        self._size = sum(map(_measure, self.held.values()))
        self._changing = Lock()

    def __reduce__(self) -> tuple[type[SiteMemories], tuple[dict[str, Memory]]]:
        return SiteMemories, (self.copy(),)

    def __getitem__(self, site: str) -> Memory:
        with self._changing:
            return self.held.get(site, Memory())

    def copy(self) -> dict[str, Memory]:
        """Copy what is held now, while other threads may go on."""
        with self._changing:
            return dict(self.held)

    def learn(self, site: str, memory: Memory) -> None:
        """Add to what is known about a site."""
        with self._changing:
            known = self.held.pop(site, Memory())
            self.held[site] = merge((known, memory))
            self._size += _measure(self.held[site]) - _measure(known)
            while self._size > MOST_TOGETHER:
                most = max(len(memory.traces) for memory in self.held.values())
                if most > 1:
                    self.held = {site: _keep(memory.traces, most // 2) for site, memory in self.held.items()}
                else:
                    self.held = dict(list(self.held.items())[len(self.held) // 2 :])
                self._size = sum(map(_measure, self.held.values()))
                _log.info("no room for more: the memories of %d sites were cut to %d bytes", len(self.held), self._size)


def _measure(memory: Memory) -> int:
    return memory.size + OVERHEAD * len(memory.traces)


def _keep(traces: Iterable[Trace], most: int = MOST_PAGES) -> Memory:
    latest: dict[int, Trace] = {}
    for trace in traces:
        known = latest.pop(trace.key, None)
        # Gold that was given once stays when the page is seen again without it.
        latest[trace.key] = known if known is not None and known.labelled and not trace.labelled else trace
    newest = list(reversed(latest.values()))
    kept, size = set(), 0
    for trace in sorted(newest, key=lambda trace: not trace.labelled)[:most]:
        size += trace.size
        if size > MOST_BYTES:
            break
        kept.add(trace.key)
    return Memory(tuple(trace for trace in latest.values() if trace.key in kept))

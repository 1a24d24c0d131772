"""The list of documents of a run: what is known of each, their order, and which comes next."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Container, Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from annotate.review.documents import ORDERS, Entry, Order, arrange, count_done, describe
from cetr.console import InputError
from evaluate.package import Meta, read_meta

BATCH = 100
"""How many documents' metadata is read between two checks of the keyboard."""


class Listing:
    """The documents, in the order in which a person works through them."""

    def __init__(self, names: Iterable[str], findings: Mapping[str, tuple[str, ...]]) -> None:
        names = tuple(names)
        self.entries: dict[str, Entry] = {name: Entry(name, findings=findings.get(name, ())) for name in names}
        self.orders: tuple[Order, ...] = ORDERS if names == tuple(sorted(names)) else ("given", *ORDERS)
        self.order = self.orders[0]
        self.wanted = ""
        self._drawn: dict[str, Entry] = {}  # as the documents were when the order was drawn
        self._unsettled = set(self.entries)  # those whose place is not known yet
        self._arranged: list[str] | None = None

    @property
    def left(self) -> int:
        """The number of documents neither approved nor rejected, of those that have been read."""
        return len(self.entries) - count_done(self.entries)

    def update(self, name: str, meta: Meta) -> None:
        """Update the entry from a document's metadata."""
        self.entries[name] = replace(self.entries[name], **describe(meta))  # type: ignore[arg-type]  # by its own names

    async def read(self, folder: Path) -> AsyncIterator[None]:
        """Read the metadata of all documents, a batch at a time; unreadable metadata stays unknown."""
        names = list(self.entries)
        for at in range(0, len(names), BATCH):
            for name, meta in await asyncio.to_thread(_read_metas, folder, names[at : at + BATCH]):
                self.update(name, meta)
            yield

    def forget_scores(self) -> None:
        """Forget all predictions."""
        for name, entry in self.entries.items():
            self.entries[name] = replace(entry, f1=None, contest=None, failed=False)
        self.rearrange()

    def arranged(self) -> list[str]:
        """The documents that match the filter, in the chosen order, as of the time when both were chosen.

        So a decision does not move a document. A document whose value becomes known later moves to its place then.
        """
        # Every key and every answer asks for the list, so most documents must not be looked at again.
        for name in tuple(self._unsettled):
            if self._drawn.get(name) is not (entry := self.entries[name]):
                self._drawn[name], self._arranged = entry, None
            if entry.is_known(self.order):
                self._unsettled.discard(name)
        if self._arranged is None:
            self._arranged = arrange((self._drawn[name] for name in self.entries), self.order, self.wanted)
        return self._arranged

    def rearrange(self, order: Order | None = None, wanted: str | None = None) -> None:
        """Apply the order and the filter, or others, to the documents as they are now."""
        self.order = self.order if order is None else order
        self.wanted = self.wanted if wanted is None else wanted
        self._drawn, self._unsettled, self._arranged = {}, set(self.entries), None

    def neighbour(self, of: str | None, step: int, among: Container[str] | None = None) -> str | None:
        """Return the document after (or before) another in the list: the first that is ``among`` some."""
        names = self.arranged()
        if of in names:
            at = names.index(of)
            names = names[at + 1 :] if step > 0 else names[:at][::-1]
        return next((name for name in names if among is None or name in among), None)

    def next_undecided(self, here: str) -> str | None:
        """Return the next undecided document from one on, going around; documents that were put off come last."""
        names = self.arranged()
        at = names.index(here) + 1 if here in names else 0
        open_ones = [n for n in (*names[at:], *names[:at]) if n != here and not self.entries[n].done]
        return next((n for n in open_ones if not self.entries[n].later), next(iter(open_ones), None))

    def drafts_beside(self, name: str) -> list[str]:
        """Return the other drafts of a document's site."""
        here = self.entries[name]
        return [e.name for e in self.entries.values() if e.status == "draft" and e.site == here.site and e != here]


def _read_metas(folder: Path, names: Iterable[str]) -> list[tuple[str, Meta]]:
    found = []
    for name in names:
        with suppress(InputError, OSError):
            found.append((name, read_meta(folder, name)))
    return found

"""The open document and the others, as they are on disk, with the answers of the worker.

Nothing here knows of the screen except the events that are reported to it (`Listener`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

from annotate.review.assignment import Assignment
from annotate.review.columns import Answer, Column
from annotate.review.listener import Listener, Nobody
from annotate.review.listing import Listing
from annotate.review.opened import Opened, open_document, reread, stamp_of
from annotate.review.predicting import NOW, SOON
from annotate.review.scoring import Scores
from annotate.review.suspects import check_again
from cetr.console import InputError

WATCH_SECONDS = 2.0


class Reading:
    """A run of the reviewer as far as it reads."""

    def __init__(self, assignment: Assignment, listener: Listener) -> None:
        self.assignment = assignment
        self.findings = dict(assignment.findings)
        codes = {name: tuple(f.code for f in found) for name, found in self.findings.items()}
        self.listing = Listing(assignment.names, codes)
        self.opened: Opened | None = None
        self._listener: Listener = listener
        columns = () if assignment.blind else assignment.columns
        self._scores = Scores(assignment.folder, columns, self.listing, self._take_answer)
        self._saving: asyncio.Task[None] | None = None
        self._warming: asyncio.Task[str] | None = None
        self._listed = False
        self._by_hand = True
        self._tasks: list[asyncio.Task[None]] = []

    @property
    def columns(self) -> tuple[Column, ...]:
        """The columns that the gold is compared with."""
        return self._scores.columns

    @property
    def column_names(self) -> tuple[str, ...]:
        """The names of the columns, in the order of the screen."""
        return tuple(column.name for column in self.columns)

    @property
    def idle(self) -> bool:
        """Whether all documents are listed and all questions answered."""
        return self._listed and self._scores.predictor.idle

    @property
    def left(self) -> int | None:
        """The number of documents neither approved nor rejected; None until all have been read."""
        return self.listing.left if self._listed else None

    @property
    def open_name(self) -> str:
        """The name of the open document; '' if none is open."""
        return self.opened.document.name if self.opened else ""

    async def start(self) -> None:
        """Open the first document and start the work in the background."""
        names = self.listing.arranged()
        if names:
            await self.open(self.assignment.first or names[0])
        background = (self._scores.predictor.run(), self._read_metas(), self._watch())
        self._tasks = [asyncio.create_task(work) for work in background]

    async def check_again(self, name: str) -> None:
        """Check a document again."""
        known = self.findings.get(name, ())
        with suppress(InputError, OSError):  # what cannot be read any more is told elsewhere
            self.findings[name] = await asyncio.to_thread(check_again, self.assignment.folder, name, known)
            codes = tuple(finding.code for finding in self.findings[name])
            self.listing.entries[name] = replace(self.listing.entries[name], findings=codes)
            self._listener.list_changed()

    def raise_failure(self) -> None:
        """Raise what has ended any work in the background, which nobody would notice otherwise."""
        for task in (*self._tasks, self._saving):
            if task is not None and task.done() and not task.cancelled():
                task.result()

    def forget_listener(self) -> None:
        """Report no more events, because the screen is gone."""
        self._listener = Nobody()

    async def stop(self) -> None:
        """Wait for the decision that is being saved, and end the work in the background."""
        await self.settle()
        for task in self._tasks:
            task.cancel()
        for task in self._tasks:
            with suppress(asyncio.CancelledError):
                await task

    async def settle(self) -> None:
        """Wait until the last decision is on disk; never more than one is being saved."""
        if self._saving is not None:
            await self._saving
            self._saving = None

    async def open(self, name: str, *, by_hand: bool = True) -> bool:
        """Open a document; ``by_hand`` if the person chose it, rather than being led to it by a decision."""
        await self.settle()
        try:
            self.opened = await asyncio.to_thread(open_document, self.assignment.folder, name)
        except (InputError, OSError) as error:
            self._listener.say(str(error), wrong=True)
            return False
        self._by_hand = by_hand
        self.listing.update(name, self.opened.document.meta)
        self._scores.ask(name, NOW, spans=True)
        names = self.listing.arranged()
        if name in names and names.index(name) + 1 < len(names):
            self._scores.ask(names[names.index(name) + 1], SOON, spans=True)
        self._listener.document_opened()
        self._listener.list_changed()
        self._warm_up()
        return True

    def _warm_up(self) -> None:
        """Derive the text once in the background, so that the first decision only has to derive its change."""
        if self.opened is not None:
            self._warming = asyncio.create_task(asyncio.to_thread(self.opened.cache.derive, self.opened.state.spans))

    async def _reread(self, opened: Opened) -> None:
        try:
            fresh = await asyncio.to_thread(reread, opened)
        except (InputError, OSError):
            fresh = opened
        self._show_fresh(opened, fresh)

    def _show_fresh(self, before: Opened, fresh: Opened) -> None:
        """Show the open document as it is on disk now; if its page was replaced, its lines differ."""
        self.opened = fresh
        replaced = fresh.page is not before.page
        self.listing.update(fresh.document.name, fresh.document.meta)
        self._scores.ask(fresh.document.name, NOW, spans=replaced)
        if replaced:
            self._listener.document_opened()
            self._warm_up()
        else:
            self._listener.document_changed()
        self._listener.list_changed()

    def set_columns(self, columns: Sequence[Column]) -> None:
        """Compare the gold with other columns."""
        self._scores.compare_with(columns)
        if self.opened is not None:
            self.opened = replace(self.opened, predictions={}, rated={}, results={}, first_results={})
            self._scores.ask(self.opened.document.name, NOW, spans=True)
        self._scores.ask_all()
        self._listener.document_changed()
        self._listener.list_changed()

    def _take_answer(self, answer: Answer) -> None:
        if (answer.marks or answer.results) and self.opened is not None and self.open_name == answer.document:
            self.opened = self.opened.answered(answer)
            self._listener.document_changed()
        self._listener.list_changed()

    async def _read_metas(self) -> None:
        """Read metadata into the list, a batch at a time."""
        async for _ in self.listing.read(self.assignment.folder):
            self._listener.list_changed()
        self._scores.ask_all()
        self._listed = True

    async def _watch(self) -> None:
        """Watch whether somebody else writes the open document."""
        while True:
            await asyncio.sleep(WATCH_SECONDS)
            opened = self.opened
            if opened is None or (self._saving is not None and not self._saving.done()):
                continue
            stamp = stamp_of(self.assignment.folder, opened.document.name)
            if stamp == opened.stamp:
                continue
            try:
                fresh = await asyncio.to_thread(reread, opened)
            except (InputError, OSError) as error:
                if self.opened is opened:
                    self.opened = replace(opened, stamp=stamp)
                    self._listener.say(f"{opened.document.name}: can no longer be read: {error}", wrong=True)
                continue
            if self.opened is not opened:
                continue
            if fresh.document.revision == opened.document.revision:
                self.opened = fresh
                continue
            self._show_fresh(opened, fresh)
            self._listener.say(f"{opened.document.name}: somebody else changed it; this is the current state")

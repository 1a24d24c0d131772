"""The reviewer's desk: the open document and the others, decisions that are being saved, answers of the worker.

It knows nothing of the screen except the events that it reports to it (`Listener`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace

from annotate.review.assignment import Assignment
from annotate.review.columns import Answer, Column
from annotate.review.listener import Listener, Nobody
from annotate.review.listing import Listing
from annotate.review.model.decisions import State
from annotate.review.model.history import describe_reversal
from annotate.review.model.merging import merge_states
from annotate.review.model.signing import has_approved
from annotate.review.model.trail import Direction, Trail
from annotate.review.opened import Opened, open_document, reread, stamp_of, write_decision
from annotate.review.predicting import LATER, NOW, SOON
from annotate.review.saving import Edit, RefusedError, read_undo, reverse
from annotate.review.scoring import Scores
from annotate.review.suspects import check_again
from cetr.console import InputError
from evaluate.package import Decision

WATCH_SECONDS = 2.0


class Desk:
    """One run of the reviewer."""

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
        self._trail = Trail()
        self._own: set[str] = set()  # what was decided in this run
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

    async def decide_beside(self, names: Sequence[str], action: str, change: Callable[[Opened], State]) -> int:
        """Make a decision on documents that are not open; returns the number of changed ones."""
        await self.settle()
        count = 0
        for name in names:
            try:
                decision = await asyncio.to_thread(self._decide_beside, name, action, change)
            except (InputError, OSError) as error:
                self._listener.say(f"{name}: {error}", wrong=True)
                continue
            if decision is not None:
                self._trail = self._trail.extend(action, name)
                self._own.add(decision.id)
                self._scores.ask(name, LATER)
                count += 1
        return count

    def _decide_beside(self, name: str, action: str, change: Callable[[Opened], State]) -> Decision | None:
        opened = open_document(self.assignment.folder, name)
        after = change(opened)
        if after == opened.state:
            return None
        given = self.assignment
        saved, _ = write_decision(opened, opened.edit(action, after), given.annotator, reopens=given.edits_reopen)
        return saved.decision

    async def decide(self, action: str, after: State, base: Opened | None = None) -> bool:
        """Show a decision on the open document, and save it.

        Returns False if nothing would change. ``base`` is the document as the person saw it when deciding; by default,
        as it is now.
        """
        base = base or self.opened
        await self.settle()
        if self._warming is not None:
            await self._warming
        opened = self.opened
        if base is None or opened is None:
            return False
        if after == base.state and (action != "approve" or has_approved(after.meta, self.assignment.annotator)):
            return False
        if opened.state != base.state:
            # Somebody else's change came in while we waited.
            merged = (
                merge_states(opened.page.html, base.state, after, opened.state) if opened.page is base.page else None
            )
            if merged is None:
                self._listener.say(
                    "not saved: somebody else changed the same text meanwhile; check it again", wrong=True
                )
                return True
            after = merged
        self._begin(opened, opened.edit(action, after))
        return True

    async def return_to(self, direction: Direction) -> bool:
        """Before the last decision (or undo) is reversed, open its document.

        A document that the person opened stays open if it has something to reverse. Returns False if none can be
        opened.
        """
        await self.settle()
        if self.opened is None:
            return False
        here, last = self.opened.document.name, self._trail.last(direction)
        if last is None or last == here:
            return True
        if self._by_hand:
            own = await self._find_reversible(here, direction)
            if own != ():
                return own is not None
        if await self.open(last, by_hand=False):
            return True
        self._trail = self._trail.forget(direction, last)
        return False

    async def _find_reversible(self, name: str, direction: Direction) -> tuple[Decision, ...] | None:
        """Read the decisions on a document that can be reversed; if the journal cannot be read, say why and return
        None.
        """
        try:
            history = await asyncio.to_thread(read_undo, self.assignment.folder, name)
        except (InputError, OSError) as error:
            self._listener.say(str(error), wrong=True)
            return None
        return history.done if direction == "undo" else history.undone

    async def reverse(self, direction: Direction, agreed: str = "") -> Decision | None:
        """Undo or redo on the open document, as the journal has it.

        If the last decision is somebody else's, return it instead, so that the person can be asked, unless its id is
        ``agreed``.
        """
        await self.settle()
        if self.opened is None:
            return None
        name = self.opened.document.name
        if stamp_of(self.assignment.folder, name) != self.opened.stamp:
            await self._reread(self.opened)  # somebody else has just decided
        decisions = await self._find_reversible(name, direction)
        opened = self.opened
        if decisions is None or opened.document.name != name:
            return None
        edit = reverse(opened.document, decisions, direction)
        if edit is None:
            self._trail = self._trail.forget(direction, name)
            why = "another tool has changed the document since"
            wrong = f"cannot {direction} '{decisions[-1].action}': {why}" if decisions else f"nothing to {direction}"
            self._listener.say(f"{name}: {wrong}")
            return None
        last = decisions[-1]
        known = last.id in self._own
        if not known and last.annotator != self.assignment.annotator and last.id != agreed:
            return last
        self._begin(opened, replace(edit, seconds=opened.seconds))
        self._listener.say(describe_reversal(last, direction, edit.before, edit.after, of_this_run=known))
        return None

    def _begin(self, opened: Opened, edit: Edit) -> None:
        self.opened = opened.show(edit.after)
        self._listener.document_changed()
        self._saving = asyncio.create_task(self._save(opened, edit))

    async def _save(self, before: Opened, edit: Edit) -> None:
        try:
            given = self.assignment
            saved, stamp = await asyncio.to_thread(
                write_decision, before, edit, given.annotator, reopens=given.edits_reopen
            )
        except (RefusedError, OSError, InputError) as error:
            self._listener.say(f"not saved: {error}", wrong=True)
            await self._reread(before)
            return
        assert self.opened is not None
        self._trail = self._trail.extend(edit.action, saved.document.name)
        self._own.add(saved.decision.id)
        self.opened = self.opened.saved(saved.document, stamp)
        self._listener.decision_saved()
        if saved.replaced_text:
            self._listener.say("the text of the marks replaced the imported text; undo restores it")
        if saved.merged:
            self._listener.say("merged with what somebody else changed meanwhile")
        self.listing.update(saved.document.name, saved.document.meta)
        self._scores.ask(saved.document.name, NOW)
        self._listener.document_changed()
        self._listener.list_changed()

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

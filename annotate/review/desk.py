"""The reviewer's desk: decisions on the open document and on others, which are saved, undone and redone."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace

from annotate.review.assignment import Assignment
from annotate.review.listener import Listener
from annotate.review.model.decisions import State
from annotate.review.model.history import describe_reversal
from annotate.review.model.merging import merge_states
from annotate.review.model.signing import has_approved
from annotate.review.model.trail import Direction, Trail
from annotate.review.opened import Opened, open_document, stamp_of, write_decision
from annotate.review.predicting import LATER, NOW
from annotate.review.reading import Reading
from annotate.review.saving import Edit, read_undo, reverse
from cetr.console import InputError
from evaluate.package import Decision


class Desk(Reading):
    """One run of the reviewer."""

    def __init__(self, assignment: Assignment, listener: Listener) -> None:
        super().__init__(assignment, listener)
        self._trail = Trail()
        self._own: set[str] = set()  # what was decided in this run
        self.unsaved = False
        """Whether the last decision could not be saved."""
        self.warned = False
        """Whether somebody who wants to leave has been told so."""

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
            merged = merge_states(opened.page, base.state, after, opened.state) if opened.page is base.page else None
            if merged is None:
                self._refuse("not saved: somebody else changed the same text meanwhile; check it again")
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
        except (InputError, OSError) as error:
            self._refuse(f"not saved: {error}")
            await self._reread(before)
            return
        assert self.opened is not None
        self.unsaved = False
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

    def _refuse(self, why: str) -> None:
        self.unsaved, self.warned = True, False
        self._listener.say(why, wrong=True)

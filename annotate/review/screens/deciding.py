"""The keys that decide on a document: approve it, undo, correct what is known of it."""

from __future__ import annotations

import math
import time
from typing import Any, ClassVar

import numpy as np
from textual import work

from annotate.review.dialogs.confirm import ConfirmDialog
from annotate.review.dialogs.meta import MetaDialog
from annotate.review.dialogs.text_input import TextDialog
from annotate.review.model import decisions
from annotate.review.model.history import ask_reversal
from annotate.review.model.signing import put_off
from annotate.review.model.trail import Direction
from annotate.review.opened import Opened
from annotate.review.screens.marking import MarkingScreen
from evaluate.package import Decision, Status


class DecidingScreen(MarkingScreen):
    """A screen with the actions that change the open document."""

    HELD_SECONDS: ClassVar[float] = 0.7
    """If a key that approves or rejects comes again within this time, in seconds, it is held down: systems wait up to
    0.66 s before they repeat a key.
    """

    _finished = -math.inf

    async def action_put_off(self, why: str) -> None:
        """Skip the document, or mark it as unsure, and open the next undecided one."""
        await self.desk.settle()
        if self.desk.opened is None:
            return
        state, following = self.desk.opened.state, self.desk.listing.next_undecided(self.desk.open_name)
        extra = put_off(state.meta, self.desk.assignment.annotator, why)
        await self.desk.decide("skip" if why == "skipped" else why, decisions.with_fields(state, extra=extra))
        await self.desk.settle()
        if not await self.go_to_document(following, 1, by_hand=False):
            self.say("that was the last undecided document")

    async def action_undo(self) -> None:
        """Undo the last decision, on the document on which it was made."""
        await self._reverse("undo")

    async def action_redo(self) -> None:
        """Redo what was undone."""
        await self._reverse("redo")

    async def _reverse(self, direction: Direction) -> None:
        """Undo or redo, and show where."""
        if await self.desk.return_to(direction):
            others = await self._reverse_here(direction)
            if others is not None:
                self._reverse_if_agreed(direction, others)

    @work
    async def _reverse_if_agreed(self, direction: Direction, others: Decision) -> None:
        """Undo or redo somebody else's decision, if the person agrees."""
        asked: Decision | None = others
        while asked is not None and await self.app.push_screen_wait(ConfirmDialog(ask_reversal(asked, direction))):
            asked = await self._reverse_here(direction, asked.id)

    async def _reverse_here(self, direction: Direction, agreed: str = "") -> Decision | None:
        before = self.look()
        others = await self.desk.reverse(direction, agreed)
        after = self.look()
        if before is not None and after is not None and before.page is after.page:
            changed = (before.gold.count != after.gold.count) | (before.optional.count != after.optional.count)
            if changed.any():
                self.lines.go_to(self.lines.row_of(int(np.argmax(changed))))
        return others

    async def action_approve(self) -> None:
        """Approve the document and open the next one."""
        if self.desk.assignment.adjudicating and self.lines.undecided is None:
            self.say("the marks of the two sides are not known yet")
            return
        if self.lines.undecided is not None and np.any(self.lines.undecided):
            if not self.lines.undecided[self.lines.line]:
                self.action_difference(1)
            self.say("some lines are still undecided")
            return
        if self._missed:
            # Whoever types ahead would approve what was marked before, mostly nothing.
            self._missed, self._finished = False, time.monotonic()
            self.say("the prediction was not taken: it was not ready, or it failed; look, and approve again")
            return
        await self._finish("approve", "reviewed")

    async def action_reject(self) -> None:
        """Reject the document and open the next one."""
        await self._finish("reject", "rejected")

    async def _finish(self, action: str, status: Status) -> None:
        now = time.monotonic()
        held, self._finished = now - self._finished < self.HELD_SECONDS, now
        if held:
            self.say("a key that is held down decides only once; release it, look, and press it again")
            return
        await self.desk.settle()
        if self.desk.opened is None:
            return
        # The decision may move the document in the list.
        following = self.desk.listing.neighbour(self.desk.open_name, 1)
        await self.desk.decide(action, decisions.with_status(self.desk.opened.page, self.desk.opened.state, status))
        await self.desk.settle()
        decided = self.desk.opened
        if decided.state.meta.status != status:
            return
        if not await self.go_to_document(following, 1, by_hand=False):
            self.say("that was the last document")
        if status == "reviewed" and not decided.state.spans:
            self.say(f"{decided.document.name}: approved as a page without main content; undo takes it back")

    @work
    async def action_dismiss_finding(self) -> None:
        """Dismiss a finding of the check with a reason; it is not reported again."""
        opened, findings = self.desk.opened, self.findings()
        if opened is None or not findings:
            self.say("there is no finding here")
            return
        finding = findings[self.finding]
        reason = await self.app.push_screen_wait(TextDialog(f"Why '{finding.code}' is right as it is", ""))
        if reason and reason.strip() and self._is_open(opened):
            from annotate.check import dismiss

            extra = dismiss(opened.state.meta.extra, finding, reason.strip(), self.desk.assignment.annotator)
            await self._decide_later("dismiss", opened, extra=extra)

    @work(exclusive=True, group="check")
    async def check_again(self, name: str) -> None:
        """Check the document again after a decision, so that corrected and dismissed findings disappear."""
        await self.desk.check_again(name)
        if name == self.desk.open_name:
            self.finding = min(self.finding, max(len(self.findings()) - 1, 0))
            self.draw_scores()
            self.draw_panel()

    @work
    async def action_flag(self) -> None:
        """Give the document a note."""
        opened = self.desk.opened
        if opened is None:
            return
        note = await self.app.push_screen_wait(TextDialog("Note (empty: no flag)", opened.state.meta.note))
        if note is not None:
            await self._decide_later("flag", opened, note=note.strip())

    @work
    async def action_meta(self) -> None:
        """Correct the document's metadata."""
        opened = self.desk.opened
        if opened is None:
            return
        fields = await self.app.push_screen_wait(MetaDialog(opened.state.meta))
        if fields:
            await self._decide_later("meta", opened, **decisions.note_by_hand(opened.state.meta, fields))

    async def _decide_later(self, action: str, opened: Opened, **fields: Any) -> None:
        """Save the result of a dialog about a document, if this document is still open."""
        if self._is_open(opened):
            await self.desk.decide(action, decisions.with_fields(opened.state, **fields), base=opened)

"""The keys that decide between several people; in other assignments they do the same as in `deciding`."""

from __future__ import annotations

from typing import Any

import numpy as np
from textual import work

from annotate.review.dialogs.answers import AnswersDialog
from annotate.review.model import decisions
from annotate.review.model.adjudication import FIELDS, MOST, NEITHER, OWN, find_majority, record_field, undecided_fields
from annotate.review.opened import Opened
from annotate.review.screens.deciding import DecidingScreen
from cetr.document import Spans


class AdjudicatingScreen(DecidingScreen):
    """A screen for decisions, also between the sides of an adjudication."""

    async def action_accept(self) -> None:
        """Take what most of the sides mark; of two, the first side's marks."""
        sides = [side for side in self.sides() if not side.rejected]
        opened = self.desk.opened
        if len(sides) > 2 and opened is not None:  # of two, neither is most
            await self._take(*find_majority(sides, len(opened.page.html)), MOST)
        else:
            await super().action_accept()

    async def action_choose(self, column: int) -> None:
        """Take a side's marks, and what it calls optional, for the stretch or range; 0 takes nothing."""
        if not self.desk.assignment.adjudicating:
            await super().action_choose(column)
            return
        named = {side.name: side for side in self.sides()}
        names = self.desk.column_names
        side = named.get(names[column - 1]) if 0 < column <= len(names) else None
        if column == 0:
            await self._take((), (), NEITHER)
        elif side is None:
            self.say(f"column {column} has nobody's marks in this document")
        elif side.rejected:
            self.say(f"{side.name} rejected this page; its marks do not count")
        else:
            await self._take(side.spans, side.optional, side.name)

    async def _take(self, spans: Spans, optional: Spans, choice: str) -> None:
        if ready := await self._ready():
            opened, view = ready
            lines = self._stretch(view, spans)
            after = decisions.take_side(opened.page, opened.state, spans, optional, lines)
            await self._change("accept", after, lines, choice)
            self.action_difference(1)

    def action_difference(self, step: int) -> None:
        """Go to the next difference; in an adjudication to the next undecided stretch, then to undecided metadata."""
        if self.lines.undecided is None or self.lines.undecided.any() or not self._fields():
            super().action_difference(step)
        else:
            self._ask_fields()

    def _fields(self) -> dict[str, list[tuple[str, Any]]]:
        """Return the undecided fields in which the sides differ."""
        opened = self.desk.opened
        if opened is None or not self.desk.assignment.adjudicating:
            return {}
        return undecided_fields(opened.state.meta.extra, len(opened.page.html))

    async def action_approve(self) -> None:
        """Approve the document and open the next one; first ask for what is undecided."""
        if self._fields() and self.lines.undecided is not None and not np.any(self.lines.undecided):
            self._ask_fields(approve=True)
        else:
            await super().action_approve()

    @work
    async def _ask_fields(self, *, approve: bool = False) -> None:
        """Ask for the right value of each field in which the sides differ."""
        while (opened := self.desk.opened) is not None and (undecided := self._fields()):
            field, answers = next(iter(undecided.items()))
            chosen = await self.app.push_screen_wait(AnswersDialog(opened.document.name, field, answers))
            if chosen is None or not self._is_open(opened):
                return
            names, value = answers[chosen]
            record = record_field(opened.state.meta.extra, field, names)
            values = {} if field == "rejected" else {field: value}
            await self.desk.decide("meta", decisions.with_fields(opened.state, extra=record, **values), base=opened)
            await self.desk.settle()
            if field == "rejected" and value:
                await self.action_reject()
                return
        if approve:
            await super().action_approve()

    async def _decide_later(self, action: str, opened: Opened, **fields: Any) -> None:
        """Save the result of a dialog; in an adjudication this also decides on these fields."""
        if self.desk.assignment.adjudicating:
            extra = opened.state.meta.extra
            for field in FIELDS:
                if field in fields:
                    extra = record_field(extra, field, OWN)
            fields["extra"] = extra
        await super()._decide_later(action, opened, **fields)

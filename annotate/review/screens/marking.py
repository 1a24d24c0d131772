"""The keys that change the marks of the open document."""

from __future__ import annotations

from collections.abc import Sequence

from textual import on, work

from annotate.review.dialogs.confirm import ConfirmDialog
from annotate.review.dialogs.trim import TrimDialog
from annotate.review.model import decisions
from annotate.review.model.adjudication import OWN, record_choice
from annotate.review.model.decisions import State
from annotate.review.model.disagreement import compare_lines, find_stretch
from annotate.review.model.doubt import find_alike
from annotate.review.model.kinds import Path, read_paths
from annotate.review.model.marks import extent_of_lines
from annotate.review.model.page import find_block
from annotate.review.model.view import View
from annotate.review.model.words import marked_words, spans_of_words, split_line
from annotate.review.opened import Opened
from annotate.review.screens.moving import MovingScreen
from annotate.review.widgets.lines import LineView
from cetr.console import count_of
from cetr.document import Bools, Spans

NOT_THERE = "this prediction is not ready yet, or it failed"


class MarkingScreen(MovingScreen):
    """A screen with the actions that change what is marked, line by line or as predicted."""

    _missed = False  # whether the last prediction to take in the open document was not there

    async def _ready(self) -> tuple[Opened, View] | None:
        """Return the open document once the last decision is saved; the next decision starts from it."""
        await self.desk.settle()
        opened, view = self.desk.opened, self.look()
        return None if opened is None or view is None or not len(opened.page) else (opened, view)

    async def _change(
        self, action: str, after: State, lines: Sequence[int], choice: str = OWN, base: Opened | None = None
    ) -> None:
        """Save a change of lines; in an adjudication, record the choice."""
        opened = base or self.desk.opened
        if opened is None:
            return
        if self.desk.assignment.adjudicating and lines:
            where = extent_of_lines(opened.page, lines)
            after = decisions.with_fields(after, extra=record_choice(after.meta.extra, where, choice))
        self.lines.range_start, self._missed = None, False
        self.hush()
        if view := self.lines.view:
            self.seen_lines(view)[list(lines)] = True
        if not await self.desk.decide(action, after, base=base):
            self.say("nothing changed")

    @on(LineView.Toggled)
    async def action_toggle_lines(self) -> None:
        """Mark or unmark the line, or the selected lines."""
        if ready := await self._ready():
            opened, _ = ready
            lines = self.lines.chosen
            await self._change("toggle", decisions.toggle_lines(opened.page, opened.state, lines), lines)

    async def action_block(self) -> None:
        """Mark or unmark the block the cursor is in."""
        if ready := await self._ready():
            opened, _ = ready
            lines = range(*find_block(opened.page, self.lines.line))
            await self._change("toggle", decisions.toggle_lines(opened.page, opened.state, lines), lines)

    async def action_turn_over(self) -> None:
        """Mark or unmark the lines around the cursor that are as doubtful as this one."""
        if ready := await self._ready():
            opened, view = ready
            line, shown = self.lines.line, self.lines.shown
            lines = [line] if view.rate is None else find_alike(view.rate, view.gold, line, shown)
            await self._change("toggle", decisions.toggle_lines(opened.page, opened.state, lines), lines)

    async def action_same_kind(self) -> None:
        """Mark or unmark all lines that are under the same path of elements as this one, and are marked alike."""
        if ready := await self._ready():
            opened, view = ready
            page, line, shown = opened.page, self.lines.line, self.lines.shown
            marked = 2 * view.gold.count >= view.gold.total
            alike = (page.kinds == page.kinds[line]) & (marked == marked[line])
            lines = [int(n) for n in shown[alike[shown]]]
            mark, path = not marked[line], read_paths(page.html, page.tokens, page.text_start[line : line + 1])[0]
            await self._change("kind", decisions.set_lines(page, opened.state, lines, mark=mark), lines)
            self.say(f"{count_of(len(lines), 'line')} of the same kind {'marked' if mark else 'unmarked'}")
            if drafts := self.desk.listing.drafts_beside(self.desk.open_name):
                self._ask_beside(drafts, path, mark=mark)

    @work
    async def _ask_beside(self, drafts: list[str], path: Path, *, mark: bool) -> None:
        """Do the same in the site's other drafts, if the person agrees."""
        do = "mark" if mark else "unmark"
        question = f"{do} lines of this kind in {count_of(len(drafts), 'other draft')} of the site, too?"
        if await self.app.push_screen_wait(ConfirmDialog(question)):

            def change(opened: Opened) -> State:
                return decisions.set_kind(opened.page, opened.state, path, mark=mark)

            changed = await self.desk.decide_beside(drafts, "kind", change)
            self.say(f"{count_of(changed, 'other draft')} changed; undo takes them back one by one")

    async def action_optional(self) -> None:
        """Make the line, or the selected lines, optional or no longer optional."""
        if ready := await self._ready():
            opened, _ = ready
            await self._change("optional", decisions.toggle_optional(opened.page, opened.state, self.lines.chosen), ())

    async def action_accept(self) -> None:
        """Take the first prediction for the stretch of differing lines, or for the selected lines."""
        await self.action_choose(1)

    async def action_choose(self, column: int) -> None:
        """Take a column's marks (0: none) for the stretch the cursor is in, or for the selected lines."""
        ready = await self._ready()
        if ready is None:
            return
        opened, view = ready
        if column > len(view.predictions):
            self.say(f"there is no column {column}{self._advice()}")
            return
        spans: Spans | None = () if column == 0 else view.predictions[column - 1]
        if spans is None:
            self._miss()
            return
        lines = self._stretch(view, spans)
        after = decisions.take_prediction(opened.page, opened.state, spans, lines)
        await self._change("accept", after, lines)

    def _miss(self) -> None:
        self._missed = True
        self.say(NOT_THERE)

    def forget_seen(self) -> None:
        """Begin anew, because a document was opened."""
        super().forget_seen()
        self._missed = False

    def _advice(self) -> str:
        """Say how to get columns, if they can be chosen."""
        given = self.desk.assignment
        return "" if given.blind or given.adjudicating else f"; {self.keys_of('extractors')} chooses extractors"

    def _stretch(self, view: View, spans: Spans) -> Sequence[int]:
        """Return the selected lines; otherwise the run around the cursor on which ``spans`` and gold differ; otherwise
        the line.
        """
        if self.lines.range_start is not None:
            return self.lines.chosen
        undecided = self.lines.undecided
        flags: Bools
        if undecided is not None:
            flags = undecided > 0
        elif spans:
            flags = compare_lines(view.page, view.state.spans, view.state.optional, spans).disputed
        else:
            flags = view.loud | (view.contest > 0)
        line = self.lines.line
        return range(*find_stretch(flags, line, self.lines.shown)) if flags[line] else [line]

    async def action_accept_page(self) -> None:
        """Take the first prediction for the whole page."""
        if ready := await self._ready():
            opened, view = ready
            if view.primary is None and self.desk.columns:
                self._miss()
                return
            if view.primary is None:
                self.say(f"there is no column 1{self._advice()}")
                return
            after = decisions.take_prediction(opened.page, opened.state, view.primary)
            name = self.desk.column_names[0]
            await self._change("accept", after, range(len(opened.page)), name)
            # What was taken unseen is still to be looked at.
            self.seen_lines(view)[:] = False

    async def action_accept_agreed(self) -> None:
        """Take what all columns agree on, and leave the rest unchanged."""
        if ready := await self._ready():
            opened, view = ready
            known = [spans for spans in view.predictions if spans is not None]
            if len(known) < 2 <= len(view.predictions):
                self._miss()
                return
            if len(known) < 2:
                self.say(f"this needs two columns or more{self._advice()}")
                return
            await self._change("accept", decisions.accept_agreed(opened.page, opened.state, known), ())

    def _is_open(self, opened: Opened) -> bool:
        """Return whether the document of a dialog is still open, whatever others have decided on it since."""
        now = self.desk.opened
        return now is not None and now.document.name == opened.document.name

    @work
    async def action_trim(self) -> None:
        """Mark words inside the line."""
        ready = await self._ready()
        if ready is None:
            return
        opened, line = ready[0], self.lines.line
        words = split_line(opened.page, line)
        if not words:
            self.say("this line has no text")
            return
        marked = marked_words(words, opened.state.spans)
        chosen = await self.app.push_screen_wait(TrimDialog(words, marked, self.key_of))
        if chosen is None or chosen == marked:
            return
        if not self._is_open(opened):
            return
        within = extent_of_lines(opened.page, [line])
        spans = spans_of_words(words, chosen, len(opened.page.html))
        after = decisions.replace_text(opened.page, opened.state, within, spans)
        await self._change("trim", after, [line], base=opened)

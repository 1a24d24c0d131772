"""The keys that move among documents, and in the lines of the open one."""

from __future__ import annotations

import asyncio
from bisect import bisect_left, bisect_right
from collections.abc import Container, Sequence

import numpy as np
from textual import work

from annotate.review.dialogs.text_input import TextDialog
from annotate.review.model.disagreement import find_stretch, next_start, rank_stretches
from annotate.review.model.doubt import doubt_marks, find_doubted
from annotate.review.model.linetext import ease, read_lines
from annotate.review.model.page import Page
from annotate.review.model.view import View
from annotate.review.screens.drawing import DrawnScreen
from annotate.review.widgets.documents import DocumentList
from cetr.document import Bools


class MovingScreen(DrawnScreen):
    """A screen on which a person can move among the documents and in the lines of the open one."""

    _read_of: Page | None = None
    _read: Sequence[str] = ()  # the texts of that page's lines, without regard to case
    _seen: Bools = np.zeros(0, dtype=np.bool_)

    async def action_document(self, step: int) -> None:
        """Open the next or previous document of the list."""
        if not await self.go_to_document(self.desk.listing.neighbour(self.desk.open_name, step), step):
            self.say("that was the last document" if step > 0 else "this is the first document")

    async def go_to_document(
        self, name: str | None, step: int, among: Container[str] | None = None, *, by_hand: bool = True
    ) -> bool:
        """Open a document or, if it cannot be read, the next one in that direction; returns False if there is none."""
        while name is not None:
            if await self.desk.open(name, by_hand=by_hand):
                self.draw_list()
                return True
            name = self.desk.listing.neighbour(name, step, among)
        return False

    def action_difference(self, step: int) -> None:
        """Go to the next difference; in an adjudication, to the next undecided stretch."""
        view = self.lines.view
        if view is None:
            return
        if step > 0 and self.lines.undecided is None and view.primary is not None and not self._is_loud(view):
            self._go_to_doubt(view)
            return
        flags = view.loud if self.lines.undecided is None else self.lines.undecided > 0
        if self.lines.undecided is None and not view.loud.any():
            flags = view.contest > 0
        row = next_start(flags[self.lines.shown], self.lines.cursor, step)
        if row is None and self.lines.undecided is not None:
            self._go_around(flags[self.lines.shown], step)
        elif row is None:
            self.say("no further difference" if flags.any() else "no differences")
        else:
            self.lines.go_to(row)

    def _go_around(self, undecided: Bools, step: int) -> None:
        """Go on at the other end of the page: each stretch has to be decided, also one that was skipped."""
        row = next_start(undecided, -1 if step > 0 else len(undecided), step)
        if row is None:
            self.say("nothing is undecided")
            return
        self.lines.go_to(row)
        end, side = ("top", "below") if step > 0 else ("end", "above")
        self.say(f"continued from the {end}: no further undecided line {side}")

    def _is_loud(self, view: View) -> bool:
        """Return whether a difference from the first prediction is left on which the person has not decided."""
        return bool((view.loud & ~self.seen_lines(view)).any())

    def _go_to_doubt(self, view: View) -> None:
        """If nothing differs from the first prediction, go to the most doubtful lines, then to disputes."""
        seen, shown = self.seen_lines(view), self.lines.shown
        doubted = [] if view.rate is None else find_doubted(doubt_marks(view.rate, view.gold), view.gold, shown, seen)
        if doubted:
            first, last = doubted[0]
        else:
            contest = np.where(seen, 0, view.contest)
            ranked = rank_stretches(contest, shown)
            if not ranked:
                self.say("nothing else is in doubt" if seen.any() else "no differences")
                return
            first, last = find_stretch(contest > 0, ranked[0], shown)
        seen[first:last] = True
        self.lines.go_to(self.lines.row_of(first))

    def seen_lines(self, view: View) -> Bools:
        """Return the lines of the document, (n,), that the person was led to or has decided on since it was opened."""
        if len(self._seen) != len(view.page):
            self._seen = np.zeros(len(view.page), dtype=np.bool_)
        return self._seen

    def forget_seen(self) -> None:
        """Begin anew, because a document was opened."""
        self._seen = np.zeros(0, dtype=np.bool_)

    async def action_next_undecided(self) -> None:
        """Open the next document that nobody has approved or rejected; documents that were put off come last."""
        if not await self.go_to_document(self.desk.listing.next_undecided(self.desk.open_name), 1):
            self.say("every document is approved or rejected")

    async def action_finding(self, step: int) -> None:
        """Go to the next or previous finding of the check, in this document or the next one that has any."""
        at = self.finding + step
        if 0 <= at < len(self.findings()):
            self.finding = at
            self.show_finding()
            return
        if not self.desk.assignment.findings:
            self.say("nothing was checked: start the reviewer with --suspects")
            return
        findings = {name for name, found in self.desk.findings.items() if found}
        name = self.desk.listing.neighbour(self.desk.open_name, step, findings)
        if not await self.go_to_document(name, step, findings):
            self.say("no further finding")
        elif self.findings():
            self.finding = 0 if step > 0 else len(self.findings()) - 1
            self.show_finding()

    def show_finding(self) -> None:
        """Go to the line of the finding."""
        start = self.findings()[self.finding].start
        if start is not None and self.desk.opened is not None:
            line = int(np.searchsorted(self.desk.opened.page.start, start, side="right")) - 1
            self.lines.go_to(self.lines.row_of(max(line, 0)))
        self.draw_scores()
        self.draw_panel()

    def action_heaviest(self) -> None:
        """Go through the disputed stretches of the document, the largest first."""
        view = self.lines.view
        if view is None:
            return
        weight = view.contest if view.contest.any() else view.difference.extra + view.difference.missing
        ranked = rank_stretches(weight, self.lines.shown)
        if not ranked:
            self.say("no disputes")
            return
        at = ranked.index(self.lines.line) + 1 if self.lines.line in ranked else 0
        self.lines.go_to(self.lines.row_of(ranked[at % len(ranked)]))

    def action_block_move(self, step: int) -> None:
        """Go to the next or previous block."""
        view = self.lines.view
        if view is not None and len(self.lines.shown):
            blocks = view.page.block[self.lines.shown]
            here = blocks[self.lines.cursor]
            if step > 0:
                self.lines.go_to(int(np.searchsorted(blocks, here, side="right")))
            else:
                first = int(np.searchsorted(blocks, here))
                before = first if first < self.lines.cursor else int(np.searchsorted(blocks, blocks[max(first - 1, 0)]))
                self.lines.go_to(before)

    def action_range(self) -> None:
        """Begin a range of lines at the cursor, or end it."""
        self.lines.range_start = self.lines.cursor if self.lines.range_start is None else None
        self.lines.redraw()

    def action_leave(self) -> None:
        """End a range, a search, or a filter."""
        if self.query_one(DocumentList).has_focus and self.desk.listing.wanted:
            self.desk.listing.rearrange(wanted="")
            self.draw_list()
        self.lines.range_start, self.lines.pattern = None, ""
        self.lines.redraw()
        self.use_lines()

    def use_lines(self) -> None:
        """Focus the lines; in a narrow terminal, hide the list of documents that covers them."""
        self.query_one("#middle").remove_class("-with-list")
        self.lines.focus()

    def action_switch(self) -> None:
        """Switch between lines and documents."""
        documents = self.query_one(DocumentList)
        if documents.has_focus:
            self.use_lines()
        else:
            self._show_list(True)
            documents.focus()

    def action_documents(self) -> None:
        """Show or hide the list of documents."""
        self._show_list(not self.query_one("#left").display)

    def _show_list(self, wanted: bool) -> None:
        middle = self.query_one("#middle")
        middle.set_class(wanted, "-with-list")
        middle.set_class(not wanted, "-without-list")
        if not wanted:
            self.lines.focus()

    def action_order(self) -> None:
        """Sort the documents in another order."""
        listing = self.desk.listing
        listing.rearrange(listing.orders[(listing.orders.index(listing.order) + 1) % len(listing.orders)])
        self.draw_list()

    def action_order_anew(self) -> None:
        """Sort and filter the documents by their current state."""
        self.desk.listing.rearrange()
        self.draw_list()

    @work
    async def action_search(self) -> None:
        """Search the document, or filter the list if it has the focus."""
        in_list = self.query_one(DocumentList).has_focus
        question = "Show documents with (name, title, status, kind of finding, …)" if in_list else "Search"
        answer = await self.app.push_screen_wait(TextDialog(question, self.desk.listing.wanted if in_list else ""))
        if answer is None:
            return
        if in_list:
            self.desk.listing.rearrange(wanted=answer)
            self.draw_list()
            if not self.desk.listing.arranged():
                self.say(f"no document has '{answer}'; Escape shows all")
        else:
            self.lines.pattern = answer or self.lines.pattern
            self.lines.redraw()
            await self.action_match(1)

    async def action_match(self, step: int) -> None:
        """Go to the next or previous line that matches the search."""
        view, pattern = self.lines.view, ease(self.lines.pattern)
        if view is None or not pattern:
            self.say("no search yet; press / to search")
            return
        if self._read_of is not view.page:
            self._read = await asyncio.to_thread(lambda: [ease(text) for text in read_lines(view.page)])
            self._read_of = view.page
        found = [row for row, line in enumerate(self.lines.shown.tolist()) if pattern in self._read[line]]
        if not found:
            self.say(f"'{self.lines.pattern}' does not occur")
            return
        at = bisect_right(found, self.lines.cursor) if step > 0 else bisect_left(found, self.lines.cursor) - 1
        self.lines.go_to(found[at % len(found)])

    def action_empty(self) -> None:
        """Show or hide lines that have no text."""
        if self.lines.view is not None:
            self.lines.show_empty = not self.lines.show_empty
            self.lines.range_start = None
            self.lines.choose_lines(self.lines.line)

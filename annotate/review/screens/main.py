"""The review screen. `drawing` draws it, `moving` has the keys that move, `deciding` those that decide."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import ClassVar

import numpy as np
from textual import on, work
from textual.app import SystemCommand
from textual.binding import BindingType

from annotate.review.assignment import Assignment
from annotate.review.columns import Column
from annotate.review.desk import Desk
from annotate.review.dialogs.extractors import ExtractorDialog
from annotate.review.model.marks import text_of_lines
from annotate.review.screens.help import HelpScreen, describe_signs
from annotate.review.screens.keys import BINDINGS, describe_keys
from annotate.review.screens.seeing import SeeingScreen
from annotate.review.symbols import Symbols
from annotate.review.widgets.documents import DocumentList
from annotate.review.widgets.keyline import KeyLine
from annotate.review.widgets.lines import LineView
from annotate.review.widgets.panel import Mode, SidePanel
from cetr.console import count_of
from cetr.document import derive_text

LIST_SECONDS = 0.3  # how often the list is drawn anew while scores come in


class ReviewScreen(SeeingScreen):
    """The one screen of the reviewer."""

    BINDINGS: ClassVar[list[BindingType]] = list(BINDINGS)
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (80, "-normal"), (120, "-wide")]  # noqa: RUF012  # Textual's own name

    def __init__(
        self, assignment: Assignment, symbols: Symbols, keymap: Mapping[str, str], browser: str | None
    ) -> None:
        super().__init__(symbols, keymap)
        self._browser = browser
        self.desk = Desk(assignment, self)
        self._placed = False
        self._guiding = ""  # the document at which the guideline is shown unasked

    async def on_mount(self) -> None:
        """Open the first document."""
        self.lines.blind = self.desk.assignment.blind
        self.lines.focus()
        self.query_one(SidePanel).display = False
        await self.desk.start()
        self.draw_list()
        self.set_interval(LIST_SECONDS, self.draw_list_if_due)
        self.set_interval(LIST_SECONDS, self.desk.raise_failure)
        if self.desk.assignment.findings:
            self.action_panel("findings")
        elif self.desk.assignment.guideline and not self.desk.assignment.begun:
            self.action_panel("guideline")
            self._guiding = self.desk.open_name
        if self.desk.assignment.notice:
            self.say(self.desk.assignment.notice)

    async def on_unmount(self) -> None:
        """Save what is still being saved; the parts of the screen that would show it are already gone."""
        self.desk.forget_listener()
        await self.close_window()
        await self.desk.stop()

    # What the desk tells.

    def document_opened(self) -> None:
        """Show another document, starting at its first difference."""
        view = self.look()
        if view is None:
            return
        self.hush()
        self.forget_seen()
        if self._guiding not in ("", self.desk.open_name):
            self._guiding = ""
            if self.query_one(SidePanel).mode == "guideline":
                self.action_panel("guideline")
        self.lines.pattern = ""
        self.lines.open(view, self.undecided())
        self.finding, self._placed = 0, False
        if self.findings():
            self.show_finding()
        self.document_changed()

    def document_changed(self) -> None:
        """Show the open document after a change."""
        view, opened = self.look(), self.desk.opened
        if view is None or opened is None:
            return
        self.lines.update_view(view, self.undecided())
        self._place_cursor()
        self.draw_header()
        self.draw_scores()
        self.draw_panel()
        self.draw_beside()

    def _place_cursor(self) -> None:
        """When the first difference is known, go to it, or else to the first mark, unless the person has begun
        somewhere.
        """
        view = self.lines.view
        if self._placed or view is None:
            return
        differing = view.loud if view.loud.any() else view.gold.count > 0
        flags = differing if self.lines.undecided is None else self.lines.undecided > 0
        known = view.primary is not None
        begun = self.lines.cursor > 0 or self.lines.range_start is not None
        if known and not begun and flags.any():
            self.lines.go_to(self.lines.row_of(int(np.argmax(flags))))
        self._placed = known or begun

    def decision_saved(self) -> None:
        """Remember that the person has begun here, and mark messages about earlier failed saves as old."""
        self._placed = True
        self.query_one(KeyLine).outdate("not saved")
        if self.findings():
            self.check_again(self.desk.open_name)

    # What the person does.

    @on(LineView.Moved)
    def _follow(self) -> None:
        if self.query_one(SidePanel).mode in ("text", "markdown", "prediction"):
            self.draw_panel()
        self.draw_beside()

    @on(DocumentList.Chosen)
    async def _open_chosen(self, event: DocumentList.Chosen) -> None:
        if await self.desk.open(event.name):
            self.use_lines()

    def action_panel(self, mode: Mode) -> None:
        """Show or hide something on the right."""
        panel = self.query_one(SidePanel)
        panel.mode = "" if panel.mode == mode else mode
        panel.display = bool(panel.mode)
        self.query_one("#middle").set_class(panel.display, "-with-panel")
        self.draw_panel()
        self.draw_beside()

    @work
    async def action_extractors(self) -> None:
        """Choose the extractors whose predictions are shown."""
        if self.desk.assignment.blind or self.desk.assignment.adjudicating:
            self.say("predictions are not shown here")
            return
        names = await self.app.push_screen_wait(ExtractorDialog(self.desk.column_names))
        if names is not None and names != self.desk.column_names:
            self.desk.set_columns([Column(name) for name in names])

    def action_copy(self) -> None:
        """Copy the text of the line or range to the terminal's clipboard."""
        view = self.lines.view
        if view is not None and self.lines.chosen:
            spans = text_of_lines(view.page, self.lines.chosen)
            self._copy(derive_text(view.page.html, spans, view.page.tokens))

    def action_copy_all(self) -> None:
        """Copy the derived text of the document."""
        opened = self.desk.opened
        if opened is not None:
            self._copy(opened.cache.derive(opened.state.spans))

    def _copy(self, text: str) -> None:
        self.app.copy_to_clipboard(text)
        self.say(f"copied {count_of(len(text), 'character')}")

    def action_help(self) -> None:
        """Show all keys."""
        self.app.push_screen(HelpScreen(describe_keys(self._keymap), describe_signs(self.symbols)))

    def commands(self) -> Iterator[SystemCommand]:
        """Yield the actions for the command palette."""
        keys = {name: keys for rows in describe_keys(self._keymap).values() for keys, _, name in rows}
        for binding in BINDINGS:
            if binding.id in keys:
                title = binding.tooltip or binding.description
                yield SystemCommand(title, f"key {keys[binding.id]}", partial(self.run_action, binding.action))

    async def action_quit(self) -> None:
        """Quit; everything is on disk. If the last decision could not be saved, say so, and quit the next time."""
        await self.desk.settle()
        if self.desk.unsaved and not self.desk.warned:
            self.say(f"the last decision was not saved; {self.keys_of('quit')} quits without it", wrong=True)
            self.desk.warned = True
            return
        # An answer that comes when the widgets have gone, but not yet the screen, would be drawn nowhere.
        await self.close_window()
        await self.desk.stop()
        self.app.exit(self.desk.left)

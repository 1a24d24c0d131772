"""The review screen: documents, lines, panel and scores. What moves is in `moving`, what decides in `deciding`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import ClassVar

import numpy as np
from textual import on, work
from textual.app import ComposeResult, SystemCommand
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Static

from annotate.review.assignment import Assignment
from annotate.review.columns import Column
from annotate.review.desk import Desk
from annotate.review.dialogs.extractors import ExtractorDialog
from annotate.review.documents import count_done
from annotate.review.model.adjudication import sides_of, undecided_lines
from annotate.review.model.linetext import clean
from annotate.review.model.marks import text_of_lines
from annotate.review.screens.deciding import DecidingScreen
from annotate.review.screens.help import HelpScreen, describe_signs
from annotate.review.screens.keys import ALWAYS, BINDINGS, HINTS, all_bindings, describe_keys, show_keys
from annotate.review.symbols import Symbols
from annotate.review.widgets.documents import DocumentList
from annotate.review.widgets.keyline import Hint, KeyLine
from annotate.review.widgets.lines import LineView, fits
from annotate.review.widgets.panel import Mode, SidePanel
from annotate.review.widgets.scores import ScoreBar, describe_state
from annotate.review.window import show_in_browser
from cetr.arrays import Ints
from cetr.document import derive_text
from cetr.wording import count_of

LIST_SECONDS = 0.3  # how often the list is drawn anew while scores come in


class ReviewScreen(DecidingScreen):
    """The one screen of the reviewer."""

    BINDINGS: ClassVar[list[BindingType]] = list(BINDINGS)
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (80, "-normal"), (120, "-wide")]  # noqa: RUF012  # Textual's own name

    def __init__(
        self, assignment: Assignment, symbols: Symbols, keymap: Mapping[str, str], browser: str | None
    ) -> None:
        super().__init__()
        self._browser = browser
        self._keymap = keymap
        self.symbols = symbols
        self.desk = Desk(assignment, self)
        self._list_due = True
        self.finding, self._placed = 0, False

    def compose(self) -> ComposeResult:
        """The parts of the screen."""
        with Horizontal(id="middle"):
            with Vertical(id="left"):
                yield Static(id="progress", markup=False)
                yield DocumentList(self.symbols, id="documents")
            with Vertical(id="center"):
                yield Static(id="header", markup=False)
                yield LineView(self.symbols, id="lines")
            yield SidePanel(id="panel")
        yield ScoreBar(id="scores", markup=False)
        yield self._key_line()

    async def on_mount(self) -> None:
        """Open the first document."""
        self.lines.blind = self.desk.assignment.blind
        self.lines.focus()
        self.query_one(SidePanel).display = False
        await self.desk.start()
        self.draw_list()
        self.set_interval(LIST_SECONDS, self._draw_list_if_due)
        if self.desk.assignment.findings:
            self.action_panel("findings")
        if self.desk.assignment.notice:
            self.say(self.desk.assignment.notice)

    async def on_unmount(self) -> None:
        """Nothing is left on its way when the screen goes."""
        await self.desk.stop()

    def keys_of(self, name: str) -> str:
        """The keys of an action, as they are set."""
        return show_keys(self._keymap.get(name) or next(b.key for b in all_bindings() if b.id == name))

    def _key_line(self) -> KeyLine:
        """The last line, with what is of use in this assignment."""
        assignment, names, said = self.desk.assignment, list(HINTS), {}
        if assignment.blind:
            names = [name for name in names if name not in ("accept", "next-difference", "extractors")]
        elif assignment.adjudicating:
            said = {f"choose-{i}": fits(column.name, 14) for i, column in enumerate(assignment.columns, 1)}
            said["choose-0"] = "neither"
            names = [*said, *(name for name in names if name not in ("accept", "extractors"))]
        known = {binding.id: binding for binding in BINDINGS}

        def hint(name: str) -> Hint:
            """The first of an action's keys, as they are set, and a word."""
            what = said.get(name, known[name].description)
            return Hint(self.key_of(name), what, known[name].action)

        return KeyLine([hint(name) for name in names], [hint(name) for name in ALWAYS], self.symbols, id="keys")

    # What the desk tells.

    def document_opened(self) -> None:
        """Show another document from its first difference on."""
        view = self.look()
        if view is None:
            return
        self.hush()
        self.lines.pattern = ""
        self.lines.open(view, self.undecided())
        self.finding, self._placed = 0, False
        if self.findings():
            self.show_finding()
        self.document_changed()

    def document_changed(self) -> None:
        """Show what became of the open document."""
        view, opened = self.look(), self.desk.opened
        if view is None or opened is None:
            return
        self.lines.update_view(view, self.undecided())
        self._place_cursor()
        self._draw_header()
        self.draw_scores()
        self.draw_panel()

    def _place_cursor(self) -> None:
        """Go to the first difference once it is known, unless the person has begun somewhere already."""
        view = self.lines.view
        if self._placed or view is None:
            return
        flags = view.loud if self.lines.undecided is None else self.lines.undecided > 0
        known = view.primary is not None
        begun = self.lines.cursor > 0 or self.lines.range_start is not None
        if known and not begun and flags.any():
            self.lines.go_to(self.lines.row_of(int(np.argmax(flags))))
        self._placed = known or begun

    def decision_saved(self) -> None:
        """The person has begun where the cursor is; what could not be saved before is not taken for this decision."""
        self._placed = True
        self.query_one(KeyLine).outdate("not saved")

    def list_changed(self) -> None:
        """Draw the list when there is time."""
        self._list_due = True

    def say(self, message: str, *, wrong: bool = False) -> None:
        """Show a message in the last line for some seconds."""
        self.query_one(KeyLine).say(clean(message), wrong=wrong)

    def hush(self) -> None:
        """Bring the keys back."""
        self.query_one(KeyLine).hush()

    # Drawing.

    @on(LineView.Resized)
    def _draw_header(self) -> None:
        """Draw the headings above their columns."""
        self.query_one("#header", Static).update(self.lines.header(), layout=False)

    def _draw_list_if_due(self) -> None:
        if self._list_due:
            self.draw_list()

    def draw_list(self) -> None:
        """Draw the list of documents."""
        self._list_due = False
        desk = self.desk
        opened = desk.opened.document.name if desk.opened else ""
        names = desk.arranged()
        self.query_one(DocumentList).show(desk.entries, names, opened)
        done, shown = count_done(desk.entries), "" if len(names) == len(desk.entries) else f", {len(names)} shown"
        self.query_one("#progress", Static).update(
            f"{done}/{len(desk.entries)} done{shown} {self.symbols.between} by {desk.order}", layout=False
        )

    def draw_scores(self) -> None:
        """Draw the figures of the open document."""
        opened, view = self.desk.opened, self.lines.view
        if opened is None or view is None:
            return
        facts = describe_state(opened.document.name, view, self.lines.undecided, self.findings(), self.finding)
        line = f" {self.symbols.between} ".join(facts)
        self.query_one(ScoreBar).show(self.desk.column_names, opened.results, opened.first_results, line)

    def draw_panel(self) -> None:
        """Draw what is shown on the right."""
        if self.lines.view is not None:
            names = self.desk.column_names
            column = names[-1] if names else ""
            self.query_one(SidePanel).show(self.lines.view, self.lines.line, column, self.findings(), self.finding)

    # What the person does.

    @on(LineView.Moved)
    def _follow(self) -> None:
        if self.query_one(SidePanel).mode in ("text", "prediction"):
            self.draw_panel()

    @on(DocumentList.Chosen)
    async def _open_chosen(self, event: DocumentList.Chosen) -> None:
        if await self.desk.open(event.name):
            self.use_lines()

    def action_panel(self, mode: Mode) -> None:
        """Show something on the right, or hide it again."""
        panel = self.query_one(SidePanel)
        panel.mode = "" if panel.mode == mode else mode
        panel.display = bool(panel.mode)
        self.query_one("#middle").set_class(panel.display, "-with-panel")
        self.draw_panel()

    @work
    async def action_extractors(self) -> None:
        """Choose the extractors whose predictions are shown."""
        if self.desk.assignment.blind or self.desk.assignment.adjudicating:
            self.say("predictions are not shown here")
            return
        names = await self.app.push_screen_wait(ExtractorDialog(self.desk.column_names))
        if names is not None and names != self.desk.column_names:
            self.desk.set_columns([Column(name) for name in names])

    @work
    async def action_browser(self) -> None:
        """Show the saved page in a browser, with its marks."""
        opened, view = self.desk.opened, self.lines.view
        if opened is None or view is None:
            return
        self.say("opening the saved page, offline and without scripts")
        await self.desk.settle()
        prediction = None if self.desk.assignment.blind else view.primary
        wrong = await show_in_browser(self.desk.assignment.folder, opened.document.name, prediction, self._browser)
        if wrong:
            self.say(wrong, wrong=True)

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
        """The actions, for the command palette."""
        keys = {name: keys for rows in describe_keys(self._keymap).values() for keys, _, name in rows}
        for binding in BINDINGS:
            if binding.id in keys:
                title = binding.tooltip or binding.description
                yield SystemCommand(title, f"key {keys[binding.id]}", partial(self.run_action, binding.action))

    async def action_quit(self) -> None:
        """Leave; everything is on disk."""
        # An answer that comes when the widgets have gone, but not yet the screen, would be drawn nowhere.
        await self.desk.stop()
        self.app.exit(self.desk.left)

    def undecided(self) -> Ints | None:
        """In an adjudication, how much of each line is undecided."""
        opened = self.desk.opened
        if opened is None or not self.desk.assignment.adjudicating:
            return None
        extra = opened.state.meta.extra
        sides = sides_of(extra, len(opened.page.html))
        return undecided_lines(opened.page, *sides, extra) if len(sides) == 2 else None

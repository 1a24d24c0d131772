"""The parts of the review screen, their contents, and its messages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.screen import Screen
from textual.widgets import Static

from annotate.review.desk import Desk
from annotate.review.model.adjudication import Side, sides_of, undecided_fields, undecided_lines
from annotate.review.model.linetext import clean
from annotate.review.model.view import View, look
from annotate.review.screens.keys import ALWAYS, BINDINGS, HINTS, PREDICTED, all_bindings, show_keys
from annotate.review.symbols import Symbols, fits
from annotate.review.widgets.documents import DocumentList
from annotate.review.widgets.keyline import Hint, KeyLine
from annotate.review.widgets.lines import LineView
from annotate.review.widgets.panel import SidePanel
from annotate.review.widgets.scores import ScoreBar, describe_state
from cetr.document import Ints

if TYPE_CHECKING:
    from annotate.check import Finding


class DrawnScreen(Screen[None]):
    """A screen with a list of documents and the lines of the open one, the panel, the scores and the keys.

    ``finding`` is the number of the finding that is shown.
    """

    desk: Desk

    def __init__(self, symbols: Symbols, keymap: Mapping[str, str]) -> None:
        super().__init__()
        self.symbols = symbols
        self.finding = 0
        self._keymap = keymap
        self._list_due = True

    def compose(self) -> ComposeResult:
        """Yield the parts of the screen."""
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

    def _key_line(self) -> KeyLine:
        """Make the last line, with the keys that are useful in this assignment."""
        assignment, names, said = self.desk.assignment, list(HINTS), {}
        if assignment.blind:
            names = [name for name in names if name not in PREDICTED]
        elif assignment.adjudicating:
            said = {f"choose-{i}": fits(column.name, 14) for i, column in enumerate(assignment.columns, 1)}
            said["choose-0"] = "neither"
            names = [*said, *(name for name in names if name not in PREDICTED - {"next-difference"})]
        known = {binding.id: binding for binding in BINDINGS}

        def hint(name: str) -> Hint:
            """Make a hint of the first key of an action, as set, and a word."""
            what = said.get(name, known[name].description)
            return Hint(self.key_of(name), what, known[name].action)

        return KeyLine([hint(name) for name in names], [hint(name) for name in ALWAYS], self.symbols, id="keys")

    def keys_of(self, name: str) -> str:
        """Return the keys of an action, as set."""
        return show_keys(self._keymap.get(name) or next(b.key for b in all_bindings() if b.id == name))

    def key_of(self, name: str) -> str:
        """Return the first key of an action, as set."""
        return self.keys_of(name).split()[0]

    def say(self, message: str, *, wrong: bool = False) -> None:
        """Show a message in the last line for some seconds."""
        self.query_one(KeyLine).say(clean(self.without_place(message)), wrong=wrong)

    def without_place(self, message: str) -> str:
        """Leave out of a message where on the machine the package is, if the person is elsewhere."""
        return message.replace(f"{self.desk.assignment.folder.parent}/", "") if self.app.is_web else message

    def hush(self) -> None:
        """Remove the message, unless something was wrong."""
        self.query_one(KeyLine).hush()

    @property
    def lines(self) -> LineView:
        """The lines of the open document."""
        return self.query_one(LineView)

    def look(self) -> View | None:
        """The view of the open document; in an adjudication its columns are the sides."""
        opened, names = self.desk.opened, self.desk.column_names
        if opened is None:
            return None
        if not self.desk.assignment.adjudicating:
            return opened.look(names, self.lines.view)
        sides = {side.name: side for side in self.sides() if not side.rejected}
        said = {name: side.spans for name, side in sides.items()}
        optional = {name: side.optional for name, side in sides.items()}
        return look(opened.page, opened.state, names, said, self.lines.view, optional)

    def sides(self) -> tuple[Side, ...]:
        """In an adjudication, the sides of the open document."""
        opened = self.desk.opened
        if opened is None or not self.desk.assignment.adjudicating:
            return ()
        return sides_of(opened.state.meta.extra, len(opened.page.html))

    def findings(self) -> tuple[Finding, ...]:
        """The findings of the check in the open document."""
        return self.desk.findings.get(self.desk.open_name, ())

    def undecided(self) -> Ints | None:
        """In an adjudication, how much of each line is undecided."""
        opened, sides = self.desk.opened, self.sides()
        return None if opened is None or not sides else undecided_lines(opened.page, sides, opened.state.meta.extra)

    @on(LineView.Resized)
    def draw_header(self) -> None:
        """Draw the headings above their columns."""
        self.query_one("#header", Static).update(self.lines.header(), layout=False)

    def list_changed(self) -> None:
        """Draw the list when there is time."""
        self._list_due = True

    def draw_list_if_due(self) -> None:
        """Draw the list of documents if it has changed."""
        if self._list_due:
            self.draw_list()

    def draw_list(self) -> None:
        """Draw the list of documents."""
        self._list_due = False
        desk = self.desk
        opened = desk.open_name
        listing = desk.listing
        names, total = listing.arranged(), len(listing.entries)
        self.query_one(DocumentList).show(listing.entries, names, opened, scored=bool(self.desk.column_names))
        shown = "" if len(names) == total else f", {len(names)} shown"
        order = "as given" if listing.order == "given" else f"by {listing.order}"
        self.query_one("#progress", Static).update(
            f"{total - listing.left}/{total} done{shown} {self.symbols.between} {order}", layout=False
        )

    def draw_scores(self) -> None:
        """Draw the figures of the open document."""
        opened, view = self.desk.opened, self.lines.view
        if opened is None or view is None:
            return
        facts = describe_state(opened.document.name, view, self.lines.undecided, self.findings(), self.finding)
        if self.lines.undecided is not None:
            fields = undecided_fields(opened.state.meta.extra, len(opened.page.html))
            facts += [f"undecided: {', '.join(fields).replace('_', ' ')}"] if fields else []
        line = f" {self.symbols.between} ".join(facts)
        self.query_one(ScoreBar).show(self.desk.column_names, opened.results, opened.first_results, line)

    def draw_panel(self) -> None:
        """Draw the panel on the right."""
        if self.lines.view is not None:
            names = self.desk.column_names
            column = names[-1] if names else ""
            guideline = self.desk.assignment.guideline
            self.query_one(SidePanel).show(
                self.lines.view, self.lines.line, column, self.findings(), self.finding, guideline
            )

"""All keys."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from rich.table import Table
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Label, Static

from annotate.review.screens.keys import Row
from annotate.review.symbols import Symbols


def describe_signs(signs: Symbols) -> str:
    """Explain the signs of the screen."""
    return (
        f"{signs.full} marked   {signs.partial} marked in part   {signs.none} not marked   {signs.optional} optional\n"
        f"{signs.extra} the prediction has more   {signs.missing} the prediction has less   {signs.both} both   "
        f"{signs.contested} columns differ   {signs.unseen} not on the screen when the page was captured\n"
        f"ratio: bar, {signs.smoothed} smoothed, {signs.threshold} threshold of cetr-tm\n"
        f"documents: {signs.draft} draft   {signs.harvested} harvested   {signs.gold} gold   "
        f"{signs.reviewed} reviewed   {signs.rejected} rejected   {signs.flag} note   {signs.finding} finding"
    )


class HelpScreen(ModalScreen[None]):
    """A table of keys, what they do, and the names under which the settings can change them."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,question_mark,q", "dismiss(None)", "Leave"),
        Binding("j", "scroll(1)", "Down"),
        Binding("k", "scroll(-1)", "Up"),
    ]

    def __init__(self, groups: Mapping[str, Sequence[Row]], legend: str) -> None:
        super().__init__()
        self._groups, self._legend = groups, legend

    def compose(self) -> ComposeResult:
        """Yield the table, and the meaning of the signs."""
        table = Table.grid(padding=(0, 2))
        for heading, rows in self._groups.items():
            table.add_row()
            table.add_row("", Text.assemble((heading, "bold underline")))
            for keys, what, name in rows:
                table.add_row(Text(keys, "bold"), Text(what), Text(name, "dim"))
        with VerticalScroll(classes="dialog wide", can_focus=True):
            yield Label("Keys, and their names in review.toml   j k: scroll   Escape: leave")
            yield Static(table, markup=False)
            yield Static(self._legend, markup=False, classes="hint")

    def action_scroll(self, rows: int) -> None:
        """Scroll by rows, as in the lines."""
        self.query_one(VerticalScroll).scroll_relative(y=rows, animate=False)

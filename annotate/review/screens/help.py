"""All keys."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from rich.table import Table
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Label, Static

from annotate.review.symbols import Symbols


def describe_signs(signs: Symbols) -> str:
    """What the signs of the screen mean."""
    return (
        f"{signs.full} marked   {signs.partial} marked in part   {signs.none} not marked   {signs.optional} optional\n"
        f"{signs.extra} the prediction has more   {signs.missing} the prediction has less   {signs.both} both   "
        f"{signs.contested} columns differ\n"
        f"ratio: bar, {signs.smoothed} smoothed, {signs.threshold} threshold\n"
        f"documents: {signs.draft} draft   {signs.gold} gold   {signs.reviewed} reviewed   "
        f"{signs.rejected} rejected   {signs.flag} note   {signs.finding} finding"
    )


class HelpScreen(ModalScreen[None]):
    """A table of keys, what they do, and the names under which the settings can give them others."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,question_mark,q", "dismiss(None)", "Leave")]

    def __init__(self, bindings: Iterable[tuple[str, str, str]], legend: str) -> None:
        super().__init__()
        self._keys, self._legend = list(bindings), legend

    def compose(self) -> ComposeResult:
        """The table."""
        table = Table.grid(padding=(0, 2))
        for keys, what, name in self._keys:
            table.add_row(Text(keys, "bold"), Text(what), Text(name, "dim"))
        with VerticalScroll(classes="dialog wide", can_focus=True):
            yield Label("Keys, what they do, and their names in review.toml")
            yield Static(table, markup=False)
            yield Static(self._legend, markup=False, classes="hint")

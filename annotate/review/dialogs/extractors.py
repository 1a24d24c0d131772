"""Choosing the extractors whose predictions stand beside gold."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.metadata import entry_points
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, Label, SelectionList
from textual.widgets.selection_list import Selection

from cetr.errors import InputError
from evaluate.extractors import GROUP, find_extractor


class ExtractorDialog(ModalScreen[tuple[str, ...] | None]):
    """Shows the registered extractors. The first of the chosen ones is compared with gold."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss(None)", "Leave"),
        Binding("enter", "take", "Take", priority=True),
    ]

    def __init__(self, chosen: Sequence[str]) -> None:
        super().__init__()
        self._chosen = tuple(chosen)

    def compose(self) -> ComposeResult:
        """The list, and a field for one with options."""
        names = dict.fromkeys((*self._chosen, *sorted(entry_points(group=GROUP).names)))
        with Vertical(classes="dialog"):
            yield Label("Predictions beside gold; the first is compared with it")
            yield SelectionList(*(Selection(n, n, n in self._chosen) for n in names), id="names")
            yield Input(placeholder="or NAME@key=value,key=value", id="other")
            yield Label("Space: choose   Enter: take   Escape: leave", classes="hint", id="hint", markup=False)

    def action_take(self) -> None:
        """Leave with the chosen ones: those that were there keep their places, new ones follow."""
        listed: list[str] = self.query_one("#names", SelectionList).selected
        other = self.query_one("#other", Input).value.strip()
        names = [n for n in self._chosen if n in listed] + [n for n in listed if n not in self._chosen]
        if other:
            try:
                find_extractor(other)
            except InputError as error:
                self.query_one("#hint", Label).update(str(error))
                return
            names.append(other)
        self.dismiss(tuple(dict.fromkeys(names)))

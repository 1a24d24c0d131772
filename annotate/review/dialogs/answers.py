"""A choice between the values that several people gave for a field."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Label, Static

from annotate.review.model.linetext import clean

_SAID = {"rejected": {True: "reject the page", False: "keep the page"}}


class AnswersDialog(ModalScreen[int | None]):
    """Shows the values with the people who gave them; a digit takes one and returns its number, from 0."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss(None)", "Leave")]

    def __init__(self, document: str, field: str, answers: Sequence[tuple[str, Any]]) -> None:
        super().__init__()
        self._document, self._field, self._answers = document, field, answers

    def compose(self) -> ComposeResult:
        """Yield a line for each value."""
        shown = Text()
        for number, (names, value) in enumerate(self._answers, 1):
            said = _SAID.get(self._field, {True: "yes", False: "no"}).get(value, value) if value != "" else "nothing"
            shown.append(f"{number} ", "bold").append(f"{clean(str(said))}  ")
            shown.append(f"{clean(names)}\n", "dim")
        with Vertical(classes="dialog"):
            yield Label(f"{self._document}: {self._field.replace('_', ' ')}, on which they differ", markup=False)
            yield Static(shown, markup=False)
            yield Label(f"1 to {len(self._answers)}: take it   Escape: later", classes="hint")

    def on_key(self, event: events.Key) -> None:
        """Return the chosen value."""
        if event.key.isdigit() and 0 < int(event.key) <= len(self._answers):
            event.stop()
            self.dismiss(int(event.key) - 1)

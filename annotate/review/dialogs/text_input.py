"""A dialog for one line of text: a search, a note, a filter."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, Label

from annotate.review.model.linetext import clean


class TextDialog(ModalScreen[str | None]):
    """Asks for a line of text; Escape returns None."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss(None)", "Leave")]

    def __init__(self, question: str, value: str = "") -> None:
        super().__init__()
        self._question, self._value = question, value

    def compose(self) -> ComposeResult:
        """Yield the question and a field."""
        with Vertical(classes="dialog"):
            yield Label(self._question, markup=False)
            yield Input(clean(self._value), id="value")
            yield Label("Enter: take it   Escape: leave", classes="hint")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Return what was typed; a value that was only cleaned for display stays unchanged."""
        self.dismiss(self._value if event.value == clean(self._value) else event.value)

"""A question with a one-key answer."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Label

from annotate.review.model.linetext import clean


class ConfirmDialog(ModalScreen[bool]):
    """Asks whether to do something; returns the answer."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "dismiss(True)", "Yes"),
        Binding("n,escape", "dismiss(False)", "No"),
    ]

    def __init__(self, question: str) -> None:
        super().__init__()
        self._question = question

    def compose(self) -> ComposeResult:
        """Yield the question and its keys."""
        with Vertical(classes="dialog"):
            yield Label(clean(self._question), markup=False)
            yield Label("y: yes   n: no   Escape: leave", classes="hint")

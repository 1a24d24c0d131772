"""The form for a document's metadata."""

from __future__ import annotations

from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Checkbox, Input, Label

from annotate.review.documents import FLAGS
from annotate.review.model.fields import READERS
from annotate.review.model.linetext import clean
from cetr.console import InputError
from evaluate.package import Meta

FIELDS = ("url", "title", "language", "page_type", "annotator", "note")


class Flag(Checkbox, inherit_bindings=False):
    """A check box that is empty when it is not set; Textual's own differs only in colour. Enter belongs to the form."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("space", "toggle_button", "Toggle")]

    def on_mount(self) -> None:
        """Draw the mark, or none."""
        self.BUTTON_INNER = "X" if self.value else " "

    def watch_value(self) -> None:
        """Draw the mark, or none."""
        self.BUTTON_INNER = "X" if self.value else " "
        super().watch_value()


class MetaDialog(ModalScreen[dict[str, Any] | None]):
    """Shows the fields that a person may correct; returns those that were changed."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss(None)", "Leave"),
        Binding("enter", "take", "Save"),
        Binding("ctrl+s", "take", "Save", priority=True),
    ]

    def __init__(self, meta: Meta) -> None:
        super().__init__()
        self._meta = meta

    def compose(self) -> ComposeResult:
        """Yield a row for each field."""
        with VerticalScroll(classes="dialog", can_focus=False):
            for name in FIELDS:
                yield Label(name)
                yield Input(clean(self._get(name)), id=name, compact=True)
            for name in FLAGS:
                yield Flag(name.replace("_", " "), getattr(self._meta, name), id=name, compact=True)
            yield Label(
                "Enter, Ctrl+S: save   Tab: next   Space: set a flag   Escape: leave",
                classes="hint",
                id="hint",
                markup=False,
            )

    def _get(self, field: str) -> str:
        return getattr(self._meta, field) or ""

    def _read(self, field: str) -> str:
        """Return what was typed; a value that was only cleaned for display stays unchanged."""
        before, now = self._get(field), self.query_one(f"#{field}", Input).value
        return before if now == clean(before) else now.strip()

    def on_input_submitted(self) -> None:
        """Enter saves."""
        self.action_take()

    def action_take(self) -> None:
        """Check the fields and return what was changed."""
        values: dict[str, Any] = {name: self._read(name) for name in FIELDS}
        for field, read in READERS.items():
            if values[field] == self._get(field):
                continue
            try:
                values[field] = read(values[field])
            except InputError as error:
                self.query_one("#hint", Label).update(f"{field}: {error}")
                self.query_one(f"#{field}", Input).focus()
                return
        optional = ("title", "language", "page_type", "annotator")
        values |= {name: values[name] or None for name in optional}
        values |= {name: self.query_one(f"#{name}", Checkbox).value for name in FLAGS}
        self.dismiss({name: value for name, value in values.items() if value != getattr(self._meta, name)})

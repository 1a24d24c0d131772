"""The choice of extractors whose predictions are shown beside the gold."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.metadata import entry_points
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, Label, OptionList

from cetr.console import GROUP, InputError
from evaluate.extractors import PEERS, find_extractor
from evaluate.providers.peers import install_hint, is_installed

MOST = 9
"""The most columns: one for each digit that takes one."""


def find_missing() -> list[str]:
    """Find the registered extractors whose library, which has the same name, is not installed."""
    return sorted(name for name in entry_points(group=GROUP, module=PEERS).names if not is_installed(name))


class ColumnChooser(OptionList):
    """A list of names, each with the number of its column if it is chosen."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("j", "cursor_down", "Down"),
        Binding("k", "cursor_up", "Up"),
        Binding("space", "choose", "Choose"),
    ]

    def __init__(self, names: Sequence[str], chosen: Sequence[str]) -> None:
        self.names, self.chosen = list(names), list(chosen)
        super().__init__(*(self._prompt(name) for name in names), id="names", markup=False)

    def _prompt(self, name: str) -> str:
        return f"[{self.chosen.index(name) + 1}] {name}" if name in self.chosen else f"[ ] {name}"

    def action_choose(self) -> None:
        """Add the name as the last column, or remove it."""
        if self.highlighted is None:
            return
        name = self.names[self.highlighted]
        if name in self.chosen:
            self.chosen.remove(name)
        elif len(self.chosen) < MOST:
            self.chosen.append(name)
        for index, other in enumerate(self.names):
            self.replace_option_prompt_at_index(index, self._prompt(other))


class ExtractorDialog(ModalScreen[tuple[str, ...] | None]):
    """Shows the registered extractors. The first chosen one is compared with the gold."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss(None)", "Leave"),
        Binding("enter", "take", "Take", priority=True),
    ]

    def __init__(self, chosen: Sequence[str]) -> None:
        super().__init__()
        self._chosen = tuple(chosen)

    def compose(self) -> ComposeResult:
        """Yield the list, and a field for an extractor with options."""
        missing = find_missing()
        registered = sorted(entry_points(group=GROUP).names.difference(missing))
        names = dict.fromkeys((*self._chosen, *registered))
        with Vertical(classes="dialog"):
            yield Label("Predictions next to the gold, which is compared with column 1")
            yield ColumnChooser(list(names), self._chosen)
            if not self.app.is_web:  # an extractor can be any command or module of the machine
                yield Input(placeholder="or NAME@key=value,key=value", id="other", compact=True)
            if missing:
                hints = dict.fromkeys(install_hint(name).partition(": ")[2] for name in missing)
                yield Label(f"Not installed: {', '.join(missing)} ({'; '.join(hints)})", classes="hint", markup=False)
            yield Label("Space: choose   Enter: take   Escape: leave", classes="hint", id="hint", markup=False)

    def action_take(self) -> None:
        """Return the chosen names, in the order in which they were chosen."""
        names = self.query_one(ColumnChooser).chosen
        other = "" if self.app.is_web else self.query_one("#other", Input).value.strip()
        if other:
            try:
                find_extractor(other)
            except InputError as error:
                self.query_one("#hint", Label).update(str(error))
                return
            names = [*names, other]
        self.dismiss(tuple(dict.fromkeys(names)))

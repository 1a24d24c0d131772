"""Marking words inside a line."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Label, Static

from annotate.review.model.linetext import clean
from annotate.review.model.words import Word

_HINTS = {
    "move": ("word-left", "word-right"),
    "toggle": ("word-toggle",),
    "range": ("word-range",),
    "cut before": ("word-cut-before",),
    "cut after": ("word-cut-after",),
    "take": ("word-take",),
}


class TrimDialog(ModalScreen[tuple[bool, ...] | None]):
    """Shows a line's words, marked ones in brackets; returns the words to mark."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("h,left", "move(-1)", "Word left", id="word-left"),
        Binding("l,right", "move(1)", "Word right", id="word-right"),
        Binding("0,home", "move(-100000)", "First word", id="word-first"),
        Binding("dollar_sign,end", "move(100000)", "Last word", id="word-last"),
        Binding("space", "toggle_word", "Toggle the word", id="word-toggle"),
        Binding("v", "range", "Begin a range", id="word-range"),
        Binding("less_than_sign", "cut_before", "Cut what is before", id="word-cut-before"),
        Binding("greater_than_sign", "cut_after", "Cut what is after", id="word-cut-after"),
        Binding("enter", "take", "Take", id="word-take"),
        Binding("escape", "dismiss(None)", "Leave"),
    ]

    def __init__(self, words: tuple[Word, ...], marked: tuple[bool, ...], key_of: Callable[[str], str]) -> None:
        """``key_of`` returns the current key of an action, by the action's name."""
        super().__init__()
        self._words, self._marked = words, list(marked)
        self._hint = "   ".join(f"{' '.join(map(key_of, names))}: {what}" for what, names in _HINTS.items())
        self._at = 0
        self._anchor: int | None = None

    def compose(self) -> ComposeResult:
        """Yield the words and the keys."""
        with Vertical(classes="dialog"):
            yield Label("Words of the line; [marked] ones are main content", markup=False)
            yield Static(id="words", markup=False)
            yield Label(f"{self._hint}   Esc: leave", classes="hint", markup=False)

    def on_mount(self) -> None:
        """Draw the words."""
        self._draw()

    def _range(self) -> range:
        other = self._at if self._anchor is None else self._anchor
        return range(min(self._at, other), max(self._at, other) + 1)

    def _draw(self) -> None:
        text = Text(overflow="fold")
        chosen = self._range()
        for i, (word, marked) in enumerate(zip(self._words, self._marked, strict=True)):
            first = marked and (i == 0 or not self._marked[i - 1])
            last = marked and (i + 1 == len(self._words) or not self._marked[i + 1])
            text.append("[" if first else "", "bold")
            text.append(clean(word.text), ("reverse " if i in chosen else "") + ("bold" if marked else "dim"))
            text.append("]" if last else "", "bold")
            text.append(" " if word.spaced else "")
        self.query_one("#words", Static).update(text)

    def action_move(self, step: int) -> None:
        """Move the cursor by words."""
        self._at = min(max(self._at + step, 0), len(self._words) - 1)
        self._draw()

    def action_range(self) -> None:
        """Begin a range, or end it."""
        self._anchor = self._at if self._anchor is None else None
        self._draw()

    def action_toggle_word(self) -> None:
        """Mark the chosen words; if all are marked, unmark them."""
        chosen = self._range()
        value = not all(self._marked[i] for i in chosen)
        for i in chosen:
            self._marked[i] = value
        self._anchor = None
        self._draw()

    def action_cut_before(self) -> None:
        """Unmark all words before the cursor."""
        self._marked[: self._at] = [False] * self._at
        self._draw()

    def action_cut_after(self) -> None:
        """Unmark all words after the cursor."""
        self._marked[self._at + 1 :] = [False] * (len(self._words) - self._at - 1)
        self._draw()

    def action_take(self) -> None:
        """Return the marks."""
        self.dismiss(tuple(self._marked))

"""The last line of the screen: the most important keys or, for some seconds, a message."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text
from textual import events
from textual.timer import Timer
from textual.widgets import Static

from annotate.review.model.linetext import clean
from annotate.review.symbols import UNICODE, Symbols

SECONDS, WRONG_SECONDS = 6.0, 12.0
"""How long a message stays, in seconds."""

ACTION = "keyline-action"
"""The key under which the cells of a hint store their action; a link of Textual would look like a link."""

GAP = 2
"""The number of cells between two hints."""


@dataclass(frozen=True)
class Hint:
    """A key, a word for what it does, and the action that a click on it runs."""

    key: str
    what: str
    action: str

    @property
    def width(self) -> int:
        """Its width in cells, with the space after it."""
        return cell_len(self.key) + cell_len(self.what) + 1 + GAP


def choose_hints(hints: Sequence[Hint], always: Sequence[Hint], width: int) -> list[Hint]:
    """Choose the hints, the most important first, that fit into some cells beside those shown ``always``."""
    room = width - sum(hint.width for hint in always)
    chosen = []
    for hint in hints:
        room -= hint.width
        if room < 0:
            break
        chosen.append(hint)
    return [*chosen, *always]


class KeyLine(Static):
    """Shows as many keys as fit. A message replaces them; an error message stays longer."""

    COMPONENT_CLASSES = {"keyline--key", "keyline--message", "keyline--wrong"}  # noqa: RUF012  # Textual's own name

    def __init__(
        self, hints: Sequence[Hint], always: Sequence[Hint], symbols: Symbols = UNICODE, **kwargs: str
    ) -> None:
        super().__init__(markup=False, **kwargs)  # type: ignore[arg-type]  # Textual's own keyword arguments
        self._hints, self._always, self._symbols = hints, always, symbols
        self.message = ""
        self._wrong: dict[str, float] = {}
        self._lesser: dict[str, float] = {}
        self._end: Timer | None = None
        self._rows = 1

    def on_mount(self) -> None:
        """Draw again when the theme changes, because the text keeps its colours."""
        self.app.theme_changed_signal.subscribe(self, lambda _: self._draw())

    def say(self, message: str, *, wrong: bool = False) -> None:
        """Show a message; while an error is shown, the last message waits until it ends."""
        if wrong:
            self._wrong[message] = time.monotonic() + WRONG_SECONDS
        self._lesser = {} if wrong else {message: time.monotonic() + SECONDS}
        self._age()

    def _age(self) -> None:
        """Show the waiting message. An error is never prolonged, because the person may have corrected it."""
        now = time.monotonic()
        self._wrong = {message: end for message, end in self._wrong.items() if end > now}
        self._lesser = {message: end for message, end in self._lesser.items() if end > now}
        shown = {**self._wrong, **self._lesser}
        self.message = f" {self._symbols.between} ".join(shown)
        if self._end is not None:
            self._end.stop()
        self._end = self.set_timer(min(shown.values()) - now, self._age) if shown else None
        self._draw()

    @property
    def wrong(self) -> bool:
        """Whether an error is shown."""
        return bool(self._wrong)

    def hush(self) -> None:
        """Remove a message that the person has acted on; an error stays until its time ends."""
        if self.message and not self._wrong:
            self._lesser = {}
            self._age()

    def outdate(self, beginning: str) -> None:
        """Mark error messages that begin with this text as old."""
        self._wrong = {f"earlier: {m}" if m.startswith(beginning) else m: end for m, end in self._wrong.items()}
        self._age()

    def on_resize(self, event: events.Resize) -> None:
        """Choose again which keys fit."""
        self._draw()

    async def on_click(self, event: events.Click) -> None:
        """Run the action of the hint under the mouse."""
        if action := event.style.meta.get(ACTION):
            await self.screen.run_action(action)

    def _draw(self) -> None:
        width = self.size.width
        if not self.message:
            text = self._draw_hints(width)
        else:
            name = "keyline--wrong" if self._wrong else "keyline--message"
            text = Text(clean(self.message), self.get_component_rich_style(name, partial=True), overflow="fold")
        # Laying out the screen anew takes longer than all else.
        rows = len(text.wrap(self.app.console, max(width, 1)))
        self.update(text, layout=False)
        if rows != self._rows:
            self._rows = rows
            self.styles.height = rows

    def _draw_hints(self, width: int) -> Text:
        text = Text(no_wrap=True, overflow="ellipsis")
        for hint in choose_hints(self._hints, self._always, width + GAP):
            click = Style(meta={ACTION: hint.action})
            text.append(hint.key, self.get_component_rich_style("keyline--key", partial=True) + click)
            text.append(f" {hint.what}", click).append(" " * GAP)
        return text

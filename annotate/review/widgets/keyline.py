"""The last line of the screen: the most important keys, or for some seconds what the person is told."""

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

from annotate.review.symbols import UNICODE, Symbols

SECONDS, WRONG_SECONDS = 6.0, 12.0
"""How long a message stays."""

ACTION = "keyline-action"
"""Under which the cells of a hint know their action: a link of Textual's would have the looks of one."""

GAP = 2
"""Cells between two hints."""


@dataclass(frozen=True)
class Hint:
    """A key, what it does in a word, and the action of the screen that a click on it runs."""

    key: str
    what: str
    action: str

    @property
    def width(self) -> int:
        """The cells that it takes, with the space after it."""
        return cell_len(self.key) + cell_len(self.what) + 1 + GAP


def choose_hints(hints: Sequence[Hint], always: Sequence[Hint], width: int) -> list[Hint]:
    """The hints, the most important first, that there is room for in some cells beside those shown ``always``."""
    room = width - sum(hint.width for hint in always)
    chosen = []
    for hint in hints:
        room -= hint.width
        if room < 0:
            break
        chosen.append(hint)
    return [*chosen, *always]


class KeyLine(Static):
    """Keys as far as there is room. A message takes their place; one that says that something is wrong stays longer."""

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

    def say(self, message: str, *, wrong: bool = False) -> None:
        """Show a message; the last that is said while something wrong is shown is put behind that."""
        if wrong:
            self._wrong[message] = time.monotonic() + WRONG_SECONDS
        self._lesser = {} if wrong else {message: time.monotonic() + SECONDS}
        self._age()

    def _age(self) -> None:
        """Show what has not had its time yet; an error may be put right meanwhile, so that nothing prolongs it."""
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
        """Whether what is shown says that something is wrong."""
        return bool(self._wrong)

    def hush(self) -> None:
        """End a message that the person has acted on; one that says that something is wrong stays its time."""
        if self.message and not self._wrong:
            self._lesser = {}
            self._age()

    def outdate(self, beginning: str) -> None:
        """Say of messages of something wrong that begin so that it was so before."""
        self._wrong = {f"earlier: {m}" if m.startswith(beginning) else m: end for m, end in self._wrong.items()}
        self._age()

    def on_resize(self, event: events.Resize) -> None:
        """Choose anew what there is room for."""
        self._draw()

    async def on_click(self, event: events.Click) -> None:
        """Do what the hint under the mouse says."""
        if action := event.style.meta.get(ACTION):
            await self.screen.run_action(action)

    def _draw(self) -> None:
        width = self.size.width
        if not self.message:
            text = self._draw_hints(width)
        else:
            name = "keyline--wrong" if self._wrong else "keyline--message"
            text = Text(self.message, self.get_component_rich_style(name, partial=True), overflow="fold")
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

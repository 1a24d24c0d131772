"""The Textual application around the review screen."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

from rich.segment import Segment
from textual.app import App, SystemCommand
from textual.color import Color
from textual.filter import LineFilter
from textual.screen import Screen

from annotate.review.assignment import Assignment
from annotate.review.config import Config
from annotate.review.screens.main import ReviewScreen
from annotate.review.symbols import ASCII, DRAWN_IN_ASCII, UNICODE


class AsciiFilter(LineFilter):
    """Draws borders, scroll bars and ellipses in ASCII, including Textual's own."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Replace characters in the segments of a line; each keeps its width in cells."""
        return [s if s.text.isascii() else Segment(s.text.translate(DRAWN_IN_ASCII), s.style) for s in segments]


class ReviewApp(App[int]):
    """Shows one assignment with a person's settings. Its result is the number of undecided documents."""

    TITLE = "annotate review"
    CSS_PATH: ClassVar[str] = "screens/review.tcss"

    def __init__(self, assignment: Assignment, config: Config) -> None:
        super().__init__()
        self.assignment, self.config = assignment, config
        self._review: ReviewScreen | None = None
        self._ascii = AsciiFilter(enabled=config.ascii)

    def get_default_screen(self) -> Screen[None]:
        """The review screen."""
        self._review = ReviewScreen(
            self.assignment, ASCII if self.config.ascii else UNICODE, self.config.keys, self.config.browser
        )
        return self._review

    @property
    def unsaved(self) -> bool:
        """Whether the person's last decision could not be saved."""
        return self._review is not None and self._review.desk.unsaved

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Return Textual's filters and, if the screen uses ASCII signs, the filter for what Textual draws."""
        return [*super().get_line_filters(), *([self._ascii] if self._ascii.enabled else [])]

    def on_mount(self) -> None:
        """Apply the settings."""
        self.theme = self.config.theme
        self.set_keymap(self.config.keys)

    def action_help_quit(self) -> None:
        """Say how to quit: Ctrl+C is not a key of the reviewer."""
        screen = self.screen
        if isinstance(screen, ReviewScreen):
            screen.say(f"{screen.keys_of('quit')} quits; what was saved stays saved")

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """Yield all actions of the review screen, and a choice of colours."""
        yield SystemCommand("Theme", "Choose colours", self.action_change_theme)
        if isinstance(screen, ReviewScreen):
            yield from screen.commands()

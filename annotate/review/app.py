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
    """Draws borders, scroll bars and ellipses, Textual's own too, in ASCII."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The segments of a line with other characters, in as many cells."""
        return [s if s.text.isascii() else Segment(s.text.translate(DRAWN_IN_ASCII), s.style) for s in segments]


class ReviewApp(App[int]):
    """Shows one assignment with a person's settings. Its result is how many documents are left to be decided."""

    TITLE = "annotate review"
    CSS_PATH: ClassVar[str] = "screens/review.tcss"
    ENABLE_COMMAND_PALETTE = True

    def __init__(self, assignment: Assignment, config: Config) -> None:
        super().__init__()
        self.assignment, self.config = assignment, config
        self._ascii = AsciiFilter(enabled=config.ascii)

    def get_default_screen(self) -> Screen[None]:
        """The review screen."""
        return ReviewScreen(
            self.assignment, ASCII if self.config.ascii else UNICODE, self.config.keys, self.config.browser
        )

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Textual's filters, and in a screen of ASCII signs the one that draws what Textual draws."""
        return [*super().get_line_filters(), *([self._ascii] if self._ascii.enabled else [])]

    def on_mount(self) -> None:
        """Apply the settings."""
        self.theme = self.config.theme
        self.set_keymap(self.config.keys)

    def action_help_quit(self) -> None:
        """Ctrl+C is no key of the reviewer's; say how to leave, where everything is said."""
        screen = self.screen
        if isinstance(screen, ReviewScreen):
            screen.say(f"{screen.keys_of('quit')} leaves; everything is saved")

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """All actions of the review screen, and a choice of colours."""
        yield SystemCommand("Theme", "Choose colours", self.action_change_theme)
        if isinstance(screen, ReviewScreen):
            yield from screen.commands()

"""The Textual application around the review screen."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from textual.app import App, SystemCommand
from textual.screen import Screen

from annotate.review.assignment import Assignment
from annotate.review.config import Config
from annotate.review.screens.main import ReviewScreen
from annotate.review.symbols import ASCII, UNICODE


class ReviewApp(App[int]):
    """Shows one assignment with a person's settings. Its result is how many documents are left to be decided."""

    TITLE = "annotate review"
    CSS_PATH: ClassVar[str] = "screens/review.tcss"
    ENABLE_COMMAND_PALETTE = True

    def __init__(self, assignment: Assignment, config: Config) -> None:
        super().__init__()
        self.assignment, self.config = assignment, config

    def get_default_screen(self) -> Screen[None]:
        """The review screen."""
        return ReviewScreen(
            self.assignment, ASCII if self.config.ascii else UNICODE, self.config.keys, self.config.browser
        )

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

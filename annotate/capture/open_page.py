"""A page that is open in a session: its tab, and what it was when it was frozen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from annotate.capture.ahead import Ahead
from annotate.capture.errors import CaptureError
from annotate.capture.freeze import Frozen
from annotate.capture.model import Task
from annotate.capture.settings import Settings
from annotate.capture.tab import Tab
from evaluate.package import Document


@dataclass
class OpenPage:
    """A page in its tab, on its way into a package. ``clock`` gives seconds; ``standing`` is the URL when frozen.

    ``ahead`` is how far it was got ready before, where it was. ``replaced`` is the document whose place it took when it
    was saved.
    """

    task: Task
    tab: Tab
    folder: Path
    settings: Settings
    clock: Callable[[], float]
    ahead: Ahead | None = None
    frozen: Frozen | None = None
    standing: str = ""
    replaced: Document | None = None

    def find_frozen(self) -> Frozen:
        """The page as it was frozen. Raises `CaptureError` while it is not."""
        if self.frozen is None:
            raise CaptureError("the page is not frozen")
        return self.frozen

    def check_document(self) -> None:
        """Raises `PlaywrightError` where another document than the frozen one has come."""
        if self.frozen is not None and self.tab.page.url != self.standing:
            # The URL alone changes, too, by going back in a page that has called `history.pushState`.
            self.tab.world.evaluate("0", self.tab.world.frames[0])

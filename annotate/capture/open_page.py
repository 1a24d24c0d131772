"""A page that is open in a session: its tab, and its state when it was frozen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from annotate.capture.ahead import Ahead
from annotate.capture.consent import Talk
from annotate.capture.errors import CaptureError
from annotate.capture.freeze import Frozen
from annotate.capture.model import Task
from annotate.capture.settings import Settings
from annotate.capture.tab import Tab
from evaluate.package import Document


@dataclass
class OpenPage:
    """A page in its tab, on its way into a package. ``clock`` gives seconds; ``standing`` is the URL when frozen.

    ``ahead`` is its preparation in the background, if any. ``replaced`` is the document that it replaced when it was
    saved. ``talk`` answers consent banners while it runs.
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
    talk: Talk | None = None

    def find_frozen(self) -> Frozen:
        """Return the frozen page. Raises `CaptureError` while it is not frozen."""
        if self.frozen is None:
            raise CaptureError("the page is not frozen")
        return self.frozen

    def check_document(self) -> None:
        """Raise `PlaywrightError` if another document has replaced the frozen one."""
        if self.frozen is not None and self.tab.page.url != self.standing:
            # The URL alone can also change, by going back in a page that has called `history.pushState`.
            self.tab.world.evaluate("0", self.tab.world.frames[0])

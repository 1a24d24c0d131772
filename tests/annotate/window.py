"""A window on a virtual screen, and a real mouse in it: what the browser's own protocol cannot do as a person does."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import TypeVar

from playwright.sync_api import BrowserContext

from annotate.browser import open_browser
from annotate.capture.session import Session

MISSING = [program for program in ("Xvfb", "xdotool") if not shutil.which(program)]
"""Programs that this needs and that are not installed."""

T = TypeVar("T")


@contextmanager
def virtual_screen() -> Iterator[str]:
    """A screen that nobody sees; gives its name for ``DISPLAY``."""
    reading, writing = os.pipe()
    command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1400x1000x24", "-nolisten", "tcp"]
    with subprocess.Popen(command, pass_fds=[writing], stderr=subprocess.DEVNULL) as server:
        os.close(writing)
        try:
            with os.fdopen(reading) as answer:
                yield f":{answer.readline().strip()}"
        finally:
            server.terminate()


def run_in_window(work: Callable[[BrowserContext], T]) -> T:
    """Call a function with a browser that has a window, in a thread, as the tests' own browser has this one."""

    def run() -> T:
        with open_browser(headless=False, viewport=None) as context:
            return work(context)

    with ThreadPoolExecutor(1) as aside:
        return aside.submit(run).result()


_CORNER = "[screenX + (outerWidth - innerWidth) / 2, screenY + outerHeight - innerHeight]"


class Mouse:
    """The mouse of the screen, in CSS pixels of the page that a session has open."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self._corner = session.page.evaluate(_CORNER)
        self._at = (0.0, 0.0)

    def move(self, x: float, y: float, *, steps: int = 6) -> None:
        """Move it, in steps as a hand does."""
        x0, y0 = self._at
        for step in range(1, steps + 1):
            at = (x0 + (x - x0) * step / steps, y0 + (y - y0) * step / steps)
            self._do("mousemove", *(str(round(a + c)) for a, c in zip(at, self._corner, strict=True)))
            self.session.pump(0.05)
        self._at = (x, y)

    def down(self) -> None:
        """Press the left button."""
        self._do("mousedown", "1")

    def up(self) -> None:
        """Let it go."""
        self._do("mouseup", "1")
        self.session.pump(0.3)

    def _do(self, *arguments: str) -> None:
        subprocess.run(["xdotool", *arguments], check=True)

"""A window on a virtual screen, and a real mouse in it: what the browser's own protocol cannot do as a person does."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from typing import TypeVar

import pytest
from playwright.sync_api import BrowserContext

from annotate.browser import open_browser
from annotate.capture.session import Session

MISSING = [program for program in ("Xvfb", "xdotool") if not shutil.which(program)]
"""Programs that this needs and that are not installed."""

with_window = pytest.mark.skipif(
    bool(MISSING), reason=f"{' and '.join(MISSING)} not installed (apt-get install xvfb xdotool)"
)

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


class Window:
    """A browser that has a window, in a thread of its own, as the tests' own browser has theirs."""

    def __init__(self, context: BrowserContext, thread: ThreadPoolExecutor) -> None:
        self._context = context
        self._thread = thread

    def run(self, work: Callable[[BrowserContext], T]) -> T:
        """Call a function with the browser, in which an empty tab is all that is open."""
        return self._thread.submit(self._run, work).result()

    def _run(self, work: Callable[[BrowserContext], T]) -> T:
        before = self._context.pages
        self._context.new_page()
        for page in before:
            page.close()
        return work(self._context)


@contextmanager
def open_window() -> Iterator[Window]:
    """Open a window on a screen that nobody sees."""
    with ThreadPoolExecutor(1) as thread, virtual_screen() as screen, pytest.MonkeyPatch.context() as patch:
        patch.setenv("DISPLAY", screen)
        stack = ExitStack()
        browser = open_browser(headless=False, viewport=None)
        yield Window(thread.submit(stack.enter_context, browser).result(), thread)
        thread.submit(stack.close).result()


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
        """Let it go, and wait until something is marked."""
        self._do("mouseup", "1")
        end = time.monotonic() + 60
        while not self.session.state.text and time.monotonic() < end:
            self.session.pump(0.05)

    def _do(self, *arguments: str) -> None:
        subprocess.run(["xdotool", *arguments], check=True)

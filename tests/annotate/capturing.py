"""Capturing pages of the local web site without losing time."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

from annotate.capture.ahead import Ahead
from annotate.capture.model import Saved
from annotate.capture.session import Session
from annotate.capture.tab import Limits
from annotate.capture.unattended import capture_page

QUICK = Limits(timeout=60, settle=2, quiet=0.1)


def capture(session: Session, url: str, select: Sequence[str], drop: Sequence[str] = (), **choice: Any) -> Saved:
    """Capture a page by selectors, with the browser, the package and the settings of a session."""
    return capture_page(session.context, session.folder, session.settings, url, select, drop, **choice)


def pump_until(session: Session, told: Callable[[], bool]) -> None:
    """Handle what happens in the page until something is so."""
    end = time.monotonic() + 60
    while not told():
        assert time.monotonic() < end
        session.pump()


def finish(ahead: Ahead) -> None:
    """Take all steps that are left of a page in the background."""
    for seconds in ahead.finishing():
        ahead.tab.pause(seconds)

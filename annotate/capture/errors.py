"""The errors raised when a page cannot be captured."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Error as PlaywrightError

from annotate.capture.world import ScriptError
from annotate.queue.politeness import LateError, TransientError
from cetr.console import InputError


class CaptureError(InputError):
    """The page cannot be captured; the message says why."""


class MisfitError(CaptureError):
    """The page came, but what to take from it is missing or wrong."""


class BusyError(CaptureError, TransientError):
    """The page cannot be captured now, but perhaps later."""


class SlowError(BusyError, LateError):
    """The page did not load in time."""


@contextmanager
def explain_failures(url: str) -> Iterator[None]:
    """Turn failures between browser and page into a `CaptureError` that names the page."""
    try:
        yield
    except (ScriptError, PlaywrightError) as error:
        said = str(error).splitlines()[0]
        gone = "has been closed" in said or "onnection closed" in said
        reason = "its window was closed, or the browser's process for it crashed" if gone else said
        raise CaptureError(f"{url}: cannot be captured: {reason}") from error

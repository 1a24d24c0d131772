"""Handle Ctrl-C between two steps, not in the middle of an exchange with the browser."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def put_off_interrupts() -> Iterator[threading.Event]:
    """Let the first interrupt set the yielded event; the second one interrupts at once.

    Interrupts that are ignored stay ignored: a shell ignores them for commands in the background.
    """
    interrupted = threading.Event()
    before = signal.getsignal(signal.SIGINT)
    if before is signal.SIG_IGN or threading.current_thread() is not threading.main_thread():
        yield interrupted
        return

    def first(number: int, frame: FrameType | None) -> None:
        signal.signal(signal.SIGINT, before)
        interrupted.set()

    signal.signal(signal.SIGINT, first)
    try:
        yield interrupted
    finally:
        signal.signal(signal.SIGINT, before)

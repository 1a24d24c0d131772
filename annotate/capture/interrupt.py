"""Ctrl-C at a moment that suits: between two steps, not in the middle of a talk with the browser."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def put_off_interrupts(note: Callable[[], None]) -> Iterator[None]:
    """Let the first interrupt call ``note``; the second one interrupts at once.

    Interrupts that are ignored stay so: a shell that starts a command in the background wants that.
    """
    before = signal.getsignal(signal.SIGINT)
    if before is signal.SIG_IGN or threading.current_thread() is not threading.main_thread():
        yield
        return

    def first(number: int, frame: FrameType | None) -> None:
        signal.signal(signal.SIGINT, before)
        note()

    signal.signal(signal.SIGINT, first)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)

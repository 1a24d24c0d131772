"""Handle Ctrl-C and SIGTERM between two steps, not in the middle of an exchange with the browser."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

_PATIENCE = 5.0
"""For how many seconds a step may go on after SIGTERM, whose sender may soon send SIGKILL."""


@contextmanager
def put_off_interrupts(patience: float = _PATIENCE) -> Iterator[threading.Event]:
    """Let the first interrupt set the yielded event; the second one interrupts at once, as SIGTERM does later.

    Interrupts that are ignored stay ignored: a shell ignores Ctrl-C for commands in the background.
    """
    interrupted = threading.Event()
    if threading.current_thread() is not threading.main_thread():
        yield interrupted
        return
    handlers = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    before = {number: handler for number, handler in handlers.items() if handler is not signal.SIG_IGN}
    again = threading.Timer(patience, os.kill, (os.getpid(), signal.SIGTERM))
    again.daemon = True

    def restore() -> None:
        for number, handler in before.items():
            signal.signal(number, handler)

    def first(number: int, frame: FrameType | None) -> None:
        restore()
        interrupted.set()
        if number == signal.SIGTERM:
            again.start()

    for number in before:
        signal.signal(number, first)
    try:
        yield interrupted
    finally:
        again.cancel()
        restore()

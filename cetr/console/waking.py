"""Continue worker processes that stop themselves: no limit of time reaches a stopped process."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from multiprocessing import active_children

_LOOK = 1.0
"""Seconds for which a process may be stopped."""


@contextmanager
def waking() -> Iterator[None]:
    """Continue all child processes of `multiprocessing` every second, in a thread, while the block runs.

    A process that runs does not notice. If a person stops the whole command (Ctrl-Z), this thread is stopped too.
    """
    done = threading.Event()
    threading.Thread(target=_wake, args=(done,), daemon=True).start()
    try:
        yield
    finally:
        done.set()


def _wake(done: threading.Event) -> None:
    while not done.wait(_LOOK):
        for process in active_children():
            with suppress(ProcessLookupError):
                os.kill(process.ident or 0, signal.SIGCONT)

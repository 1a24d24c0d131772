"""Processes that tests wait for."""

from __future__ import annotations

import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import AnyStr


def is_running(pid: int) -> bool:
    """Whether there is a process that has not ended; one that nobody has waited for yet has."""
    said = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True, check=False).stdout
    return bool(said.strip()) and not said.startswith("Z")


def find_processes(variable: str) -> list[str]:
    """The processes, beside this one, that have a variable in their environment."""
    found = []
    for environment in Path("/proc").glob("[0-9]*/environ"):
        with suppress(OSError):
            if variable.encode() in environment.read_bytes().split(b"\0"):
                found.append(environment.parent.name)
    return found


@contextmanager
def ending(process: subprocess.Popen[AnyStr]) -> Iterator[subprocess.Popen[AnyStr]]:
    """Wait for the end of a process after the block, but kill it if that fails, because it may wait for ever."""
    with process:
        try:
            yield process
        except BaseException:
            process.kill()
            raise


@contextmanager
def inheriting_interrupts(handler: signal.Handlers = signal.SIG_DFL) -> Iterator[None]:
    """Let Ctrl-C end what starts in the block, or be ignored there. A shell starts what it puts in the background with
    Ctrl-C ignored, and children inherit that.
    """
    before = signal.signal(signal.SIGINT, handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def wait_until(told: Callable[[], bool]) -> None:
    """Wait until something is so."""
    end = time.monotonic() + 60
    while not told():
        assert time.monotonic() < end
        time.sleep(0.02)


def wait_for_end(*pids: int) -> None:
    """Wait until none of some processes is running."""
    wait_until(lambda: not any(map(is_running, pids)))

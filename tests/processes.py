"""Processes that tests wait for."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path


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


def wait_until(told: Callable[[], bool]) -> None:
    """Wait until something is so."""
    end = time.monotonic() + 60
    while not told():
        assert time.monotonic() < end
        time.sleep(0.02)


def wait_for_end(*pids: int) -> None:
    """Wait until none of some processes is running."""
    wait_until(lambda: not any(map(is_running, pids)))

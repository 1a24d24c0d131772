"""Limits of memory for tests in a process that other tests have made large."""

from __future__ import annotations

import re
from pathlib import Path

from cetr.console import Limits


def allowing(megabytes: int) -> Limits:
    """Limits that leave ``megabytes`` more than this process holds now; Linux only."""
    held = re.search(r"VmData:\s+(\d+) kB", Path("/proc/self/status").read_text())
    assert held is not None
    return Limits(memory=int(held[1]) * 1024 // 1_000_000 + megabytes)

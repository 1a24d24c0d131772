"""Memory in a process that other tests have made large: limits, and what a call takes beside other threads."""

from __future__ import annotations

import re
import tracemalloc
from collections.abc import Callable
from pathlib import Path

from cetr.console import Limits


def allowing(megabytes: int) -> Limits:
    """Limits that leave ``megabytes`` more than this process holds now; Linux only."""
    held = re.search(r"VmData:\s+(\d+) kB", Path("/proc/self/status").read_text())
    assert held is not None
    return Limits(memory=int(held[1]) * 1024 // 1_000_000 + megabytes)


def measure_peak(call: Callable[[], object]) -> int:
    """The most bytes that Python has allocated at any time during a call."""
    tracemalloc.start()
    try:
        call()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def stays_below(size: int, call: Callable[[], object]) -> bool:
    """Whether a call allocates less than ``size`` bytes in one of three runs, so that no other thread decides."""
    return any(measure_peak(call) < size for _ in range(3))

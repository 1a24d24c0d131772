"""The machine of a run, to tell apart machines whose times cannot be compared."""

from __future__ import annotations

import os
import platform
import re
from pathlib import Path

from evaluate.results.runs import Machine

_MODEL = re.compile(r"^model name\s*:\s*(.+)$", re.MULTILINE)


def describe_machine() -> Machine:
    """Describe this machine: processor, cores, MB of memory, system, Python."""
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 1_000_000
    return Machine(_find_processor(), os.cpu_count() or 1, memory, platform.platform(), platform.python_version())


def _find_processor() -> str:
    """Return the processor's name if the system gives it, else its kind."""
    try:
        match = _MODEL.search(Path("/proc/cpuinfo").read_text("utf-8", "replace"))
    except OSError:
        match = None
    return match[1].strip() if match else platform.processor() or platform.machine()

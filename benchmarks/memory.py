"""How much memory a process takes, as Linux tells it."""

from __future__ import annotations

from pathlib import Path


def read_memory(process: int | str = "self", *, peak: bool = False) -> float:
    """Resident memory of a process in MB, now or at its peak. That is its own: ru_maxrss would tell its parent's."""
    status = Path(f"/proc/{process}/status").read_text()
    return int(status.partition("VmHWM:" if peak else "VmRSS:")[2].split()[0]) / 1024

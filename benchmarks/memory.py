"""How much memory processes take, as Linux tells it."""

from __future__ import annotations

from pathlib import Path


def read_memory(process: int | str = "self", *, peak: bool = False) -> float:
    """Resident memory of a process in MB, now or at its peak. That is its own: ru_maxrss would tell its parent's."""
    status = Path(f"/proc/{process}/status").read_text()
    return int(status.partition("VmHWM:" if peak else "VmRSS:")[2].split()[0]) / 1024


def list_descendants(process: int) -> set[int]:
    """A process and all that it has started, as far as they still run."""
    parents: dict[int, int] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, parent = stat.read_text().rpartition(")")[2].split()[:2]
        except OSError:
            continue
        if state != "Z":
            parents[int(stat.parent.name)] = int(parent)
    found = {process}
    while more := {child for child, parent in parents.items() if parent in found} - found:
        found |= more
    return found


def read_tree(process: int) -> float:
    """Resident memory in MB of a process and all that it has started; what they share counts for each."""
    total = 0.0
    for one in list_descendants(process):
        try:
            total += read_memory(one)
        except (OSError, IndexError):  # it has ended meanwhile
            continue
    return total

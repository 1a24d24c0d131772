"""Starting our commands, each in a session of its own, with folders for settings and scratch files of its own."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from benchmarks.memory import read_tree

SAID = "said.txt"
"""What a command writes to standard output, in the folder it runs in."""
COMPLAINED = "complained.txt"
"""The same for standard error."""


def make_arguments(line: str) -> list[str]:
    """The program and its words."""
    program, *words = line.split()
    return [str(Path(sys.executable).with_name(program)), *words]


def make_environment(folder: Path, more: Mapping[str, str] | None) -> dict[str, str]:
    """An environment whose scratch files and settings lie in the folder."""
    places = {"TMPDIR": folder / "tmp", "XDG_CONFIG_HOME": folder / "config"}
    for place in places.values():
        place.mkdir(parents=True, exist_ok=True)
    return os.environ | {name: str(place) for name, place in places.items()} | dict(more or {})


def start(
    line: str, folder: Path, wrapper: tuple[str, ...] = (), more: Mapping[str, str] | None = None
) -> subprocess.Popen[bytes]:
    """A command of ours; what it says goes to files of the folder, so that nobody has to read along."""
    with (folder / SAID).open("wb") as said, (folder / COMPLAINED).open("wb") as complained:
        return subprocess.Popen(
            [*wrapper, *make_arguments(line)],
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=said,
            stderr=complained,
            env=make_environment(folder, more),
            start_new_session=True,
        )


def read_complaint(folder: Path) -> str:
    """The last line on standard error, if it went to a file."""
    if not (folder / COMPLAINED).exists():
        return ""
    return (folder / COMPLAINED).read_text("utf-8", "replace").strip().rpartition("\n")[2]


def finish(line: str, folder: Path, wrapper: tuple[str, ...] = ()) -> tuple[int, str]:
    """Run a command to its end: its exit code and its last line on standard error."""
    code = start(line, folder, wrapper).wait()
    return code, read_complaint(folder)


def succeed(line: str, folder: Path) -> None:
    """Run a command that must succeed, to prepare a scenario."""
    code, said = finish(line, folder)
    if code:
        raise SystemExit(f"{line}: exit code {code}: {said}")


@dataclass(frozen=True)
class Watched:
    """How a long command went: exit code, last line, seconds of processor time, and the memory of all its processes.

    ``early`` and ``late`` are the most MB between the first and the second fifth of the time, and in the last fifth.
    """

    code: int
    said: str
    seconds: float
    early: float
    late: float

    @property
    def memory(self) -> str:
        """The memory in words."""
        return f"{self.early:.0f} MB early on, {self.late:.0f} MB at the end"

    def find_faults(self) -> list[str]:
        """A bad exit code, and memory that grows by more than a tenth and 20 MB."""
        faults = [f"exit code {self.code}: {self.said}"] if self.code else []
        if self.late > 1.1 * self.early + 20:
            faults.append(f"memory grows: {self.memory}")
        return faults


def watch(line: str, folder: Path, more: Mapping[str, str] | None = None) -> Watched:
    """Run a command to its end and look at its memory again and again."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    running = start(line, folder, more=more)
    samples: list[float] = []
    while running.poll() is None:
        samples.append(read_tree(running.pid))
        time.sleep(0.5)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    fifth = len(samples) // 5
    early = max(samples[fifth : 2 * fifth + 1], default=0.0)
    return Watched(running.returncode, read_complaint(folder), used, early, max(samples[-fifth - 1 :], default=0.0))


def wait_until(told: Callable[[], bool], seconds: float) -> bool:
    """Wait until something is so; whether it is."""
    until = time.monotonic() + seconds
    while not (so := told()) and time.monotonic() < until:
        time.sleep(0.02)
    return so

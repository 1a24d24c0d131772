"""Killing a command again and again at random moments, letting it run to its end, and comparing."""

from __future__ import annotations

import os
import shutil
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from random import Random

from benchmarks.memory import list_descendants
from benchmarks.reliability.outcome import Outcome, Trial
from benchmarks.reliability.settings import Running, Setting, alone
from benchmarks.reliability.starting import COMPLAINED, SAID, read_complaint, wait_until
from benchmarks.reliability.whole import describe, find_faults, find_lost, keep

_CHAIN = 5
"""How often one folder is killed in before the command may run to its end."""
_LOOK = 0.004
"""Seconds between two looks at the folder."""
_OURS = {"tmp", "config", SAID, COMPLAINED}
"""What in the folder the command does not make."""


@dataclass(frozen=True)
class Command:
    """A command, what it makes, and what makes it go on; all paths are relative to a folder.

    ``longest`` is how many seconds after its first change, at most, it is killed. ``announces`` says that it prints a
    row for each document that is saved, below a header, ``mends`` that it works on a damaged package. ``times`` is how
    often it is killed.
    """

    what: str
    line: str
    made: tuple[str, ...]
    prepare: Callable[[Path], None]
    again: str = ""
    setting: Callable[[], AbstractContextManager[Setting]] = alone
    longest: float = 10.0
    announces: bool = False
    mends: bool = False
    times: int = 40


@dataclass(frozen=True)
class Calm:
    """How a command goes when nobody disturbs it: seconds to its first change and to its end, and what it makes."""

    first: float
    lasting: float
    made: tuple[object, ...]


def kill_command(command: Command) -> Callable[[Trial], Outcome]:
    """The scenario that kills a command."""

    def run(trial: Trial) -> Outcome:
        with command.setting() as setting:
            return _kill_often(command, setting, trial)

    return run


def prepare_base(command: Command, setting: Setting, work: Path) -> Path:
    """A folder with what a command needs, to be copied."""
    base = work / "base"
    base.mkdir()
    command.prepare(base)
    (base / "urls").write_text("\n".join(setting.urls), "utf-8")
    return base


def _kill_often(command: Command, setting: Setting, trial: Trial) -> Outcome:
    base = prepare_base(command, setting, trial.work)
    calm = run_calmly(command.line, command.made, setting, copy_folder(base, trial.work / "calm"))
    faults: list[str] = []
    kills = writing = ends = 0
    for number in count():
        if kills == trial.times or ends == 2 * trial.times:
            break
        # Always another one: the workers of a cluster can still be writing to the last.
        folder = copy_folder(base, trial.work / f"killed{number}")
        tries = command.line
        for _ in range(_CHAIN):
            if kills == trial.times:
                break
            kept = {} if command.mends else keep(folder)
            hit = _kill_once(setting.start(tries, folder), folder, calm, command.longest, trial.draw)
            if hit is None:
                ends += 1
                tries = go_on(command, folder)
                break
            kills += 1
            writing += hit.writing
            faults += hit.faults
            if not command.mends:
                faults += [*find_lost(kept), *find_faults(folder)]
            if command.announces:
                faults += _find_unsaved(folder, command.made[0])
            tries = go_on(command, folder)
        faults += run_to_end(tries, command.made, setting, folder, calm)
        shutil.rmtree(folder, ignore_errors=True)
    if kills < trial.times:
        faults.append(f"ended before it was killed, {ends} times")
    if 4 * writing < kills:
        faults.append(f"only {writing} of {kills} kills hit after its first change: this shows nothing")
    return Outcome(f"{command.what}, killed", kills, "", tuple(faults), hits=writing)


def go_on(command: Command, folder: Path) -> str:
    """The line that goes on with what a command has left."""
    begun = any(folder.glob(f"{command.made[0]}*"))
    return f"{command.line} {command.again}" if begun else command.line


def run_calmly(line: str, made: Sequence[str], setting: Setting, folder: Path) -> Calm:
    """Run a command to its end when nobody disturbs it; ends the benchmark where that fails, or makes nothing."""
    begun = time.monotonic()
    before = _read_state(folder)
    running = setting.start(line, folder)
    first = 0.0
    while running.poll() is None:
        if not first and _read_state(folder) != before:
            first = time.monotonic() - begun
        time.sleep(_LOOK)
    lasting = time.monotonic() - begun
    if not first and _read_state(folder) != before:  # since the last look
        first = lasting
    if running.returncode:
        raise SystemExit(f"{line}: undisturbed: exit code {running.returncode}: {read_complaint(folder)}")
    if not first or any(not (folder / one).exists() for one in made):
        raise SystemExit(f"{line}: undisturbed: makes nothing")
    return Calm(first, lasting, tuple(describe(folder / one) for one in made))


@dataclass(frozen=True)
class Hit:
    """A kill: whether the command had changed anything, and what was wrong at once."""

    writing: bool
    faults: tuple[str, ...]


def _kill_once(running: Running, folder: Path, calm: Calm, longest: float, draw: Random) -> Hit | None:
    """Kill a command, three times of four after its first change; None if it comes to its end before."""
    before = _read_state(folder)
    early = draw.random() < 0.25
    until = time.monotonic() + (draw.uniform(0.05, calm.first) if early else 10 * calm.lasting + 30)
    while time.monotonic() < until and _read_state(folder) == before:
        if running.poll() is not None:
            return None
        time.sleep(_LOOK)
    if not early:
        until = time.monotonic() + draw.uniform(0, min(calm.lasting - calm.first, longest))
        while time.monotonic() < until:
            time.sleep(_LOOK)
    if running.poll() is not None:
        return None
    faults = tuple(_end(running, draw.random() < 0.5))
    if running.returncode != -signal.SIGKILL:
        return None
    return Hit(_read_state(folder) != before, faults)


def _end(running: Running, together: bool) -> Iterator[str]:
    """Kill a command, alone or with all that it has started; what it leaves running."""
    started = list_descendants(running.pid)
    for process in started if together else {running.pid}:
        with suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)
    running.wait()
    if not wait_until(lambda: not _list_alive(started), 20):
        for process, name in _list_alive(started).items():
            yield f"{name} still runs 20 s after the command was killed"
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)


def _list_alive(processes: set[int]) -> dict[int, str]:
    """Those that still run, with their names."""
    alive = {}
    for process in processes:
        with suppress(OSError):
            name, _, rest = Path(f"/proc/{process}/stat").read_text().partition("(")[2].rpartition(")")
            if rest.split()[0] != "Z":
                alive[process] = name
    return alive


def _find_unsaved(folder: Path, made: str) -> Iterator[str]:
    """Documents that the command has said it had saved and that are not there."""
    # The first line names the columns; one that was being written when the process died says nothing.
    for line in (folder / SAID).read_text("utf-8").split("\n")[1:-1]:
        name = line.partition("\t")[0]
        if not (folder / made / f"{name}.json").exists():
            yield f"{name}: was said to be saved and is not there"


def run_to_end(line: str, made: Sequence[str], setting: Setting, folder: Path, calm: Calm) -> Iterator[str]:
    """Run a command to its end after it was disturbed; what is wrong then."""
    running = setting.start(line, folder)
    code = running.wait()
    said = read_complaint(folder)
    # What is there already was finished before the kill.
    if code and not any(words in said for words in ("exists", "is there", "has results")):
        yield f"to the end: exit code {code}: {said}"
    yield from find_faults(folder)
    for name, wanted in zip(made, calm.made, strict=True):
        if (found := describe(folder / name)) != wanted:
            yield f"{name}: the end differs from that of an undisturbed run{_tell_difference(found, wanted)}"


def _tell_difference(found: object, wanted: object) -> str:
    if not isinstance(found, list) or not isinstance(wanted, list):
        return ""
    lacking, more = ([str(one)[:80] for one in a if one not in b] for a, b in ((wanted, found), (found, wanted)))
    return f": lacks {len(lacking)} {lacking[:1]}, has {len(more)} others {more[:1]}"


def _read_state(folder: Path) -> frozenset[tuple[str, int, int]]:
    """What is in a folder: paths, sizes, times."""
    state: set[tuple[str, int, int]] = set()
    todo = [str(folder)]
    while todo:
        with suppress(FileNotFoundError), os.scandir(todo.pop()) as entries:
            for entry in entries:
                with suppress(FileNotFoundError):
                    if entry.name in _OURS:
                        continue
                    facts = entry.stat(follow_symlinks=False)
                    state.add((entry.path, facts.st_size, facts.st_mtime_ns))
                    if entry.is_dir(follow_symlinks=False):
                        todo.append(entry.path)
    return frozenset(state)


def copy_folder(base: Path, folder: Path) -> Path:
    """A fresh copy."""
    shutil.rmtree(folder, ignore_errors=True)
    return Path(shutil.copytree(base, folder))

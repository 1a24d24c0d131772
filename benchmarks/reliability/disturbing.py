"""Full disks, locks that are taken away, a clock that runs back, two writers at once, and a git that converts."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from benchmarks.reliability.killing import Command, copy_folder, go_on, prepare_base, run_calmly, run_to_end
from benchmarks.reliability.outcome import LackError, Outcome, Trial
from benchmarks.reliability.pages import make_package
from benchmarks.reliability.settings import Running
from benchmarks.reliability.starting import finish, read_complaint, start, succeed
from benchmarks.reliability.whole import describe, find_faults, find_lost, keep
from evaluate.package import read_package

DOCUMENTS = 45
IMPORT = "annotate import jsonl rows.jsonl made"
_ROOM = 1 << 30


@contextmanager
def _small_disk(folder: Path) -> Iterator[Callable[[int], None]]:
    """A file system; yields what changes its size, in bytes."""
    if os.geteuid():
        raise LackError("a full disk needs root: a small file system is mounted")
    folder.mkdir(exist_ok=True)

    def resize(size: int, first: str = "remount,") -> None:
        command = ["mount", "-t", "tmpfs", "-o", f"{first}size={size}", "tmpfs", str(folder)]
        subprocess.run(command, check=True)

    resize(_ROOM, first="")
    try:
        yield resize
    finally:
        subprocess.run(["umount", str(folder)], check=True)


def fill_disk(command: Command) -> Callable[[Trial], Outcome]:
    """The scenario in which the disk becomes full: one line of error, all is whole, and with room it goes on."""

    def run(trial: Trial) -> Outcome:
        with command.setting() as setting:
            base, disk = prepare_base(command, setting, trial.work), trial.work / "disk"
            with _small_disk(disk) as resize:
                calm = run_calmly(command.line, command.made, setting, copy_folder(base, disk / "calm"))
                for ours in ("tmp", "config"):  # where a browser keeps much more than what is made
                    shutil.rmtree(disk / "calm" / ours)
                needed = _used(disk)
                copy_folder(base, disk / "calm")
                needed -= _used(disk)
                faults: list[str] = []
                full = 0
                for _ in range(trial.times):
                    shutil.rmtree(disk / "calm", ignore_errors=True)
                    folder = copy_folder(base, disk / "full")
                    kept = {} if command.mends else keep(folder)
                    resize(_used(disk) + trial.draw.randrange(16_384, max(needed, 65_536)))
                    running = setting.start(command.line, folder)
                    used_up = _watch_room(running, disk)
                    code, said = running.returncode, read_complaint(folder)
                    full += bool(code) or used_up  # a page is saved even if there is no room for its picture
                    if code not in (0, 1, 2, 3) or "Traceback" in said:
                        faults.append(f"exit code {code}: {said}")
                    if not command.mends:
                        faults += [*find_lost(kept), *find_faults(folder)]
                    resize(_ROOM)
                    faults += run_to_end(go_on(command, folder), command.made, setting, folder, calm)
            if not full:
                faults.append("the disk was never full: this shows nothing")
            what = f"{command.what} onto a disk that becomes full, then again with room"
            return Outcome(what, trial.times, f"{full} times it was full", tuple(faults))

    return run


def _watch_room(running: Running, disk: Path) -> bool:
    """Wait for a command; whether the disk had less than a block of 4 kB left at any time, as far as it was seen."""
    least = os.statvfs(disk).f_bfree
    while running.poll() is None:
        least = min(least, os.statvfs(disk).f_bfree)
        time.sleep(0.005)
    return least == 0


def _used(disk: Path) -> int:
    """Bytes of a file system that are taken."""
    facts = os.statvfs(disk)
    return (facts.f_blocks - facts.f_bfree) * facts.f_frsize


def _make_rows(trial: Trial) -> Path:
    """A folder with rows to import."""
    base = trial.work / "base"
    base.mkdir()
    make_package(base / "package", DOCUMENTS)
    succeed("annotate export jsonl package rows.jsonl", base)
    shutil.rmtree(base / "package")
    return base


def write_together(trial: Trial) -> Outcome:
    """Two imports into one package at the same time: every row is there once."""
    base = _make_rows(trial)
    faults: list[str] = []
    rows = (base / "rows.jsonl").read_text("utf-8").splitlines(keepends=True)
    for number in range(trial.times):
        folder = copy_folder(base, trial.work / f"together{number}")
        for name, some in (("a", rows[:30]), ("b", rows[15:])):
            (folder / name).mkdir()
            (folder / name / "rows.jsonl").write_text("".join(some), "utf-8")
        line = "annotate import jsonl rows.jsonl ../made"
        running = {name: start(line, folder / name) for name in "ab"}
        for name, process in running.items():
            if process.wait():
                faults.append(f"exit code {process.returncode}: {read_complaint(folder / name)}")
        faults += find_faults(folder)
        count = len(read_package(folder / "made").names)
        if count != DOCUMENTS:
            faults.append(f"{count} documents of {DOCUMENTS}")
        shutil.rmtree(folder)
    return Outcome("two `annotate import` into one package at once, some rows in both", trial.times, "", tuple(faults))


def take_locks(trial: Trial) -> Outcome:
    """The lock is removed again and again while an import goes on."""
    base = _make_rows(trial)
    faults: list[str] = []
    taken = 0
    for _ in range(trial.times):
        folder = copy_folder(base, trial.work / "locks")
        running = start(IMPORT, folder)
        lock = folder / "made" / ".lock"
        while running.poll() is None:
            taken += lock.exists()
            lock.unlink(missing_ok=True)
            time.sleep(0.005)
        faults += find_faults(folder)
        if running.returncode or len(read_package(folder / "made").names) != DOCUMENTS:
            faults.append(f"exit code {running.returncode}, or not all documents")
    what = "the lock taken away again and again during `annotate import`"
    return Outcome(what, trial.times, f"{taken} locks taken", tuple(faults))


def turn_clock_back(trial: Trial) -> Outcome:
    """Half of the rows are imported 400 days before the other half, but after it."""
    if not shutil.which("faketime"):
        raise LackError("faketime not installed")
    base = _make_rows(trial)
    rows = (base / "rows.jsonl").read_text("utf-8").splitlines(keepends=True)
    faults: list[str] = []
    for _ in range(trial.times):
        folder = copy_folder(base, trial.work / "clock")
        for some, wrapper in ((rows[:20], ()), (rows, ("faketime", "-f", "-400d"))):
            (folder / "rows.jsonl").write_text("".join(some), "utf-8")
            kept = keep(folder)
            code, said = finish(IMPORT, folder, wrapper)
            faults += [f"exit code {code}: {said}"] if code else []
            faults += [*find_lost(kept), *find_faults(folder)]
        if len(read_package(folder / "made").names) != DOCUMENTS:
            faults.append("not all documents")
        code, said = finish("annotate check made -e none", folder)
        if code not in (0, 1):
            faults.append(f"check: exit code {code}: {said}")
    what = "the clock 400 days back between two `annotate import`"
    return Outcome(what, trial.times, "", tuple(faults))


def clone_with_crlf(trial: Trial) -> Outcome:
    """A clone by a git that converts line ends: every document is what it was, and scores as before."""
    base = trial.work / "base"
    base.mkdir()
    make_package(base / "package", DOCUMENTS)
    succeed("evaluate run package -e plain --out results", base)
    git = ("git", "-C", str(base / "package"), "-c", "user.name=a", "-c", "user.email=a@a.example")
    for words in (("init", "-q"), ("add", "-A"), ("commit", "-qm", "a")):
        subprocess.run([*git, *words], check=True)
    wanted = describe(base / "package"), describe(base / "results" / "plain.tsv")
    faults: list[str] = []
    for number in range(trial.times):
        place = trial.work / f"clone{number}"
        place.mkdir()
        ends = ("-c", "core.autocrlf=true", "-c", "core.eol=crlf")
        subprocess.run(["git", "clone", "-q", *ends, str(base / "package"), str(place / "package")], check=True)
        code, said = finish("evaluate run package -e plain --out results", place)
        faults += [f"exit code {code}: {said}"] if code else []
        faults += find_faults(place)
        if (describe(place / "package"), describe(place / "results" / "plain.tsv")) != wanted:
            faults.append("documents or scores differ")
    what = "a clone with `core.autocrlf=true`, scored"
    return Outcome(what, trial.times, "", tuple(faults))

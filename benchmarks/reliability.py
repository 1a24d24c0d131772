"""What is left when commands are killed, disks are full, locks are taken away and clocks run back.

    python -m benchmarks.reliability [--kills 200] [--seed 1] [--write]

Every scenario works on copies of the starter package, repeated to 90 documents, checks what is left, lets the command
run again to its end and compares that with a run nobody disturbed. ``--write`` puts the table into docs/reliability.md.
A full disk needs root (a small file system is mounted); a clock that runs back needs the program faketime.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.scale import repeat_package
from cetr.console import InputError
from evaluate.package import check_fragments, read_document, read_journal, read_package

ROOT = Path(__file__).parents[1]
STARTER = ROOT / "packages" / "starter"
PAGE = ROOT / "docs" / "reliability.md"
DOCUMENTS = 90


@dataclass(frozen=True)
class Command:
    """A command with its arguments, what makes it go on, and what it makes; all paths are relative to a folder."""

    name: str
    arguments: str
    again: str
    made: str


COMMANDS = (
    Command("annotate import", "jsonl rows.jsonl made", "", "made"),
    Command("annotate export", "jsonl package made.jsonl", "", "made.jsonl"),
    Command("cetr extract", "package --jobs 2 --out made.jsonl", "--resume", "made.jsonl"),
    Command("evaluate run", "package --extractor cetr --jobs 2 --out made", "--resume", "made"),
    Command("evaluate report", "results -o made.html", "", "made.html"),
)


@dataclass(frozen=True)
class Outcome:
    """How often something was done to a command, and what was wrong afterwards."""

    what: str
    times: int
    faults: tuple[str, ...]


def start(command: str, folder: Path, wrapper: tuple[str, ...] = ()) -> subprocess.Popen[str]:
    """A command of ours in a session of its own."""
    program, *words = command.split()
    return subprocess.Popen(
        [*wrapper, str(Path(sys.executable).with_name(program)), *words],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def finish(command: str, folder: Path, wrapper: tuple[str, ...] = ()) -> tuple[int, str]:
    """Run a command to its end: its exit code and its last line on standard error."""
    running = start(command, folder, wrapper)
    said = running.communicate()[1].strip()
    return running.returncode, said.rpartition("\n")[2]


def make_folder(folder: Path) -> None:
    """A package, the same as rows, and results."""
    repeat_package(STARTER, folder / "package", DOCUMENTS)
    for command in ("annotate export jsonl package rows.jsonl", "evaluate run package -e plain --out results"):
        code, said = finish(command, folder)
        if code:
            raise SystemExit(f"{command}: {said}")


def describe(path: Path) -> object:
    """What a command has made, less what differs from run to run; None where there is nothing."""
    if path.is_dir() and (path / "package.toml").exists():
        documents = [read_document(path, name) for name in sorted(read_package(path).names)]
        return [(document.name, document.text, document.meta.spans) for document in documents]
    if path.is_dir():
        tables = sorted(path.glob("*.tsv"))
        rows = [[line.split("\t") for line in table.read_text("utf-8").splitlines()] for table in tables]
        return [sorted(row[:2] for row in table) for table in rows]
    if path.suffix == ".jsonl" and path.exists():
        return sorted(json.loads(line)["text"] for line in path.read_text("utf-8").splitlines())
    return path.exists() and path.read_text("utf-8").rstrip().endswith("</html>")


def find_faults(folder: Path) -> Iterator[str]:
    """What is not whole among what an undisturbed reader would see."""
    for package in (folder / "package", folder / "made"):
        if not (package / "package.toml").exists():
            continue
        for name in read_package(package).names:
            try:
                document = read_document(package, name)
            except InputError as error:
                yield str(error)
                continue
            if not all(check.exact for check in check_fragments(document.html, document.meta.fragments)):
                yield f"{name}: its fragments are not where they should be"
        list(read_journal(package))
    report = folder / "made.html"
    if report.exists() and not describe(report):
        yield "half a report"


def kill(running: subprocess.Popen[str], after: float) -> bool:
    """End a command and all it has started, after some seconds; whether it was still at work."""
    with suppress(subprocess.TimeoutExpired):
        running.communicate(timeout=after)
        return False
    os.killpg(running.pid, signal.SIGKILL)
    running.communicate()
    return True


def kill_commands(base: Path, work: Path, kills: int, draw: random.Random) -> Iterator[Outcome]:
    """Kill each command at random moments, several times before it may end, and compare with an undisturbed run."""
    for command in COMMANDS:
        line = f"{command.name} {command.arguments}"
        calm = copy_folder(base, work / "calm")
        begun = time.monotonic()
        code, said = finish(line, calm)
        lasting = time.monotonic() - begun
        wanted = describe(calm / command.made)
        faults: list[str] = [f"undisturbed: exit code {code}: {said}"] if code else []
        done = 0
        while done < kills:
            folder = copy_folder(base, work / "killed")
            tries = line
            for _ in range(3):
                if not kill(start(tries, folder), draw.uniform(0.1, lasting)):
                    break
                done += 1
                faults += find_faults(folder)
                # What was begun can be taken up only once there is something.
                tries = f"{line} {command.again}" if (folder / command.made).exists() else line
            code, said = finish(tries, folder)
            if code and "exists" not in said and "is there" not in said:
                faults.append(f"to the end: exit code {code}: {said}")
            if describe(folder / command.made) != wanted:
                faults.append("the end differs from that of an undisturbed run")
        yield Outcome(f"`{command.name}` killed (SIGKILL)", done, tuple(faults))


def copy_folder(base: Path, folder: Path) -> Path:
    """A fresh copy."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(base, folder)
    return folder


@contextmanager
def small_disk(folder: Path, kilobytes: int) -> Iterator[Path]:
    """A file system of this size."""
    folder.mkdir(parents=True)
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={kilobytes}k", "tmpfs", str(folder)], check=True)
    try:
        yield folder
    finally:
        subprocess.run(["umount", str(folder)], check=True)


def fill_disks(base: Path, work: Path, draw: random.Random) -> Outcome:
    """Import and run onto disks that are full at some point: one line, and what is there is whole."""
    faults: list[str] = []
    times = 20
    for number in range(times):
        with small_disk(work / f"disk-{number}", draw.randrange(40, 1500)) as disk:
            target = disk / "made"
            code, said = finish(f"annotate import jsonl {base}/rows.jsonl {target}", work)
            if code not in (1, 2, 3) or "Traceback" in said:
                faults.append(f"exit code {code}: {said}")
            faults += find_faults(disk)
    return Outcome("`annotate import` onto a disk that becomes full", times, tuple(faults))


def write_together(base: Path, work: Path) -> Outcome:
    """Two imports into one package at the same time: every row is there once."""
    faults: list[str] = []
    times = 10
    rows = (base / "rows.jsonl").read_text("utf-8").splitlines(keepends=True)
    for _ in range(times):
        folder = copy_folder(base, work / "together")
        (folder / "a.jsonl").write_text("".join(rows[:60]), "utf-8")
        (folder / "b.jsonl").write_text("".join(rows[30:]), "utf-8")
        running = [start(f"annotate import jsonl {name}.jsonl made", folder) for name in "ab"]
        for process in running:
            said = process.communicate()[1].strip()
            if process.returncode:
                faults.append(f"exit code {process.returncode}: {said.rpartition(chr(10))[2]}")
        faults += find_faults(folder)
        count = len(read_package(folder / "made").names)
        if count != DOCUMENTS:
            faults.append(f"{count} documents of {DOCUMENTS}")
    return Outcome("two `annotate import` into one package at once", times, tuple(faults))


def take_locks(base: Path, work: Path) -> Outcome:
    """The lock is removed again and again while an import goes on."""
    faults: list[str] = []
    times = 10
    for _ in range(times):
        folder = copy_folder(base, work / "locks")
        running = start("annotate import jsonl rows.jsonl made", folder)
        while running.poll() is None:
            (folder / "made" / ".lock").unlink(missing_ok=True)
            time.sleep(0.005)
        running.communicate()
        faults += find_faults(folder)
        if running.returncode or len(read_package(folder / "made").names) != DOCUMENTS:
            faults.append(f"exit code {running.returncode}, or not all documents")
    return Outcome("the lock taken away during `annotate import`", times, tuple(faults))


def turn_clock_back(base: Path, work: Path) -> Outcome:
    """A decision made on a day before those of the journal is the last one all the same."""
    folder = copy_folder(base, work / "clock")
    faults: list[str] = []
    for wrapper in ((), ("faketime", "-f", "-400d")):
        code, said = finish("annotate import jsonl rows.jsonl made", folder, wrapper)
        if code:
            faults.append(f"exit code {code}: {said}")
    faults += find_faults(folder)
    code, said = finish("annotate check made", folder)
    if code not in (0, 1, 3):
        faults.append(f"check: exit code {code}: {said}")
    return Outcome("the clock 400 days back between two imports", 1, tuple(faults))


def clone_with_crlf(base: Path, work: Path) -> Outcome:
    """A clone by a git that converts line ends: every document is what it was."""
    folder = copy_folder(base, work / "git")
    code, said = finish("annotate import jsonl rows.jsonl made", folder)
    faults = [f"exit code {code}: {said}"] if code else []
    git = ("git", "-C", str(folder / "made"), "-c", "user.name=a", "-c", "user.email=a@a.example")
    for words in (("init", "-q"), ("add", "-A"), ("commit", "-qm", "a")):
        subprocess.run([*git, *words], check=True)
    clone = ["git", "clone", "-q", "-c", "core.autocrlf=true", "-c", "core.eol=crlf", "made", "clone"]
    subprocess.run(clone, cwd=folder, check=True)
    if describe(folder / "clone") != describe(folder / "made"):
        faults.append("documents differ")
    code, said = finish("evaluate run clone -e plain --out crlf", folder)
    if code:
        faults.append(f"exit code {code}: {said}")
    return Outcome("a clone with `core.autocrlf=true`, scored", 1, tuple(faults))


def run_scenarios(kills: int, seed: int, say: Callable[[Outcome], None]) -> list[Outcome]:
    """All that can be done on this machine."""
    draw = random.Random(seed)
    outcomes: list[Outcome] = []
    with TemporaryDirectory() as place:
        base, work = Path(place) / "base", Path(place) / "work"
        work.mkdir()
        make_folder(base)

        def note(outcome: Outcome) -> None:
            outcomes.append(outcome)
            say(outcome)

        for outcome in kill_commands(base, work, kills, draw):
            note(outcome)
        if os.geteuid() == 0:
            note(fill_disks(base, work, draw))
        note(write_together(base, work))
        note(take_locks(base, work))
        if shutil.which("faketime"):
            note(turn_clock_back(base, work))
        note(clone_with_crlf(base, work))
    return outcomes


def write_page(outcomes: list[Outcome]) -> None:
    """Put the table between the marks of the page."""
    rows = [f"| {outcome.what} | {outcome.times} | {len(outcome.faults)} |" for outcome in outcomes]
    table = "\n".join(["| what was done | times | faults |", "|---|---|---|", *rows])
    before, _, rest = PAGE.read_text("utf-8").partition("<!-- table -->\n")
    after = rest.partition("<!-- end -->")[2]
    PAGE.write_text(f"{before}<!-- table -->\n{table}\n<!-- end -->{after}", "utf-8")


def main() -> None:
    """Print a line for each scenario, its faults below; ends with 1 if there are any."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=200, help="of each command, at least")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()

    def say(outcome: Outcome) -> None:
        print(f"{outcome.times:>5} times, {len(outcome.faults)} faults: {outcome.what}", flush=True)
        for fault in dict.fromkeys(outcome.faults):
            print(f"      {fault}", flush=True)

    outcomes = run_scenarios(options.kills, options.seed, say)
    if options.write:
        write_page(outcomes)
    sys.exit(any(outcome.faults for outcome in outcomes))


if __name__ == "__main__":
    main()

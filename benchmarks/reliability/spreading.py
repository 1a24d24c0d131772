"""Work spread over the workers of a Dask scheduler, one of which dies or is slow."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Event, Thread

from benchmarks.memory import list_descendants
from benchmarks.reliability.cluster import CLUSTER, start_cluster
from benchmarks.reliability.outcome import Outcome, Trial
from benchmarks.reliability.pages import make_package, make_warcs
from benchmarks.reliability.starting import read_complaint, start, succeed, wait_until
from benchmarks.reliability.whole import describe

Disturb = Callable[[subprocess.Popen[bytes], Event], None]


@dataclass(frozen=True)
class Work:
    """What is spread: ``line`` works on the cluster, ``calm`` does the same without one.

    ``{work}`` in a line is the folder in which ``prepare`` has put what it works on. ``count`` tells how many of
    ``units`` ``unit`` are done in the folder where a line runs, ``read`` what came of it there.
    """

    line: str
    calm: str
    prepare: Callable[[Path], None]
    units: int
    unit: str
    count: Callable[[Path], int]
    read: Callable[[Path], object]


def _count_rows(folder: Path) -> int:
    rows = folder / "made" / "cetr.tsv"
    return max(0, rows.read_bytes().count(b"\n") - 1) if rows.exists() else 0


def _read_results(folder: Path) -> object:
    return describe(folder / "made" / "cetr.tsv"), describe(folder / "made" / "cetr.predictions.jsonl")


def _list_parts(folder: Path) -> list[Path]:
    """The whole files of rows: one for each WARC file, or one for all."""
    return [*folder.glob("made/[!.]*.jsonl"), *folder.glob("made.jsonl")]


def _read_rows(folder: Path) -> object:
    return sorted(row for part in _list_parts(folder) for row in part.read_text("utf-8").splitlines())


_RUN = "evaluate run {work}/package -e cetr --out made"
_EXTRACT = "cetr extract {work}/warcs"

RUN = Work(
    f"{_RUN} --cluster {CLUSTER}",
    f"{_RUN} --jobs 2",
    lambda folder: make_package(folder / "package", 300),
    300,
    "pages",
    _count_rows,
    _read_results,
)
EXTRACT = Work(
    f"{_EXTRACT} --out made --cluster {CLUSTER}",
    f"{_EXTRACT} --out made.jsonl --jobs 2",
    lambda folder: make_warcs(folder / "warcs", 12),
    12,
    "files",
    lambda folder: len(_list_parts(folder)),
    _read_rows,
)


def kill_worker(worker: subprocess.Popen[bytes], _: Event) -> None:
    """Kill it."""
    worker.kill()


def slow_worker(worker: subprocess.Popen[bytes], over: Event) -> None:
    """Let it and its children work for a twentieth of the time. Who was stopped is continued, even an orphan."""
    while not over.is_set():
        stopped = list(list_descendants(worker.pid))
        for sent, pause in ((signal.SIGSTOP, 0.95), (signal.SIGCONT, 0.05)):
            for process in stopped:
                with suppress(ProcessLookupError):
                    os.kill(process, sent)
            time.sleep(pause)


def disturb_worker(work: Work, what: str, disturb: Disturb) -> Callable[[Trial], Outcome]:
    """The scenario in which one of two workers is disturbed: what is made is what is made without a cluster."""

    def run(trial: Trial) -> Outcome:
        work.prepare(trial.work)
        calm = trial.work / "calm"
        calm.mkdir()
        succeed(work.calm.format(work=trial.work), calm)
        wanted = work.read(calm)
        faults: list[str] = []
        least = work.units
        for number in range(trial.times):
            folder = trial.work / f"spread{number}"
            folder.mkdir()
            some = trial.draw.randrange(work.units // 20, work.units // 3)
            left, found = _disturb_once(work, disturb, folder, some)
            least = min(least, left)
            faults += found
            if work.read(folder) != wanted:
                faults.append("the rows or texts differ from those that are made without a cluster")
        seen = f"at least {least} of {work.units} {work.unit} still to do then"
        return Outcome(what, trial.times, seen, tuple(faults))

    return run


def _disturb_once(work: Work, disturb: Disturb, folder: Path, some: int) -> tuple[int, list[str]]:
    """Disturb a worker when more than so many units are done: how many were left then, and what was wrong."""
    faults = []
    with start_cluster(folder) as (address, worker):
        running = start(work.line.format(work=folder.parent, cluster=address), folder)
        wait_until(lambda: running.poll() is not None or work.count(folder) > some, 120)
        left = work.units - work.count(folder)
        over = Event()
        thread = Thread(target=disturb, args=(worker, over))
        thread.start()
        code = running.wait()
        over.set()
        thread.join()
    if code:
        faults.append(f"exit code {code}: {read_complaint(folder)}")
    if left <= 0:
        faults.append("all was done before the worker was disturbed: this shows nothing")
    return left, faults


SPREAD: Mapping[str, Callable[[Trial], Outcome]] = {
    "dask-killed": disturb_worker(RUN, "`evaluate run --cluster`, one of two Dask workers killed", kill_worker),
    "dask-slow": disturb_worker(
        RUN, "`evaluate run --cluster`, one of two Dask workers stopped for 0.95 s of each second", slow_worker
    ),
    "dask-extract-killed": disturb_worker(
        EXTRACT, "`cetr extract --cluster`, one of two Dask workers killed", kill_worker
    ),
    "dask-extract-slow": disturb_worker(
        EXTRACT, "`cetr extract --cluster`, one of two Dask workers stopped for 0.95 s of each second", slow_worker
    ),
}

"""A run spread over the workers of a Dask scheduler, one of which dies or is slow."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from threading import Event, Thread

from benchmarks.memory import list_descendants
from benchmarks.reliability.outcome import Outcome, Trial
from benchmarks.reliability.pages import make_package
from benchmarks.reliability.starting import read_complaint, start, succeed, wait_until
from benchmarks.reliability.whole import describe

DOCUMENTS = 300
Disturb = Callable[[subprocess.Popen[bytes], Event], None]


@contextmanager
def _start_dask(module: str, log: Path, *arguments: str) -> Iterator[subprocess.Popen[bytes]]:
    with log.open("wb") as file:
        command = [sys.executable, "-m", f"distributed.cli.{module}", "--host", "127.0.0.1", *arguments]
        running = subprocess.Popen(command, stdout=file, stderr=file)
    try:
        yield running
    finally:
        for process in list_descendants(running.pid):
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        running.wait()


@contextmanager
def _start_cluster(folder: Path) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """A scheduler with two workers: its address, and the worker to disturb."""
    contact = folder / "scheduler.json"
    with ExitStack() as stack:
        options = ("--port", "0", "--no-dashboard", "--no-jupyter", "--scheduler-file", str(contact))
        stack.enter_context(_start_dask("dask_scheduler", folder / "scheduler.log", *options))
        if not wait_until(lambda: contact.exists() and contact.stat().st_size > 0, 60):
            raise SystemExit(f"no scheduler: {(folder / 'scheduler.log').read_text()}")
        address = json.loads(contact.read_text())["address"]
        workers = []
        for number in range(2):
            place = ("--local-directory", str(folder / f"worker{number}"))
            how = (address, "--no-nanny", "--nthreads", "1", "--no-dashboard", *place)
            workers.append(stack.enter_context(_start_dask("dask_worker", folder / f"worker{number}.log", *how)))
        yield address, workers[0]


def _kill_worker(worker: subprocess.Popen[bytes], _: Event) -> None:
    worker.kill()


def _slow_worker(worker: subprocess.Popen[bytes], over: Event) -> None:
    """Let it and its children work for a twentieth of the time."""
    while not over.is_set():
        for sent, pause in ((signal.SIGSTOP, 0.95), (signal.SIGCONT, 0.05)):
            for process in list_descendants(worker.pid):
                with suppress(ProcessLookupError):
                    os.kill(process, sent)
            time.sleep(pause)


def _disturb(trial: Trial, what: str, disturb: Disturb) -> Outcome:
    make_package(trial.work / "package", DOCUMENTS)
    succeed("evaluate run package -e cetr --jobs 2 --out calm", trial.work)
    wanted = describe(trial.work / "calm" / "cetr.tsv"), describe(trial.work / "calm" / "cetr.predictions.jsonl")
    faults: list[str] = []
    least = DOCUMENTS
    for number in range(trial.times):
        folder = trial.work / f"cluster{number}"
        folder.mkdir()
        with _start_cluster(folder) as (address, worker):
            line = f"evaluate run package -e cetr --out {folder.name}/results --cluster {address}"
            running = start(line, trial.work)
            rows = folder / "results" / "cetr.tsv"
            some = trial.draw.randrange(16, DOCUMENTS // 3)
            wait_until(lambda: running.poll() is not None or _count(rows) > some, 120)  # noqa: B023
            done = _count(rows)
            over = Event()
            thread = Thread(target=disturb, args=(worker, over))
            thread.start()
            code = running.wait()
            over.set()
            thread.join()
            if code:
                faults.append(f"exit code {code}: {read_complaint(trial.work)}")
        least = min(least, DOCUMENTS - done)
        if done >= DOCUMENTS:
            faults.append("all was done before the worker was disturbed: this shows nothing")
        if (describe(rows), describe(folder / "results" / "cetr.predictions.jsonl")) != wanted:
            faults.append("the rows or texts differ from those of a run without a cluster")
    seen = f"at least {least} of {DOCUMENTS} pages still to do then"
    return Outcome(what, trial.times, seen, tuple(faults))


def _count(rows: Path) -> int:
    """Documents that are done."""
    return rows.read_bytes().count(b"\n") - 1 if rows.exists() else 0


def kill_worker(trial: Trial) -> Outcome:
    """One of two workers dies."""
    return _disturb(trial, "`evaluate run --cluster`, one of two Dask workers killed", _kill_worker)


def slow_worker(trial: Trial) -> Outcome:
    """One of two workers runs a twentieth of the time."""
    what = "`evaluate run --cluster`, one of two Dask workers stopped for 0.95 s of each second"
    return _disturb(trial, what, _slow_worker)

"""A Dask scheduler and two workers, as processes of their own."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from benchmarks.memory import list_descendants
from benchmarks.reliability.starting import wait_until
from cetr.console import python_command

CLUSTER = "{cluster}"
"""What stands in a command line for the scheduler's address."""


@contextmanager
def start_cluster(folder: Path) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """Start both in a folder: yields the scheduler's address, and the worker to disturb."""
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


@contextmanager
def _start_dask(module: str, log: Path, *arguments: str) -> Iterator[subprocess.Popen[bytes]]:
    with log.open("wb") as file:
        command = [*python_command(f"distributed.cli.{module}"), "--host", "127.0.0.1", *arguments]
        running = subprocess.Popen(command, stdout=file, stderr=file)
    try:
        yield running
    finally:
        for process in list_descendants(running.pid):
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        running.wait()

"""Runs on a real Dask scheduler with real workers."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from cetr.console import run as run_command
from evaluate.cli import evaluate
from evaluate.results.rows import TIMES
from tests.documents import make_document
from tests.processes import wait_until

COUNT = 60


@contextmanager
def start(module: str, *arguments: str, log: Path, **environment: str) -> Iterator[subprocess.Popen[bytes]]:
    """A process of Dask's own command line, killed at the end."""
    variables = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))} | environment
    command = [sys.executable, "-m", f"distributed.cli.{module}", *arguments]
    with log.open("wb") as file:
        process = subprocess.Popen(command, env=variables, stdout=file, stderr=file)
    try:
        yield process
    finally:
        process.kill()
        process.wait()


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """Documents of different scores."""
    for i in range(COUNT):
        html = f"<p>Page number {i}</p>"
        make_document(tmp_path / "p", f"d{i:02}", html, (html,), text=f"Page number {i}" + " more" * (i % 7))
    return tmp_path / "p"


@pytest.fixture
def cluster(
    tmp_path: Path, register_extractor: Callable[[str, str], None]
) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """The address of a scheduler, and its two workers, which have both joined it."""
    from distributed import Client

    register_extractor("slow", "tests.evaluate.running.slow:slow")
    contact = tmp_path / "scheduler.json"
    with ExitStack() as stack:
        options = ["--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--no-jupyter"]
        stack.enter_context(
            start("dask_scheduler", *options, "--scheduler-file", str(contact), log=tmp_path / "scheduler.log")
        )
        wait_until(lambda: contact.exists() and contact.read_text().endswith("}"))
        address = json.loads(contact.read_text())["address"]
        workers = [
            stack.enter_context(
                start(
                    "dask_worker", address, "--no-nanny", "--nthreads", "1", "--host", "127.0.0.1", "--no-dashboard",
                    "--local-directory", str(tmp_path / f"w{i}"), log=tmp_path / f"worker{i}.log",
                    SLOW_LOG=str(tmp_path / f"log{i}"),
                )
            )
            for i in range(2)
        ]  # fmt: skip
        with Client(address, set_as_default=False) as client:
            client.wait_for_workers(2, timeout=60)
        yield address, workers


def read_scores(path: Path) -> list[list[str]]:
    """The rows of a results file without the columns of time."""
    lines = [line.split("\t") for line in path.read_text().splitlines()]
    kept = [i for i, name in enumerate(lines[0]) if name not in (*TIMES, "seconds_per_kb")]
    return [[line[i] for i in kept] for line in lines]


@pytest.mark.long
def test_a_cluster_gives_the_same_also_when_a_worker_dies(
    cluster, package: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both workers take part; one is killed in the middle; the numbers are those of one machine."""
    address, workers = cluster
    monkeypatch.setenv("SLOW_LOG", str(tmp_path / "log"))
    command = [sys.executable, "-m", "evaluate", "run", str(package)]
    command += ["--extractor", "slow", "--out", str(tmp_path / "far"), "--cluster", address]
    variables = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    process = subprocess.Popen(command, env=variables, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    logs = [tmp_path / "log0", tmp_path / "log1"]
    while not all(log.exists() and log.read_text().count("\n") > 3 for log in logs):
        assert process.poll() is None, process.stderr and process.stderr.read()
        time.sleep(0.02)
    workers[1].kill()
    (tmp_path / "hurry").touch()
    _, error = process.communicate(timeout=240)
    assert process.returncode == 0, error
    assert run_command(evaluate, ["run", str(package), "--extractor", "slow", "--out", str(tmp_path / "near")]) == 0
    assert len(read_scores(tmp_path / "near" / "slow.tsv")) == COUNT + 1
    assert read_scores(tmp_path / "far" / "slow.tsv") == read_scores(tmp_path / "near" / "slow.tsv")


def test_no_scheduler_is_one_line(
    package: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The command ends with exit code 2 and one line."""
    monkeypatch.setattr("cetr.console.parallel.CONNECT_SECONDS", 1)
    arguments = [
        "run",
        str(package),
        "--extractor",
        "plain",
        "--out",
        str(tmp_path / "o"),
        "--cluster",
        "tcp://127.0.0.1:9",
    ]
    assert run_command(evaluate, arguments) == 2
    error = capfd.readouterr().err.splitlines()
    assert error[-1] == "evaluate: --cluster tcp://127.0.0.1:9: no Dask scheduler answers there"

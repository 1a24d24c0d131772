"""Processes that answer several threads."""

from __future__ import annotations

import os
import signal
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from cetr.console import InputError, Limits, Workers
from tests.alarms import take_too_long


def answer(question: str) -> str:
    """The process's number, unless the question asks for trouble; a path is made, and kept waiting for."""
    if question == "slow":
        take_too_long()
    if question == "stop":
        signal.setitimer(signal.ITIMER_REAL, 0.01)
    while question == "stop":
        os.kill(os.getpid(), signal.SIGSTOP)
    if question == "large":
        bytearray(2_000_000_000)
    if question == "die":
        os._exit(1)
    if question == "fail":
        raise ValueError("of no use")
    if question.startswith("/"):
        Path(question).touch()
        time.sleep(600)
    return str(os.getpid())


@pytest.mark.parametrize(
    ("question", "why"),
    [
        ("slow", "took more than 600 s"),
        ("stop", "took more than 600 s"),
        ("large", "took more than 1000 MB of memory"),
        ("die", "its process died, or took more than 600 s in compiled code"),
        ("fail", "ValueError: of no use"),
    ],
)
def test_a_bad_call_costs_itself(question: str, why: str) -> None:
    """The one before and the one after are answered by another process than this one."""
    with Workers(answer, Limits(600, 1000), 1) as workers:
        before = workers("a")
        with pytest.raises(InputError) as caught:
            workers(question)
        assert str(caught.value) == why
        assert (workers("b") == before) == (question != "die")
        assert before != str(os.getpid())


def test_a_call_that_hangs_holds_up_neither_others_nor_the_end(tmp_path: Path) -> None:
    """Others are answered meanwhile; with the block, all processes end."""
    hanging = tmp_path / "hanging"
    with ThreadPoolExecutor(1) as threads:
        with Workers(answer, Limits(600, 1000), 2) as workers:
            future = threads.submit(workers, str(hanging))
            while not hanging.exists():
                time.sleep(0.01)
            assert workers("a") == workers("b")
        assert isinstance(future.exception(), InputError)

"""Tasks on this machine, by an extractor that starts no process."""

from __future__ import annotations

from concurrent.futures import wait
from contextlib import nullcontext
from typing import Any

import pytest

from evaluate.running.local import execute_locally


class _Echo(nullcontext[None]):
    """An extractor that answers with the task."""

    def ask(self, task: object) -> object:
        """Answer with the task."""
        return task

    def close(self) -> None:
        """Have nothing to close."""


def test_one_job_gives_its_answers_in_the_order_of_the_tasks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also if several have come before somebody looks: which page an error names does not depend on the machine."""
    monkeypatch.setattr("evaluate.running.local.wait", lambda pending, return_when: wait(pending))
    tasks: Any = range(100)
    echo: Any = _Echo()
    assert list(execute_locally(1)(echo, tasks)) == [(number, number) for number in range(100)]

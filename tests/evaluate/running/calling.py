"""The command called in this process, and tables read back."""

from __future__ import annotations

from pathlib import Path

from cetr.console import run as run_command
from evaluate.cli import evaluate

PAGES = {
    "a": "<p>Gold has four words</p>",
    "b": "<p>Gold has four words</p><p>and four words more</p>",
    "c": "<p>Gold has four words</p><p>x</p>",
}


def call(*arguments: object) -> int:
    """The exit code of ``evaluate`` with these arguments."""
    return run_command(evaluate, [str(argument) for argument in arguments])


def read_table(path: Path) -> list[dict[str, str]]:
    """The rows of a tab-separated file."""
    header, *lines = [line.split("\t") for line in path.read_text().splitlines()]
    return [dict(zip(header, line, strict=True)) for line in lines]

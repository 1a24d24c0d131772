"""What a scenario is given, and what it finds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random


@dataclass(frozen=True)
class Trial:
    """An empty folder to work in, how often to do it, and what to draw moments from."""

    work: Path
    times: int
    draw: Random


@dataclass(frozen=True)
class Outcome:
    """What was done and how often, what was seen (figures worth reading), and what was wrong.

    ``hits`` is how many of the kills hit a command that had begun to write; None where nothing is killed.
    """

    what: str
    times: int
    seen: str
    faults: tuple[str, ...]
    hits: int | None = None


@dataclass(frozen=True)
class Scenario:
    """One row of the table. ``times`` is how often it is done unless you say otherwise."""

    name: str
    times: int
    run: Callable[[Trial], Outcome]


class LackError(Exception):
    """The machine lacks what a scenario needs, such as root or a program."""

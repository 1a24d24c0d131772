"""How commands go through the documents of packages: which, in how many processes, and telling what is left out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TypeVar

import click

from cetr.console import Exit, InputError, count_cores
from evaluate.package import Status, read_package

T = TypeVar("T")

Place = tuple[Path, str]
"""The folder and the name of a document."""


def list_places(folders: Iterable[Path]) -> list[Place]:
    """List the documents of packages, package by package."""
    return [(folder, name) for folder in folders for name in read_package(folder).names]


def list_shared(*, drafts: bool) -> frozenset[Status]:
    """List the statuses of documents that others get: whatever has gold, never the rejected, and drafts if wanted."""
    return frozenset(("gold", "reviewed", "harvested", *(("draft",) if drafts else ())))


def choose_jobs(pages: int) -> int:
    """Choose the number of processes: each takes some seconds to load what it needs, the time of a hundred pages."""
    return min(count_cores(), 1 + pages // 100)


class Failed(str):
    """Why a document that could not be read, or broke a limit, is left out; others are left out for other reasons."""

    __slots__ = ()


def choose_exit(left_out: Iterable[str]) -> Exit:
    """Choose the exit code of a command that has left out documents for these reasons."""
    return Exit.PARTIAL if any(isinstance(why, Failed) for why in left_out) else Exit.FINE


def say_left_out(place: Place, why: str) -> str:
    """Say that a document is left out, and why, which may name one of its files itself."""
    folder, name = place
    named = f"{folder / name}"
    return f"{why if why.startswith(named) else f'{named}: {why}'}; left out"


def leave_out(rows: Iterable[T | str], tell: Callable[[str], object]) -> Iterator[T]:
    """Yield the rows of a file that are pages. The others are strings that say why not; ``tell`` gets one line on them
    at the end. Raises `InputError` if none is a page.
    """
    first, refused, found = "", 0, False
    for row in rows:
        if isinstance(row, str):
            first, refused = first or row, refused + 1
        else:
            found = True
            yield row
    if refused and not found:
        raise InputError(first)
    if refused:
        more = {1: "", 2: ", as is 1 other"}.get(refused, f", as are {refused - 1} others")
        tell(f"{first}; left out{more}")


def tell_left_out(found: Iterable[T | str]) -> Iterator[T]:
    """Yield what was found; a line on standard error says what is left out."""
    for one in found:
        if isinstance(one, str):
            click.echo(f"annotate: {one}", err=True)
        else:
            yield one

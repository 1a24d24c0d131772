"""Messages on stderr that are the same for all queues of pages."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path

import click

from annotate.stored import Stored
from cetr.console import Exit, count_of, disarm


def tell_nothing_to_do(folder: Path) -> None:
    """Say that the package already has all pages."""
    click.echo(f"annotate: nothing to do: {folder} has these pages (see --on-conflict)", err=True)


def tell_lacking(folder: Path, lacking: Mapping[str, Sequence[str]]) -> None:
    """Say which of the pages that the package already has lack what (a layout, a picture), and how to add it."""
    for what, names in lacking.items():
        others = f" and {len(names) - 1} more" if len(names) > 1 else ""
        have = "have" if others else "has"
        command = f"annotate render {shlex.quote(str(folder))}"
        click.echo(f"annotate: {names[0]}{others} {have} no {what}; add what is missing with: {command}", err=True)


def tell_not_stored(urls_file: str | None, missing: Sequence[str], found: int) -> None:
    """Say which pages of a list are not stored, if there are any beside those that are found."""
    if missing:
        told = f"not stored: {len(missing)} of {count_of(len(missing) + found, 'page')}"
        click.echo(f"annotate: {urls_file}: {told}; the first: {disarm(missing[0])}", err=True)


def tell_losses(stored: Stored) -> int:
    """Say what is missing of stored pages; returns the exit code that the command then has at least."""
    for loss in stored.losses:
        click.echo(f"annotate: {disarm(loss)}", err=True)
    return Exit.PARTIAL if stored.is_damaged else Exit.FINE


def tell_left(left: int, total: int) -> None:
    """Say how much of a queue is left, if it is a queue."""
    if total > 1 and left:
        click.echo(f"annotate: {left} of {total} pages are left; run the same command again to continue", err=True)


def tell_missing(url: str, missing: Sequence[str]) -> None:
    """Say what could not be saved of a page."""
    if missing:
        cures = {"layout": " (annotate render adds it)", "the frame": " (--all-frames keeps frames)"}
        cure = "".join(text for what, text in cures.items() if any(one.startswith(what) for one in missing))
        click.echo(f"annotate: {url}: saved without {' and '.join(missing)}{cure}", err=True)


def tell_windows(url: str, number: int) -> None:
    """Say how many windows a page has opened before its turn, if any; they were closed."""
    if number:
        were = "window that it opened was" if number == 1 else "windows that it opened were"
        click.echo(f"annotate: {url}: {number} {were} closed", err=True)

"""The options shared by all commands that work through lists of pages."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from functools import reduce, wraps
from pathlib import Path
from typing import Any

import click

from cetr.console import Number


@dataclass(frozen=True)
class QueueOptions:
    """The values of the options of `for_queues`. Times in seconds."""

    browser: Path | None
    settle: float
    timeout: float
    on_conflict: str
    delay: float
    retries: int
    ignore_robots: bool
    errors: Path | None


def gather_options(options: Mapping[str, Any]) -> dict[str, Any]:
    """Return a command's options, with those of queues together as ``queue``."""
    names = {field.name for field in fields(QueueOptions)}
    others = {name: value for name, value in options.items() if name not in names}
    return {**others, "queue": QueueOptions(**{name: options[name] for name in names})}


browser_option = click.option(
    "--browser", type=click.Path(path_type=Path), help="The Chromium program to use, if not the one that is found."
)

_FOR_QUEUES = (
    browser_option,
    click.option(
        "--settle",
        type=Number(min=0),
        metavar="SECONDS",
        default=8.0,
        show_default=True,
        help="The longest wait for the page to stop changing; 0 means no wait.",
    ),
    click.option(
        "--timeout",
        type=Number(min=0.1),
        metavar="SECONDS",
        default=30.0,
        show_default=True,
        help="The time limit for loading a page.",
    ),
    click.option(
        "--on-conflict",
        type=click.Choice(["skip", "new", "replace"]),
        default="skip",
        show_default=True,
        help="Skip a page that the package has, add it again, or replace it.",
    ),
    click.option(
        "--delay",
        type=Number(min=0),
        metavar="SECONDS",
        default=1.0,
        show_default=True,
        help="The wait between two requests to one site.",
    ),
    click.option(
        "--retries",
        type=click.IntRange(min=0),
        metavar="N",
        default=2,
        show_default=True,
        help="The number of further attempts if a site is busy.",
    ),
    click.option("--ignore-robots", is_flag=True, help="Open pages of --urls even if robots.txt forbids it."),
    click.option(
        "--errors",
        type=click.Path(path_type=Path),
        help="The list of failed pages; default: FILE.errors with --urls FILE, else capture.errors.",
    ),
)


def for_queues(command: Callable[..., int]) -> Callable[..., int]:
    """Give a command the options of all queue commands, as ``queue``."""

    @wraps(command)
    def collect(**options: Any) -> int:
        return command(**gather_options(options))

    return reduce(lambda made, option: option(made), reversed(_FOR_QUEUES), collect)

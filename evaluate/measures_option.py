"""The option ``--measures``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click


def measures_option(
    default: str | None = "words", about: str = "Measures or module:function, separated by commas, or 'all'."
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Make the option ``--measures NAMES``: a tuple of names, as written; `check_measures` validates them.

    It is empty only if the option has no default and is not given.
    """
    return click.option(
        "--measures",
        default=default,
        show_default=default is not None,
        metavar="NAMES",
        shell_complete=complete_measures,
        callback=_split,
        help=about,
    )


def complete_measures(context: click.Context, option: click.Parameter, begun: str) -> list[str]:
    """Complete the last of the names."""
    from evaluate.measures import list_measures

    before, comma, last = begun.rpartition(",")
    return [f"{before}{comma}{name}" for name in (*list_measures(), "all") if name.startswith(last)]


def _split(context: click.Context, option: click.Parameter, value: str | None) -> tuple[str, ...]:
    if value is None:
        return ()
    names = tuple(name.strip() for name in value.split(",") if name.strip())
    if not names:
        raise click.UsageError("--measures: name at least one", context)
    return names

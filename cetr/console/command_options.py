"""The options that several commands have."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import click

from cetr.console.completing import ExtractorName
from cetr.console.limits import Limits
from cetr.console.parallel import count_cores

_Option = Callable[[Callable[..., Any]], Callable[..., Any]]


class Number(click.FloatRange):
    """The type of an option whose value is a finite number within bounds."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Read the number of an option's value."""
        number: float = super().convert(value, param, ctx)
        if not math.isfinite(number):
            self.fail(f"{value} is not a finite number.", param, ctx)
        return number


def method_options(default: str, about: str) -> _Option:
    """Make ``--method NAME`` and ``--option KEY=VALUE``; the parameters are ``method`` and ``options``, a tuple."""
    method = click.option(
        "--method",
        default=default,
        show_default=True,
        type=ExtractorName("cetr.methods:read_method"),
        help=f"{about}, NAME or NAME@key=value,...",
    )
    option = click.option(
        "--option", "options", multiple=True, metavar="KEY=VALUE", help="A setting of the method; repeatable."
    )
    return lambda command: method(option(command))


def jobs_option(what: str = "Pages", *, sparing: bool = False) -> _Option:
    """Make ``--jobs N``, by default the number of cores; a ``sparing`` command gets None, and chooses by its work."""
    about = f"{what} to work on at once.  [default: number of cores{', fewer for few pages' if sparing else ''}]"
    default = None if sparing else count_cores
    return click.option("--jobs", type=click.IntRange(1), default=default, metavar="N", help=about)


def site_option() -> _Option:
    """Make ``--site-of``, which says what a site is: ``host`` or ``domain``, the parameter ``site_of``."""
    return click.option(
        "--site-of",
        type=click.Choice(["host", "domain"]),
        default="host",
        show_default=True,
        help="What a site is: the host (and port) of the URL without www., m., mobile. or amp., or its registered"
        " domain.",
    )


def timeout_option(what: str = "a page") -> _Option:
    """Make ``--timeout SECONDS``, the time limit for something; the parameter is ``timeout``."""
    return click.option(
        "--timeout",
        type=Number(0.01, 1e6),
        default=Limits.timeout,
        show_default=True,
        metavar="SECONDS",
        help=f"The time limit for {what}.",
    )


def memory_option(what: str = "a page", parameter: str = "memory") -> _Option:
    """Make ``--memory MB``, the memory limit for something."""
    return click.option(
        "--memory",
        parameter,
        type=click.IntRange(64),
        default=Limits.memory,
        show_default=True,
        metavar="MB",
        help=f"The memory limit for {what}.",
    )

"""The ``cetr`` command."""

from __future__ import annotations

import click

from cetr import __version__
from cetr.console import LazyGroup, run

COMMANDS: dict[str, tuple[str, str]] = {
    "extract": ("cetr.extraction.cli:extract", "Print the main content of a page, or extract that of many."),
    "methods": ("cetr.extraction.cli:methods", "List the methods, each with a line about it."),
    "plot": (
        "cetr.plot.cli:plot",
        "Draw the tag ratios of a page, content lines coloured; in the terminal, or to a file.",
    ),
    "proxy": ("cetr.proxy.cli:proxy", "Serve as an HTTP proxy that leaves the main content of each page."),
}


@click.group("cetr", cls=LazyGroup, commands_at=COMMANDS)
@click.version_option(__version__)
def cetr() -> None:
    """Content extraction via tag ratios: HTML in, main content out."""


def main() -> int:
    """Run the command; returns its exit code."""
    return run(cetr)

"""The ``cetr`` command."""

from __future__ import annotations

import click

from cetr import __version__
from cetr.compiled import IN_USE
from cetr.console import LazyGroup, run

COMMANDS: dict[str, tuple[str, str]] = {
    "extract": ("cetr.extraction.cli:extract", "Print the main content of a page, or extract that of many pages."),
    "methods": ("cetr.extraction.cli:methods", "List the extraction methods with one line about each."),
    "plot": ("cetr.plot.cli:plot", "Draw the tag ratios of a page in the terminal or to a file."),
    "proxy": ("cetr.proxy.cli:proxy", "Run an HTTP proxy that answers with the main content of each page."),
}


@click.group("cetr", cls=LazyGroup, commands_at=COMMANDS)
@click.version_option(
    __version__, message=f"%(prog)s, version %(version)s ({'compiled loops' if IN_USE else 'NumPy alone'})"
)
def cetr() -> None:
    """Extract the main content of web pages."""


def main() -> int:
    """Run the command and return its exit code."""
    return run(cetr)

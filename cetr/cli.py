"""The ``cetr`` command."""

from __future__ import annotations

import click

from cetr.console import LazyGroup, run

COMMANDS: dict[str, str] = {
    "extract": "cetr.extraction.cli:extract",
    "plot": "cetr.plot.cli:plot",
    "proxy": "cetr.proxy.cli:proxy",
}


@click.group("cetr", cls=LazyGroup, commands_at=COMMANDS)
@click.version_option(package_name="cetr-gold")
def cetr() -> None:
    """Content extraction via tag ratios: HTML in, main content out."""


def main() -> int:
    """Run the command; returns its exit code."""
    return run(cetr)

"""The ``annotate`` command."""

from __future__ import annotations

import click

from cetr.console import LazyGroup, run

COMMANDS: dict[str, str] = {
    "capture": "annotate.capture.cli:capture",
    "harvest": "annotate.harvest.cli:harvest",
    "next": "annotate.next.cli:next_",
    "review": "annotate.review.cli:review",
    "import": "annotate.formats.cli:import_",
    "export": "annotate.formats.cli:export",
    "check": "annotate.check.cli:check",
    "agree": "annotate.agree.cli:agree",
    "card": "annotate.card.cli:card",
    "render": "annotate.render.cli:render",
    "train-mss": "annotate.mss.cli:train_mss",
    "train": "annotate.train.cli:train",
    "install-browser": "annotate.capture.cli:install_browser",
}


@click.group("annotate", cls=LazyGroup, commands_at=COMMANDS)
@click.version_option(package_name="cetr-gold")
def annotate() -> None:
    """Build gold standards for web content extraction: capture pages, review them, learn from them."""


def main() -> int:
    """Run the command; returns its exit code."""
    return run(annotate)

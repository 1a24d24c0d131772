"""The ``evaluate`` command."""

from __future__ import annotations

import click

from cetr.console import LazyGroup, run

COMMANDS: dict[str, str] = {
    "run": "evaluate.running.cli:run",
    "roc": "evaluate.roc.cli:roc",
    "compare": "evaluate.comparing.cli:compare",
    "report": "evaluate.report.cli:report",
    "score": "evaluate.score.cli:score",
    "summary": "evaluate.results.cli:summary",
    "measures": "evaluate.measures.cli:measures",
    "extractors": "evaluate.providers.cli:extractors",
}


@click.group("evaluate", cls=LazyGroup, commands_at=COMMANDS)
@click.version_option(package_name="cetr-gold")
def evaluate() -> None:
    """Score content extractors against gold standards, and compare them."""


def main() -> int:
    """Run the command; returns its exit code."""
    return run(evaluate)

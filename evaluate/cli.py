"""The ``evaluate`` command."""

from __future__ import annotations

import click

from cetr import __version__
from cetr.console import LazyGroup, run

COMMANDS: dict[str, tuple[str, str]] = {
    "run": ("evaluate.running.cli:run", "Score extractors on test packages."),
    "roc": (
        "evaluate.roc.cli:roc",
        "Sweep an extractor's threshold and print the ROC curve over test packages and the area under it.",
    ),
    "reproduce": ("evaluate.papers.cli:reproduce", "Reproduce a table or figure of the papers from test packages."),
    "compare": (
        "evaluate.comparing.cli:compare",
        "Compare two results of the same documents, and fail if a limit is crossed.",
    ),
    "report": (
        "evaluate.report.cli:report",
        "Show results as one HTML file that works offline, or as Markdown for a pull request.",
    ),
    "rescore": ("evaluate.rescoring.cli:rescore", "Score the extractions of a run again, against today's gold."),
    "score": ("evaluate.score.cli:score", "Score texts that you already have against gold texts."),
    "summary": (
        "evaluate.results.cli:summary",
        "Print all figures of results: means, deviation, median, perfect pages, micro averages, time.",
    ),
    "measures": ("evaluate.measures.cli:measures", "List the measures with one line about each."),
    "extractors": ("evaluate.providers.cli:extractors", "List the registered extractors, or describe the named ones."),
}


@click.group("evaluate", cls=LazyGroup, commands_at=COMMANDS)
@click.version_option(__version__)
def evaluate() -> None:
    """Score content extractors against gold standards, and compare them."""


def main() -> int:
    """Run the command and return its exit code."""
    return run(evaluate)

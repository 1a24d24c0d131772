"""The ``evaluate`` command."""

from __future__ import annotations

import click

from cetr import __version__
from cetr.console import LazyGroup, run

COMMANDS: dict[str, tuple[str, str]] = {
    "run": ("evaluate.running.cli:run", "Score extractors on test packages."),
    "roc": ("evaluate.roc.cli:roc", "Sweep an extractor's threshold and print the ROC curve."),
    "reproduce": ("evaluate.papers.cli:reproduce", "Reproduce a table or figure of the papers from test packages."),
    "compare": ("evaluate.comparing.cli:compare", "Compare two results, and fail if a limit is crossed."),
    "report": ("evaluate.report.cli:report", "Show results as one HTML file, or as Markdown."),
    "rescore": ("evaluate.rescoring.cli:rescore", "Score the extractions of a run again, against the current gold."),
    "score": ("evaluate.score.cli:score", "Score texts that you already have against gold texts."),
    "summary": ("evaluate.results.cli:summary", "Print all figures of results: means, spread, micro averages."),
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

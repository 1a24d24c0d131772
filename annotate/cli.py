"""The ``annotate`` command."""

from __future__ import annotations

import click

from cetr import __version__
from cetr.console import LazyGroup, run

COMMANDS: dict[str, tuple[str, str]] = {
    "capture": (
        "annotate.capture.cli:capture",
        "Open pages in a browser and record their main content, exactly, in a test package.",
    ),
    "harvest": (
        "annotate.harvest.cli:harvest",
        "Make a package unattended, by rules for a site: which elements to take, which to drop (see docs/harvest.md).",
    ),
    "rules": (
        "annotate.rules.cli:rules",
        "Write rules for 'annotate harvest' from the finished pages of a package.",
    ),
    "next": (
        "annotate.next.cli:next_",
        "List which CANDIDATES to label next, given what the packages DIR have already.",
    ),
    "propagate": (
        "annotate.propagate.cli:propagate",
        "Propose marks for the drafts of a package, from the finished pages of each site.",
    ),
    "review": ("annotate.review.cli:review", "Decide line by line what of each page is main content."),
    "import": (
        "annotate.formats.cli:import_",
        "Make a package, or add to one, from a gold standard in another format.",
    ),
    "export": (
        "annotate.formats.cli:export",
        "Write a package's documents in another format, to a new file or folder.",
    ),
    "assign": (
        "annotate.team.cli:assign",
        "Deal a package's drafts to several people, one package each: DIR-NAME.",
    ),
    "team": ("annotate.team.cli:team", "Show how far each person of a team is, how fast and how good."),
    "check": ("annotate.check.cli:check", "Find what may be wrong with a package's gold, and how to fix it."),
    "doctor": (
        "annotate.doctor.cli:doctor",
        "Explain what is damaged in a package, and give back what its journal can.",
    ),
    "agree": (
        "annotate.agree.cli:agree",
        "Measure how far the annotators of several packages of the same pages agree.",
    ),
    "card": ("annotate.card.cli:card", "Write a package's dataset card in the form of Hugging Face."),
    "render": ("annotate.render.cli:render", "Add layout and screenshot to the pages of a package that have none."),
    "train-mss": (
        "annotate.mss.cli:train_mss",
        "Train the supervised mss on packages; then evaluate it as mss@model=FILE.",
    ),
    "train": (
        "annotate.train.cli:train",
        "Train an extractor from the gold of packages; name it learned:FILE wherever an extractor is named.",
    ),
    "config": ("annotate.config.cli:config", "Show your settings: the file, and each default that it sets."),
    "install-browser": (
        "annotate.capture.cli:install_browser",
        "Install a Chromium if there is none: Playwright's, or the distribution's.",
    ),
}


@click.group("annotate", cls=LazyGroup, commands_at=COMMANDS)
@click.version_option(__version__)
def annotate() -> None:
    """Build gold standards for web content extraction: capture pages, review them, learn from them."""


def main() -> int:
    """Run the command; returns its exit code."""
    return run(annotate)

"""The ``annotate`` command."""

from __future__ import annotations

import click

from cetr import __version__
from cetr.console import LazyGroup, run

COMMANDS: dict[str, tuple[str, str]] = {
    "capture": (
        "annotate.capture.cli:capture",
        "Open pages in a browser and record exactly their main content in a test package.",
    ),
    "harvest": (
        "annotate.harvest.cli:harvest",
        "Make a package unattended, from rules for a site that say which elements to take and to drop.",
    ),
    "rules": (
        "annotate.rules.cli:rules",
        "Write rules for 'annotate harvest' from the finished pages of a package.",
    ),
    "next": (
        "annotate.next.cli:next_",
        "List the candidate pages to label next, given the packages you already have.",
    ),
    "propagate": (
        "annotate.propagate.cli:propagate",
        "Propose marks for a package's drafts from the finished pages of each site.",
    ),
    "review": ("annotate.review.cli:review", "Decide line by line which part of each page is main content."),
    "import": (
        "annotate.formats.cli:import_",
        "Import a gold standard in another format into a package.",
    ),
    "export": (
        "annotate.formats.cli:export",
        "Export a package's documents to a new file or folder in another format.",
    ),
    "assign": (
        "annotate.team.cli:assign",
        "Divide a package's drafts among several people, in one package each: DIR-NAME.",
    ),
    "team": ("annotate.team.cli:team", "Show each team member's progress, speed and accuracy."),
    "collect": (
        "annotate.team.cli:collect",
        "Bring the finished pages of a team back into the package that they were assigned from.",
    ),
    "check": ("annotate.check.cli:check", "Find what may be wrong with a package's gold, and how to fix it."),
    "doctor": (
        "annotate.doctor.cli:doctor",
        "Explain what is damaged in a package, and restore what its journal allows.",
    ),
    "agree": (
        "annotate.agree.cli:agree",
        "Measure how well the annotators of several packages of the same pages agree.",
    ),
    "card": ("annotate.card.cli:card", "Write a package's dataset card in the form of Hugging Face."),
    "render": ("annotate.render.cli:render", "Add layout and screenshot to pages of a package that lack them."),
    "train-mss": (
        "annotate.mss.cli:train_mss",
        "Train the supervised mss extractor on packages; then use it as mss@model=FILE.",
    ),
    "train": (
        "annotate.train.cli:train",
        "Train an extractor on the gold of packages; then use it as learned:FILE.",
    ),
    "config": ("annotate.config.cli:config", "Show your settings file and each default that it sets."),
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
    """Run the command and return its exit code."""
    return run(annotate)

"""The ``annotate`` command."""

from __future__ import annotations

import click

from cetr import __version__
from cetr.console import LazyGroup, run

COMMANDS: dict[str, tuple[str, str]] = {
    "capture": ("annotate.capture.cli:capture", "Open pages in a browser and record their main content."),
    "harvest": ("annotate.harvest.cli:harvest", "Make a package unattended, by rules."),
    "rules": ("annotate.rules.cli:rules", "Write rules for 'annotate harvest' from finished pages."),
    "next": ("annotate.next.cli:next_", "List which candidate pages to label next, best first."),
    "propagate": ("annotate.propagate.cli:propagate", "Propose marks for drafts from finished pages of each site."),
    "remember": ("annotate.sites.cli:remember", "Write a memory of your sites for 'cetr extract'."),
    "review": ("annotate.review.cli:review", "Decide line by line what the main content is."),
    "serve": ("annotate.serve.cli:serve", "Let people review packages in their browsers."),
    "import": ("annotate.formats.cli:import_", "Import a gold standard in another format into a package."),
    "export": ("annotate.formats.cli:export", "Export a package to a file or folder in another format."),
    "publish": ("annotate.standoff.cli:publish", "Publish a package's gold without its pages."),
    "restore": ("annotate.standoff.cli:restore", "Make a package of published gold and your own pages."),
    "assign": ("annotate.team.cli:assign", "Divide a package's drafts among several people."),
    "team": ("annotate.team.cli:team", "Show each team member's progress, speed and accuracy."),
    "collect": ("annotate.team.cli:collect", "Bring the finished pages of a team back into the package."),
    "check": ("annotate.check.cli:check", "Find what may be wrong with a package's gold."),
    "doctor": ("annotate.doctor.cli:doctor", "Explain what is damaged in a package, and repair it."),
    "agree": ("annotate.agree.cli:agree", "Measure how well annotators of the same pages agree."),
    "card": ("annotate.card.cli:card", "Write a package's dataset card for Hugging Face."),
    "render": ("annotate.render.cli:render", "Add layout and screenshot to pages that lack them."),
    "train-mss": ("annotate.mss.cli:train_mss", "Train the supervised mss extractor on packages."),
    "train": ("annotate.train.cli:train", "Train the learned extractor on packages."),
    "config": ("annotate.config.cli:config", "Show your settings file and each default, and check them."),
    "install-browser": ("annotate.capture.cli:install_browser", "Install a Chromium if you have none."),
}


@click.group("annotate", cls=LazyGroup, commands_at=COMMANDS)
@click.version_option(__version__)
def annotate() -> None:
    """Build gold standards for web content extraction: capture pages, review them, learn from them."""


def main() -> int:
    """Run the command and return its exit code."""
    return run(annotate)

"""``annotate review``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from cetr.console import ExtractorName


@click.command()
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path, file_okay=False))
@click.argument("document", required=False)
@click.option(
    "--extractor",
    "-e",
    "extractors",
    multiple=True,
    type=ExtractorName("evaluate.extractors:find_extractor"),
    help="An extractor whose prediction is shown beside the gold; repeatable; default: learned and cetr.",
)
@click.option(
    "--annotator", metavar="NAME", help="The name of the annotator; default: $CETR_GOLD_ANNOTATOR, else your user name."
)
@click.option(
    "--against",
    multiple=True,
    metavar="DIR_B",
    type=click.Path(path_type=Path, file_okay=False),
    help="Another person's package of the same pages: decide where it differs from DIR; repeatable.",
)
@click.option("--blind", is_flag=True, help="Mark the pages again without seeing gold or predictions.")
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    help="The package to write with --blind (default: DIR-second) or --against (default: DIR-DIR_B).",
)
@click.option("--suspects", is_flag=True, help="Show only the findings of 'annotate check', place by place.")
@click.option(
    "--proposed",
    is_flag=True,
    help="Show only the sure proposals of 'annotate propagate': the sample, then the others.",
)
@click.option("--theme", help="Colours: textual-dark, textual-light, ansi-dark (the terminal's 16), ...")
@click.option("--ascii", is_flag=True, help="Use only ASCII for signs and borders.")
@click.option(
    "--config",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="A settings file to read instead of your review.toml.",
)
def review(**options: Any) -> None:
    """Decide line by line what the main content is.

    DIR is a test package, DOCUMENT the document to begin with. Every decision is saved at once and recorded in the
    package's journal, so that you can still undo it tomorrow. Press ? for all keys. Settings, such as other keys, come
    from review.toml in your configuration folder.

    Several people: --blind copies the pages without their marks to another package, for a second opinion. 'annotate
    agree' then says how far you agree. --against makes one package of several: it begins with what most people mark,
    and records who said what.
    """
    from annotate.review.start import Options, run_review

    run_review(Options(**options))

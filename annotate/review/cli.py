"""``annotate review``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from cetr.console import ExtractorName


@click.command()
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path, file_okay=False))
@click.argument("documents", metavar="[DOCUMENT]...", nargs=-1)
@click.option(
    "--extractor",
    "-e",
    "extractors",
    multiple=True,
    type=ExtractorName("evaluate.extractors:find_extractor"),
    help="An extractor to show beside the gold; repeatable; default: learned and cetr.",
)
@click.option("--annotator", metavar="NAME", help="Your name; default: $CETR_GOLD_ANNOTATOR, else your user name.")
@click.option(
    "--against",
    multiple=True,
    metavar="DIR_B",
    type=click.Path(path_type=Path, file_okay=False),
    help="Settle the differences from this person's package; repeatable.",
)
@click.option("--blind", is_flag=True, help="Mark the pages again, in a copy without gold and predictions.")
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    help="The package to write with --blind (default: DIR-second) or --against (default: DIR-DIR_B).",
)
@click.option("--suspects", is_flag=True, help="Show only the findings of 'annotate check'.")
@click.option(
    "--proposed",
    is_flag=True,
    help="Show only the sure proposals of 'annotate propagate', the sample first.",
)
@click.option("--theme", help="Colours: textual-dark, textual-light, ansi-dark (the terminal's 16), ...")
@click.option("--ascii", is_flag=True, help="Draw signs and borders in ASCII.")
@click.option(
    "--config",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="A settings file instead of your review.toml.",
)
def review(**options: Any) -> None:
    """Decide line by line what the main content is.

    DIR is a test package, DOCUMENT the name or the URL of the document to begin with. If you name several, only these
    are listed, in the order in which you name them. Every decision is saved at once, and you can still undo it
    tomorrow. Press ? for all keys. To change keys and colours, edit review.toml in your settings folder.

    With several people, --blind makes a package for a second opinion, and 'annotate agree' compares the two. --against
    makes one package of several. It begins with what most people mark, and records everybody's marks.
    """
    from annotate.review.start import Options, run_review

    usual: tuple[str, ...] = ()
    if click.get_current_context().get_parameter_source("extractors") is ParameterSource.DEFAULT_MAP:
        # A person's own default is no request, which a pass without predictions refuses.
        usual, options["extractors"] = options["extractors"], ()
    run_review(Options(**options), usual)

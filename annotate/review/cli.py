"""``annotate review``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click


@click.command()
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path, file_okay=False))
@click.argument("document", required=False)
@click.option("--extractor", "-e", "extractors", multiple=True, help="Prediction to show beside gold; repeatable.")
@click.option("--annotator", metavar="NAME", help="Who decides, in the journal; default: $CETR_GOLD_ANNOTATOR, or you.")
@click.option(
    "--against", type=click.Path(path_type=Path, file_okay=False), help="Decide between DIR and this package."
)
@click.option("--blind", is_flag=True, help="Mark a second time, seeing neither gold nor predictions.")
@click.option("--out", type=click.Path(path_type=Path), help="Package that --against and --blind write.")
@click.option("--suspects", is_flag=True, help="Walk what 'annotate check' finds.")
@click.option("--theme", help="Colours: textual-dark, textual-light, ansi-dark (the terminal's 16), ...")
@click.option("--ascii", is_flag=True, help="Signs from ASCII alone.")
@click.option(
    "--config",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="Settings to read instead of the user's review.toml.",
)
def review(**options: Any) -> None:
    """Decide line by line what of each page is main content.

    Every decision is saved at once and stands in the package's journal, so that it can be undone tomorrow. Press ?
    for all keys. Settings are read from review.toml in the user's configuration folder.

    With --against, a third package (--out) is made from two, and the outcome remembers who said what. With --blind,
    the pages are copied to --out without their marks, for a second opinion that 'annotate agree' compares.
    """
    from annotate.review.start import Options, run_review

    run_review(Options(**options))

"""``evaluate score``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from cetr.console import Limits, memory_option, timeout_option
from evaluate.measures_option import measures_option
from evaluate.tables import Format, format_option

if TYPE_CHECKING:
    from evaluate.outputs import OutputType

_PATH = click.Path(path_type=Path)


@click.command()
@click.argument("gold", type=_PATH)
@click.argument("prediction", type=_PATH)
@measures_option()
@click.option(
    "--type",
    "output",
    type=click.Choice(["text", "markdown", "html"]),
    help="The type of PREDICTION.  [default: what .md or .html declares, else text]",
)
@click.option("--each", is_flag=True, help="Print a row for each document, not for each measure.")
@timeout_option("comparing two texts")
@memory_option("reading texts and comparing two")
@format_option()
def score(
    gold: Path,
    prediction: Path,
    measures: tuple[str, ...],
    output: OutputType | None,
    each: bool,
    timeout: float,
    memory: int,
    kind: Format,
) -> int:
    """Score texts that you already have against gold texts.

    GOLD and PREDICTION are each a text file, a test package or another folder of .txt, .md or .html files,
    Scrapinghub's JSON, JSON Lines of id and text (also .gz or .xz), or the predictions of an extractor in a results
    folder (RESULTS/EXTRACTOR). Markdown and HTML are compared as a reader would see them.
    """
    from evaluate.score.run import score_texts

    limits = Limits(timeout, memory)
    return score_texts(gold, prediction, measures, output=output, each=each, limits=limits, kind=kind)

"""The command ``annotate next``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from cetr.console import ExtractorName, jobs_option, site_option
from evaluate.tables import format_option


@click.command("next")
@click.argument("candidates", type=click.Path(path_type=Path, exists=True))
@click.argument("packages", nargs=-1, metavar="[FILE|DIR]...", type=click.Path(path_type=Path, exists=True))
@click.option(
    "--count",
    type=click.IntRange(min=1),
    default=20,
    show_default=True,
    metavar="N",
    help="The number of pages to list.",
)
@click.option(
    "--extractor",
    "extractors",
    multiple=True,
    type=ExtractorName("evaluate.extractors:find_extractor"),
    help="An extractor whose disagreement counts; repeatable.  [default: learned, cetr-modern, cetr]",
)
@click.option("--per-site", type=click.IntRange(min=1), metavar="N", help="The most pages to list of one site.")
@click.option("--per-language", type=click.IntRange(min=1), metavar="N", help="The most pages to list of one language.")
@click.option("--per-type", type=click.IntRange(min=1), metavar="N", help="The most pages to list of one page type.")
@click.option("--by-doubt", is_flag=True, help="Rank by score alone.")
@site_option()
@jobs_option(sparing=True)
@format_option()
def next_(candidates: Path, packages: tuple[Path, ...], **options: Any) -> int:
    """List which candidate pages to label next, best first.

    CANDIDATES is a package with drafts, a WARC or WACZ file, or a JSON Lines or Parquet file with html and url. Each
    FILE is another WARC or WACZ file of candidates, and each DIR is a package of labelled pages. A page without a URL
    is listed by its document, id or row.

    A labelled page covers the candidates of its site that are like it. Pages that are like many uncovered ones come
    first. Among equals, those with the highest score do: disagreement of the extractors times doubt of the model,
    reduced for each page of the site that is in a DIR or higher in the list. Near-duplicates are left out. The model
    is the shipped one, or that of --extractor learned:FILE.
    """
    from annotate.next.run import run_next

    return run_next(candidates, packages, **options)

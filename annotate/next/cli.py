"""The command ``annotate next``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click


@click.command("next")
@click.argument("candidates", type=click.Path(path_type=Path, exists=True))
@click.argument("packages", nargs=-1, metavar="[DIR]...", type=click.Path(path_type=Path))
@click.option("--count", type=click.IntRange(min=1), default=20, show_default=True, help="How many to name.")
@click.option(
    "--extractor",
    "extractors",
    multiple=True,
    metavar="NAME",
    help="One of those whose disagreement counts; repeatable.  [default: learned, cetr-modern, cetr]",
)
@click.option("--per-site", type=click.IntRange(min=1), help="The most pages of one site.")
@click.option("--per-language", type=click.IntRange(min=1), help="The most pages of one language.")
@click.option("--per-type", type=click.IntRange(min=1), help="The most pages of one page type.")
@click.option("--by-doubt", is_flag=True, help="Do not cover templates first: the score alone decides.")
@click.option(
    "--jobs",
    type=click.IntRange(1),
    help="Pages to work on at the same time.  [default: number of cores, fewer for few pages]",
)
def next_(candidates: Path, packages: tuple[Path, ...], **options: Any) -> None:
    """List which CANDIDATES to label next, given what the packages DIR have already.

    CANDIDATES is a package, whose drafts are taken, or a JSON Lines file with html and url. Prints a line a page, best
    first, without a header; its columns, with tabs between: URL (where there is none, the document's name, or the id
    or number of the row), score, disagreement of the extractors, doubt of the model, site, language, page type, pages
    that it covers. A labelled page covers the candidates of its site that are of its template; what covers most that
    are not covered yet comes first, of these what has the highest score. The score is disagreement times doubt, less
    for each page of the same site. The model is the shipped one, or that of an --extractor learned:FILE.
    """
    from annotate.next.run import run_next

    run_next(candidates, packages, **options)

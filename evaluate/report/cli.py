"""``evaluate report``."""

from __future__ import annotations

from pathlib import Path

import click

from cetr.console import jobs_option
from evaluate.by_option import by_option

_PATH = click.Path(path_type=Path)


@click.command()
@click.argument("results", nargs=-1, required=True, type=_PATH, metavar="RESULTS...")
@click.option(
    "-o",
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    help="The file to write; Markdown can go to standard output.",
)
@click.option("--title", help="The title of the report.  [default: the packages' names]")
@click.option(
    "--format",
    "kind",
    type=click.Choice(["html", "markdown"]),
    default="html",
    show_default=True,
    help="The form of the report; Markdown has only tables.",
)
@by_option(multiple=True)
@click.option(
    "--texts",
    type=click.IntRange(1),
    default=6_000,
    show_default=True,
    metavar="N",
    help="The most extractions to include with their texts.",
)
@click.option(
    "--structure/--no-structure",
    default=None,
    help="Show which headings, lists, tables, code and links are kept.  [default: with a measure of structure]",
)
@jobs_option()
def report(
    results: tuple[Path, ...],
    out: Path | None,
    title: str | None,
    kind: str,
    by: tuple[str, ...],
    texts: int,
    structure: bool | None,
    jobs: int,
) -> None:
    """Show results as one HTML file, or as Markdown.

    RESULTS are results folders, or the files of single extractors in them, for the same documents. The HTML works
    offline. It has a leaderboard and charts, and shows for each document word by word how the extraction differs
    from the gold. For that the command reads the packages where 'evaluate run' found them.
    """
    from evaluate.report.run import report_html, report_markdown

    if out == Path("-"):
        out = None
    if kind == "markdown":
        report_markdown(results, out, title, by)
    elif out is None:
        raise click.UsageError("name the HTML file: -o FILE, or pass --format markdown")
    else:
        report_html(results, out, title, by, texts=texts, structure=structure, jobs=jobs)

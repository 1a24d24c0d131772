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
    from tqdm import tqdm

    from cetr.console import count_of, replacing, write_file
    from evaluate.report.collecting import collect_results, describe_results, read_urls
    from evaluate.report.markdown import write_markdown
    from evaluate.report.page import write_report
    from evaluate.report.structure import STRUCTURAL
    from evaluate.report.texts import choose_documents, pack_documents
    from evaluate.results.finding import find_results, tell_elsewhere
    from evaluate.results.rows import KINDS

    if out == Path("-"):
        out = None
    if kind == "html" and out is None:
        raise click.UsageError("name the HTML file: -o FILE, or pass --format markdown")
    collected = collect_results(results)
    if kind == "html" or not {*by} <= {*KINDS}:
        tell_elsewhere([one for path in results for one in find_results(path)])
    if collected.lacking:
        click.echo(f"evaluate: not shown, because not all results have it: {', '.join(collected.lacking)}", err=True)
    title = title or ", ".join(dict.fromkeys(package for package, _ in collected.keys))
    data = describe_results(collected, by, read_urls(collected) if kind == "html" else None)
    if kind == "markdown":
        text = write_markdown(title, data)
        if out is None:
            click.echo(text, nl=False)
        else:
            write_file(out, text.encode("utf-8", "replace"))
        return
    assert out is not None
    places = choose_documents(collected, texts)
    if structure is None:
        structure = not STRUCTURAL.isdisjoint(collected.measures)
    data["texts"] = len(places)
    blocks = tqdm(
        pack_documents(collected, places, jobs, structure=structure),
        total=len(places),
        unit=" pages",
        disable=None,
    )
    with replacing(out) as staged, staged.open("w", encoding="utf-8", errors="replace") as file:
        unknown = write_report(file, title, data, blocks)
    if unknown:
        click.echo(
            f"evaluate: {count_of(unknown, 'document')} without texts: the package has changed or moved since the run; "
            "'evaluate rescore RESULTS DIR' makes results that know it",
            err=True,
        )

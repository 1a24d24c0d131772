"""The command ``cetr extract``."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cetr.console import Exit, InputError, disarm

if TYPE_CHECKING:
    from cetr.extraction.batches import Task
    from cetr.extraction.bulk import Counts

FORMATS = ("text", "lines", "spans", "json")


@click.command()
@click.argument("places", nargs=-1, required=True, metavar="FILE|-|URL|FOLDER|WARC...")
@click.option(
    "--method", default="learned", show_default=True, help="A registered extractor, NAME or NAME@key=value,..."
)
@click.option("--option", "options", multiple=True, metavar="KEY=VALUE", help="A setting of the method; repeatable.")
@click.option(
    "--format", "style", type=click.Choice(FORMATS), default="text", show_default=True, help="For a single page."
)
@click.option(
    "-o",
    "--out",
    type=click.Path(path_type=Path),
    help="For many pages: F.jsonl, F.parquet; with --cluster a folder.",
)
@click.option(
    "--jobs",
    type=click.IntRange(1),
    default=1,
    show_default=True,
    help="Of many pages, how many to work on at the same time.",
)
@click.option("--resume", is_flag=True, help="Go on with what an interrupted run of the same method has left.")
@click.option("--cluster", metavar="tcp://HOST:PORT", help="Spread WARC files over the workers of a Dask scheduler.")
def extract(
    places: tuple[str, ...],
    method: str,
    options: tuple[str, ...],
    style: str,
    out: Path | None,
    jobs: int,
    resume: bool,
    cluster: str | None,
) -> int:
    """Print the main content of a page, or extract that of many.

    A page is printed as text; as spans over the HTML; as JSON with both; or line by line with the tag ratios that
    decided. Many pages (several files, folders, WARC files) become rows of source, record, url, method and text, as
    JSON lines or Parquet; of a test package the rendered pages. What cannot be read is skipped and counted.
    """
    from cetr.extraction.batches import Task
    from cetr.methods import read_method
    from cetr.sources import is_url, is_warc

    if "" in places:
        raise click.UsageError("an empty name is no page; '.' stands for the current folder")
    if resume and out is None:
        raise click.UsageError("--resume goes on with a file: name it with --out")
    name, values = read_method(method, options)
    is_page = is_url(places[0]) or not (Path(places[0]).is_dir() or is_warc(places[0]))
    if out is None and cluster is None and len(places) == 1 and is_page:
        _print_page(places[0], name, values, style)
        return Exit.FINE
    if style != "text":
        raise click.UsageError("--format is for a single page; the rows of many are told by --out")
    counts = _extract_many(places, Task(name, values), out, jobs, resume, cluster)
    click.echo(f"cetr: {disarm(str(counts))}", err=True)
    return Exit.PARTIAL if counts.failed else Exit.FINE


def _print_page(place: str, name: str, values: dict[str, object], style: str) -> None:
    from cetr.console import open_for_programs, show_json, show_text

    printed = _format_page(place, name, values, style)
    file = sys.stdout if style == "text" else open_for_programs()
    file.write(show_json(printed, file) if style == "json" else show_text(printed, file))


def _format_page(place: str, name: str, values: dict[str, object], style: str) -> str:
    from cetr.extraction import output
    from cetr.methods import load_method
    from cetr.sources import find_layout, read_page
    from cetr.tagratio import METHODS, analyse

    html, function = read_page(place), load_method(name)
    values = values | find_layout(function, Path(place))
    if style == "lines" and name in METHODS:
        return output.format_lines(analyse(html, name, **values))  # type: ignore[arg-type]
    try:
        content = function(html, **values)
    except InputError as error:
        raise InputError(f"{place}: {error}") from error
    if style == "lines":
        return output.format_lines(output.relabel(analyse(html), content))
    render = {"text": output.format_text, "spans": output.format_spans, "json": output.format_json}[style]
    return render(html, content)


def _extract_many(
    places: tuple[str, ...], task: Task, out: Path | None, jobs: int, resume: bool, cluster: str | None
) -> Counts:
    from tqdm import tqdm

    from cetr.extraction.bulk import extract_sources
    from cetr.extraction.cluster import extract_on_cluster
    from cetr.sources import find_sources

    if cluster is None and out is not None and out.suffix not in (".jsonl", ".parquet"):
        raise click.UsageError(
            f"--out {out}: name a file that ends with .jsonl or .parquet (text is for standard output)"
        )
    sources = find_sources(places)
    if cluster is None:
        with tqdm(unit=" pages", disable=None) as bar:
            return extract_sources(task, sources, out, jobs=jobs, resume=resume, watch=lambda row: bar.update())
    if out is None:
        raise click.UsageError("--cluster needs --out FOLDER on storage that all workers share")
    with tqdm(total=len(sources), unit=" files", disable=None) as bar:
        return extract_on_cluster(cluster, task, sources, out, resume=resume, watch=lambda counts: bar.update())

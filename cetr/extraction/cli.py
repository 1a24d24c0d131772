"""The commands ``cetr extract`` and ``cetr methods``."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cetr.console import (
    Exit,
    InputError,
    Limits,
    count_cores,
    memory_option,
    method_options,
    name_some,
    site_option,
    timeout_option,
)

if TYPE_CHECKING:
    from cetr.extraction.batches import Task
    from cetr.extraction.bulk import Counts
    from cetr.extraction.forms import Form
    from cetr.extraction.pagefiles import PageFiles

FORMATS = ("text", "markdown", "html", "json", "spans", "lines")


@click.command()
@click.argument("places", nargs=-1, metavar="[FILE|-|URL|FOLDER|WARC]...")
@click.option(
    "--urls", "urls_file", metavar="FILE", help="A file of URLs, files or folders, one per line; '-' is standard input."
)
@method_options("learned", "A registered extractor")
@click.option(
    "--format",
    "style",
    type=click.Choice(FORMATS),
    default="text",
    show_default=True,
    help="The form of the main content.",
)
@click.option("--no-links", is_flag=True, help="Leave URLs of links out of Markdown.")
@click.option("--no-images", is_flag=True, help="Leave images out of Markdown.")
@click.option("--title", is_flag=True, help="Begin Markdown with the page's title, unless a heading has it.")
@click.option("--front-matter", is_flag=True, help="Begin Markdown with the metadata as YAML.")
@click.option("--classes", is_flag=True, help="Keep the page's class names in HTML.")
@click.option(
    "--url",
    default="",
    metavar="URL",
    help="The URL of a single page, to make links absolute.",
)
@click.option(
    "-o",
    "--out",
    type=click.Path(path_type=Path),
    help="The .jsonl or .parquet file for many pages; with --cluster, a folder.",
)
@click.option(
    "--out-dir",
    "folder",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="DIR",
    help="The folder for a file for each page, and index.jsonl.",
)
@click.option(
    "--jobs",
    type=click.IntRange(0),
    default=count_cores,
    metavar="N",
    help="The number of processes; with 0, a page that kills its process ends the run.  [default: number of cores]",
)
@click.option("--by-site", is_flag=True, help="Let the pages of a site help each other; needs --method learned.")
@site_option()
@click.option("--site-key", metavar="FIELD", help="The field of the JSON file beside each page that names its site.")
@click.option(
    "--site-memory",
    "memory",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="The file that keeps what is known about the sites.",
)
@timeout_option("each of many pages")
@memory_option("each of many pages", "page_memory")
@click.option("--resume", is_flag=True, help="Continue an interrupted run.")
@click.option("--cluster", metavar="tcp://HOST:PORT", help="Use the workers of this Dask scheduler.")
def extract(
    places: tuple[str, ...],
    urls_file: str | None,
    method: str,
    options: tuple[str, ...],
    style: str,
    no_links: bool,
    no_images: bool,
    title: bool,
    front_matter: bool,
    classes: bool,
    url: str,
    out: Path | None,
    folder: Path | None,
    jobs: int,
    by_site: bool,
    site_of: str,
    site_key: str | None,
    memory: Path | None,
    resume: bool,
    cluster: str | None,
    timeout: float,
    page_memory: int,
) -> int:
    """Print the main content of a page, or extract that of many pages.

    One page is printed: as text, Markdown or clean HTML; as spans over the HTML; as JSON with text, spans, Markdown,
    blocks and metadata; or line by line with the tag ratios that decided.

    Many pages (several files or URLs, folders, WARC or WACZ files, or a list of these with --urls) become rows of JSON
    Lines or Parquet. Each row has the fields source, record, url, warc_record_id, warc_date, method, and one named
    after the format; with json, it has those of a single page instead of the last. From a test package, the command
    takes the rendered pages. It skips and counts pages that it cannot read.

    With --by-site, the extractor also uses what the pages of a site repeat and where their content is. Rows come site
    by site, and a single page becomes a row, too. The URL of a page comes from a WARC file, from the JSON beside
    the page or from its canonical link. A page without a URL is extracted alone.
    """
    from cetr.extraction.batches import Task
    from cetr.extraction.forms import Form
    from cetr.extraction.grouping import Grouping
    from cetr.extraction.pagefiles import SUFFIXES, PageFiles
    from cetr.learned import identify_model
    from cetr.methods import read_method
    from cetr.sources import is_archive, is_url, read_urls

    if urls_file is not None:
        places = (*places, *read_urls(urls_file))
    if not places:
        raise click.UsageError("name a page: a file, URL, folder or WARC file, '-', or a list of them with --urls")
    if "" in places:
        raise click.UsageError("an empty name is not a page; write '.' for the current folder")
    if out is not None and folder is not None:
        raise click.UsageError("--out writes rows, --out-dir files: name one of them")
    if resume and out is None and folder is None:
        raise click.UsageError("--resume continues a file or folder: name it with --out or --out-dir")
    if (no_links or no_images or title or front_matter) and style != "markdown":
        raise click.UsageError("--no-links, --no-images, --title and --front-matter need --format markdown")
    if classes and style != "html":
        raise click.UsageError("--classes needs --format html")
    if folder is not None and style not in SUFFIXES:
        raise click.UsageError(f"--out-dir takes --format {', '.join(SUFFIXES)}")
    if folder is not None and cluster is not None:
        raise click.UsageError("--out-dir works on one machine; leave --cluster out, or write rows with --out")
    if not by_site and (site_of != "host" or site_key is not None or memory is not None):
        raise click.UsageError("--site-of, --site-key and --site-memory need --by-site")
    if site_key is not None and site_of != "host":
        raise click.UsageError("--site-key and --site-of both say what a site is: leave one out")
    name, values = read_method(method, options)
    if by_site and name.partition(":")[0] != "learned":
        raise click.UsageError(f"--by-site: '{name}' extracts each page alone; leave --method out, or use learned")
    is_page = is_url(places[0]) or not (Path(places[0]).is_dir() or is_archive(places[0]))
    form = Form(style, not no_links, not no_images, classes, title, front_matter)
    prints = out is None and folder is None and cluster is None and urls_file is None and not by_site
    if prints and len(places) == 1 and is_page:
        _print_page(places[0], name, values, form, url)
        return Exit.FINE
    if url:
        raise click.UsageError("--url is for a page that is printed alone; many pages have their own URLs")
    if style == "lines":
        raise click.UsageError("--format lines is for a single page")
    if style in ("json", "spans") and out is not None and out.suffix == ".parquet":
        raise click.UsageError(f"--format {style} needs JSON Lines: name a file that ends with .jsonl")
    grouping = Grouping(site_of, site_key or "", memory) if by_site else None
    files = PageFiles(folder, style, [Path(place) for place in places]) if folder else None
    task = Task(name, values, Limits(timeout, page_memory), form, grouping)
    if name.partition(":")[0] == "learned":
        task = replace(task, model=identify_model(task.model_file))
    known = memory is not None and memory.exists()
    if memory is not None and not known:
        click.echo(f"cetr: {memory}: does not exist yet, so nothing is known of the sites", err=True)
    try:
        counts = _extract_many(places, task, files.index if files else out, jobs, resume, cluster, files)
    except KeyboardInterrupt:
        if out is not None or files is not None:
            click.echo("\ncetr: finished pages are kept; continue with the same command and --resume", err=True)
        raise
    click.echo(f"cetr: {counts}", err=True)
    if counts.siteless and counts.siteless == counts.pages:
        click.echo(f"cetr: --by-site changed nothing: {_tell_siteless(site_key)}", err=True)
    if known and counts.pages > counts.siteless and not counts.recalled:
        click.echo(
            f"cetr: {memory}: knew none of these sites; was it made for others, or with another --site-of?", err=True
        )
    if changed := counts.changed:
        click.echo(f"cetr: {name_some(changed)}: most pages are like none with gold; has the site changed?", err=True)
    return Exit.PARTIAL if counts.failed else Exit.FINE


@click.command()
def methods() -> None:
    """List the extraction methods with one line about each.

    Options are in parentheses, with their defaults. Set them with --option, or as NAME@key=value. To use your own
    model, name the method learned:FILE.
    """
    from cetr.methods import list_methods

    formatter = click.HelpFormatter()
    formatter.write_dl(list(list_methods()))
    click.echo(formatter.getvalue(), nl=False)


def _print_page(place: str, name: str, values: dict[str, object], form: Form, url: str) -> None:
    from cetr.console import open_for_programs, show_json

    printed = _format_page(place, name, values, form, url)
    file = sys.stdout if form.name == "text" else open_for_programs()
    file.write(show_json(printed, file) if form.name == "json" else printed)


def _format_page(place: str, name: str, values: dict[str, object], form: Form, url: str) -> str:
    from cetr.console import FAILURE, describe_error
    from cetr.document import read_url
    from cetr.extraction.finding import find_content
    from cetr.extraction.forms import format_fields, format_lines, make_fields, relabel
    from cetr.methods import load_method
    from cetr.sources import find_layout, is_url, load_html
    from cetr.tagratio import METHODS, analyse

    html = load_html(place)
    values = values | find_layout(load_method(name), Path(place))
    if form.name == "lines" and name in METHODS:
        return format_lines(analyse(html, name, **values))  # type: ignore[arg-type]
    url = url or (place if is_url(place) else read_url(Path(place)) or "")
    try:
        found, expected_f1 = find_content(html, name, url, values)
    except InputError as error:
        raise InputError(f"{place}: {error}") from error
    except FAILURE as error:  # any extractor may be called here, which may be anyone's
        raise InputError(f"{place}: {name}: {describe_error(error)}") from error
    if form.name == "lines":
        return format_lines(relabel(analyse(html), found))
    return format_fields(make_fields(html, found, form, url, expected_f1), form.name, url)


def _tell_siteless(site_key: str | None) -> str:
    """Say what the pages lack, of none of which the site is known, and what to do."""
    if site_key is not None:
        return f"no page has a JSON file beside it that names its site in the field '{site_key}'"
    return (
        'no page says its URL; write {"url": "..."} into a JSON file beside each, of the same name, or extract'
        " the WARC files of your crawl"
    )


def _stands_alone(source: Path | str) -> bool:
    from cetr.sources import is_archive

    return isinstance(source, str) or is_archive(source)


def _extract_many(
    places: tuple[str, ...],
    task: Task,
    out: Path | None,
    jobs: int,
    resume: bool,
    cluster: str | None,
    files: PageFiles | None,
) -> Counts:
    from tqdm import tqdm

    from cetr.extraction.bulk import extract_sources
    from cetr.extraction.cluster import extract_on_cluster
    from cetr.sources import find_sources

    if cluster is None and out is not None and out.suffix not in (".jsonl", ".parquet"):
        raise click.UsageError(
            f"--out {out}: name a file that ends with .jsonl or .parquet, or a folder of files with --out-dir"
        )
    sources, grouping = find_sources(places), task.grouping
    if grouping is not None and grouping.field and (other := next(filter(_stands_alone, sources), None)):
        raise click.UsageError(
            f"--site-key reads the JSON file beside a saved page, and {other} has none: leave it out"
        )
    if cluster is None:
        with tqdm(unit=" pages", disable=None) as bar:
            return extract_sources(
                task, sources, out, jobs=jobs, resume=resume, watch=lambda row: bar.update(), files=files
            )
    if out is None:
        raise click.UsageError("--cluster needs --out FOLDER, on storage that all workers share")
    if grouping is not None:
        from cetr.extraction.sitecluster import PARTS, extract_sites_on_cluster

        with tqdm(total=PARTS, unit=" parts", disable=None) as bar:
            return extract_sites_on_cluster(
                cluster, task, grouping, sources, out, resume=resume, watch=lambda counts: bar.update()
            )
    with tqdm(total=len(sources), unit=" files", disable=None) as bar:
        return extract_on_cluster(cluster, task, sources, out, resume=resume, watch=lambda counts: bar.update())

"""The commands ``cetr extract`` and ``cetr methods``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from cetr.console import count_cores, memory_option, method_options, site_option, timeout_option

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
    help="The URL of a single page, to make links absolute; if left out, its canonical link. For a folder, the URL "
    "that it was saved from.",
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
@click.option(
    "--site-key",
    metavar="FIELD",
    help="The field of the JSON file beside each page, or of its row, that names its site.",
)
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
def extract(**options: Any) -> int:
    """Print the main content of a page, or extract that of many pages.

    One page is printed: as text, Markdown or clean HTML; as spans over the HTML; as JSON with text, spans, Markdown,
    blocks and metadata; or line by line with the tag ratios that decided.

    Many pages (several files or URLs, folders, WARC or WACZ files, JSON Lines or Parquet with 'html' and 'url', or a
    list of these with --urls) become rows of JSON Lines or Parquet. Each row has the fields source, record, url,
    warc_record_id, warc_date, method, and one named after the format; with json, it has those of a single page instead
    of the last. From a test package, the command takes the rendered pages. It skips and counts pages that it cannot
    read.

    With --by-site, the extractor also uses what the pages of a site repeat and where their content is. Rows come site
    by site, and a single page becomes a row, too. The URL of a page comes from the WARC file or the row that has the
    page, from the JSON beside the page, or from its canonical link. A page without a URL is extracted alone.
    """
    from cetr.extraction.command import run_extract
    from cetr.extraction.request import Request

    return run_extract(Request(**options))


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

"""The commands ``annotate publish`` and ``annotate restore``."""

from __future__ import annotations

from functools import partial
from itertools import chain, islice
from pathlib import Path

import click

from cetr.console import Exit, InputError, jobs_option
from evaluate.tables import Format, format_option


@click.command()
@click.argument("folder", metavar="DIR", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.argument("target", metavar="TARGET", type=click.Path(path_type=Path))
@click.option("--drafts", is_flag=True, help="Also publish drafts.")
@jobs_option()
def publish(folder: Path, target: Path, drafts: bool, jobs: int) -> None:
    """Publish a package's gold without its pages.

    Use it if you may not pass on the pages. TARGET becomes a folder with the URLs and, for each line of each page, a
    digest and whether it is main content. Whoever has the pages, or fetches them, gets the gold back with 'annotate
    restore'.
    """
    from tqdm import tqdm

    from annotate.reading import list_shared
    from annotate.standoff.publishing import describe_all, write_published
    from cetr.console import replacing
    from evaluate.package import read_meta, read_package

    if target.exists() or target.is_symlink():
        raise InputError(f"{target}: already exists; name a new folder")
    package = read_package(folder)
    wanted = list_shared(drafts=drafts)
    names = [name for name in package.names if read_meta(folder, name).status in wanted]
    if not names:
        raise InputError(f"{folder}: has no documents to publish{'' if drafts else ' (drafts need --drafts)'}")
    rows = describe_all([(folder, name) for name in names], jobs)
    with replacing(target) as staged:
        shown = tqdm(rows, desc="publish", unit=" pages", total=len(names), disable=None)
        write_published(shown, package.info, staged)


@click.command()
@click.argument("gold", metavar="PUBLISHED", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option(
    "--pages",
    "places",
    metavar="PLACE",
    multiple=True,
    required=True,
    help="The pages: a package, a folder, a WARC or WACZ file, or JSON Lines or Parquet with 'url' and 'html';"
    " repeatable.",
)
@jobs_option()
@format_option()
def restore(gold: Path, folder: Path, places: tuple[str, ...], jobs: int, kind: Format) -> int:
    """Make a package of published gold and your own pages.

    The command finds each page by its URL, or by its name if it has no URL, and the main content by the published
    digests. A page that has lost some of its main content since, or has new text in it, becomes a draft. With exit code
    3, the report says which pages were left out, and why. Run it again when you have more of the pages.
    """
    from tqdm import tqdm

    from annotate.formats.importing import import_records
    from annotate.formats.records import Record
    from annotate.queue.telling import tell_losses
    from annotate.standoff.pages import find_crawls, find_pages
    from annotate.standoff.published import read_about, read_rows
    from annotate.standoff.report import format_report, keep_found
    from annotate.standoff.restoring import find_missing, restore_all
    from annotate.stored import open_stored
    from evaluate.package import create_package, is_vacant

    if folder.resolve() in (Path(place).resolve() for place in places):
        raise InputError(f"{folder}: has the pages; name a new folder for the package")
    rows = list(read_rows(gold))
    if not rows:
        raise InputError(f"{gold}: has no pages")
    about = read_about(gold)
    missing = rows if is_vacant(folder) else find_missing(rows, folder)
    found: list[Record] = []
    refused: dict[Path, str] = {}
    with (
        open_stored(find_crawls(places), may_lack_pages=True) as crawl,
        tqdm(desc="restore", unit=" pages", disable=None) as bar,
    ):
        lost = tell_losses(crawl)
        restored = restore_all(missing, partial(find_pages, places, crawl, refused), jobs, bar.update)
        records = keep_found(restored, found)
        first = list(islice(records, 1))  # the pages are read before anything is written
        create_package(folder, about)
        report = import_records(chain(first, records), folder, source=f"published:{about.name}", jobs=jobs)
    click.echo(format_report(found, report, len(rows) - len(missing), kind), nl=False)
    for why in refused.values():
        click.echo(f"annotate: {why}", err=True)
    return Exit.PARTIAL if report.omissions or refused else lost

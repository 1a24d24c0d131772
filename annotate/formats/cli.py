"""``annotate import`` and ``annotate export``."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from annotate.formats.table import FORMATS, load
from annotate.tables import FORMATS as OUTPUTS
from annotate.tables import format_rows
from cetr.commandline import Exit
from cetr.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from annotate.formats.importing import Report
    from annotate.formats.records import Omission, Record

READABLE = [name for name, form in FORMATS.items() if form.reader]
LOW_COVERAGE = 0.9


def _describe(names: list[str]) -> str:
    return "\b\n" + "\n".join(f"{name:14} {FORMATS[name].about}" for name in names)


@click.command(
    "import",
    help=f"""Make a package, or add to one, from a gold standard in another format.

Text is aligned to the page and kept as it came. Running it again goes on where it ended: documents that are
in the package are left alone. Exit code 3 says that pages were left out; the report says which and why.

Formats:

{_describe(READABLE)}
""",
)
@click.argument("format_", metavar="FORMAT", type=click.Choice(READABLE))
@click.argument("source", type=click.Path(exists=True, path_type=Path))
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--language", help="BCP 47 tag for pages that do not say their language.")
@click.option("--page-type", help="Page type for pages that have none.")
@click.option("--license", "license_", default="", help="Licence of the set, for a new package.")
@click.option("--title", default="", help="Title of a new package.")
@click.option("--jobs", type=click.IntRange(1), default=os.cpu_count() or 1, help="Processes.  [default: all cores]")
@click.option("--format", "output", type=click.Choice(OUTPUTS), default="table", help="Form of the report.")
def import_(
    format_: str,
    source: Path,
    folder: Path,
    language: str | None,
    page_type: str | None,
    license_: str,
    title: str,
    jobs: int,
    output: str,
) -> int:
    """Make a package of another format; the help text stands in the decorator."""
    from itertools import chain

    from tqdm import tqdm

    from annotate.formats.importing import import_records
    from annotate.html_facts import normalize_language
    from evaluate.package import PackageInfo, create_package

    if language and normalize_language(language) is None:
        raise click.BadParameter(f"'{language}' is not a BCP 47 tag such as 'en' or 'pt-BR'", param_hint="--language")
    records: Iterator[Record | Omission] = load(FORMATS[format_].reader or "")(source)
    # A file of another kind is noticed at its first page, before anything is written.
    first = next(records, None)
    if first is None:
        raise InputError(f"{source}: holds no pages")
    create_package(folder, PackageInfo(name=folder.resolve().name, title=title, license=license_))
    defaults = {k: v for k, v in (("language", language), ("page_type", page_type)) if v}
    with tqdm(desc="import", unit=" pages", disable=None) as bar:
        report = import_records(
            chain((first,), records),
            folder,
            source=f"{format_}:{source.name}",
            jobs=jobs,
            defaults=defaults,
            tick=bar.update,
        )
    click.echo(format_report(report, output), nl=False)
    return Exit.PARTIAL if report.omissions else Exit.FINE


def format_report(report: Report, output: str) -> str:
    """The report as rows (document, coverage, finding) of what a person should look at; the table has a summary."""
    under = report.under(LOW_COVERAGE)
    rows: list[tuple[str, float | None, str]] = [(o.id, None, f"left out: {o.reason}") for o in report.omissions]
    rows += [(n, round(c, 4), f"coverage under {LOW_COVERAGE}") for n, c in under.items()]
    table = format_rows(("document", "coverage", "finding"), rows, output)
    if output != "table":
        return table
    mean = report.mean_coverage
    summary = (
        f"{len(report.coverage)} imported, {len(report.present)} there already, {len(report.omissions)} left out"
        + ("" if mean is None else f"; coverage: mean {mean:.4f}, {len(under)} under {LOW_COVERAGE}")
        + "\n"
    )
    return table + summary

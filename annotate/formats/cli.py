"""``annotate import`` and ``annotate export``."""

from __future__ import annotations

from itertools import chain
from pathlib import Path

import click

from annotate.formats.table import FORMATS, find_reader, list_written
from cetr.console import Exit, InputError, jobs_option
from evaluate.tables import Format, format_option


class _FormatCommand(click.Command):
    """A command whose help lists the formats that it has, wrapped like the options."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the formats, then the options."""
        names = list_written() if self.name == "export" else FORMATS
        with formatter.section("Formats"):
            formatter.write_dl([(name, FORMATS[name].about) for name in names])
        super().format_options(ctx, formatter)


@click.command("import", cls=_FormatCommand)
@click.argument("format_", metavar="FORMAT", type=click.Choice(list(FORMATS)))
@click.argument("source", type=click.Path(exists=True, path_type=Path))
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--language", help="The BCP 47 tag of pages that declare no language.")
@click.option("--page-type", help="The type of pages that have none.")
@click.option("--license", "license_", default="", help="The licence of a new package.")
@click.option("--title", default="", help="The title of a new package.")
@jobs_option()
@click.option(
    "--size-limit",
    type=click.FloatRange(0.001),
    metavar="GB",
    help="The most GB of pages to read.  [default: 200 times the size of SOURCE, at least 1 GB]",
)
@format_option()
def import_(
    format_: str,
    source: Path,
    folder: Path,
    language: str | None,
    page_type: str | None,
    license_: str,
    title: str,
    jobs: int,
    size_limit: float | None,
    kind: Format,
) -> int:
    """Import a gold standard in another format into a package.

    The command aligns text to the page, and also keeps it unchanged. Run it again to continue where it stopped. With
    exit code 3, the report says which pages were left out, and why.
    """
    from datetime import date

    from tqdm import tqdm

    from annotate.formats.importing import import_records, read_within
    from annotate.formats.report import format_report
    from annotate.markup.html_facts import parse_language
    from evaluate.package import PackageInfo, create_package

    if language:
        parse_language(language, "--language")
    records = read_within(find_reader(format_)(source), source, size_limit and size_limit * 1e9)
    # The first page shows whether the file has another format, before anything is written.
    first = next(records, None)
    if first is None:
        raise InputError(f"{source}: has no pages")
    today = date.today().isoformat()
    create_package(folder, PackageInfo(name=folder.resolve().name, title=title, license=license_, created=today))
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
    click.echo(format_report(report, kind), nl=False)
    return Exit.PARTIAL if report.omissions else Exit.FINE


@click.command("export", cls=_FormatCommand)
@click.argument("format_", metavar="FORMAT", type=click.Choice([*list_written(), "markdown", "html"]))
@click.argument("folder", metavar="DIR", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.argument("target", metavar="TARGET", type=click.Path(path_type=Path))
@click.option("--drafts", is_flag=True, help="Also export drafts.")
@click.option(
    "--verify/--no-verify",
    default=True,
    show_default=True,
    help="Refuse pages that have changed since they were saved.",
)
@click.option(
    "--format",
    "text",
    type=click.Choice(["text", "markdown"]),
    default="text",
    show_default=True,
    help="The text in jsonl and parquet: the package's own, or Markdown made from the spans.",
)
@click.option("--front-matter", is_flag=True, help="Begin Markdown with the metadata as YAML.")
def export(format_: str, folder: Path, target: Path, drafts: bool, verify: bool, text: str, front_matter: bool) -> None:
    """Export a package to a file or folder in another format.

    Besides the formats below, markdown and html write a file for each document from its spans. Rejected documents are
    left out. The command lists what the format cannot hold.
    """
    from tqdm import tqdm

    from annotate.formats.exporting import export_package, list_losses

    if text == "markdown" and format_ not in ("jsonl", "parquet"):
        raise click.UsageError("--format markdown is for jsonl and parquet")
    if front_matter and format_ != "markdown":
        raise click.UsageError("--front-matter is for markdown")
    if target.exists() or target.is_symlink():
        raise InputError(f"{target}: already exists; name a new file or folder")
    if losses := list_losses(folder, format_, drafts=drafts, front_matter=front_matter):
        click.echo(f"annotate: {format_} has no place for: {', '.join(losses)}", err=True)
    export_package(
        folder,
        target,
        format_,
        drafts=drafts,
        verify=verify,
        as_markdown=text == "markdown",
        front_matter=front_matter,
        watch=lambda names: tqdm(names, desc="export", unit=" pages", disable=None),
    )

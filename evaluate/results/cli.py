"""``evaluate summary``."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from evaluate.tables import Cell, Format, format_option, format_table

if TYPE_CHECKING:
    from evaluate.results.statistics import Summary


@click.command()
@click.argument("results", type=click.Path(path_type=Path))
@click.option(
    "--by",
    metavar="FIELD",
    help="Break the figures down by language, page_type, site, fragmented, multiple_articles or any other key of the "
    "documents' meta data, such as extra.topic.",
)
@click.option("--measure", help="Measure to show.  [default: all]")
@format_option()
def summary(results: Path, by: str | None, measure: str | None, kind: Format) -> None:
    """Print all figures of results: means, deviation, median, perfect pages, micro averages, time.

    RESULTS is a results folder, or the file of one extractor in it. A FIELD that is not named here is read from the
    packages where 'evaluate run' found them.
    """
    from cetr.console import InputError
    from evaluate.results.finding import find_results
    from evaluate.results.grouping import add_fact
    from evaluate.results.rows import FIELDS
    from evaluate.results.statistics import break_down, summarize_rows

    table: list[dict[str, Cell]] = []
    for found in find_results(results):
        rows = found.read()
        if by and by not in FIELDS:
            rows = list(add_fact(rows, by, found.packages))
        groups = break_down(rows, by) if by else {"": summarize_rows(rows)}
        for value, figures in groups.items():
            head: dict[str, Cell] = {"extractor": found.extractor}
            if by:
                head[by] = value or "(none)"
            table += [row for row in _make_rows(head, figures) if measure in (None, row["measure"])]
    if not table:
        raise InputError(f"{results}: has no measure '{measure}'")
    keys = dict.fromkeys(key for row in table for key in row)
    whole: list[dict[str, Cell]] = [{key: row.get(key) for key in keys} for row in table]
    click.echo(format_table(whole, kind), nl=False)


def _make_rows(head: dict[str, Cell], summary: Summary) -> list[dict[str, Cell]]:
    """A row for each measure."""
    rows = []
    for measure, figures in summary.measures.items():
        numbers = asdict(figures)
        details = numbers.pop("details")
        counts = {"pages": summary.pages, "failed": summary.failed}
        rows.append(head | {"measure": measure} | counts | numbers | summary.speed | details)
    return rows

"""``evaluate summary``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

import click

from evaluate.by_option import by_option
from evaluate.tables import Cell, Format, format_option, format_table

if TYPE_CHECKING:
    from evaluate.results.rows import Row


@click.command()
@click.argument("results", type=click.Path(path_type=Path))
@by_option(multiple=False)
@click.option("--measure", help="The measure to show.  [default: all]")
@click.option(
    "--statistics",
    type=click.Choice(["f1", "all"]),
    default="f1",
    show_default=True,
    help="Print medians and deviations of F1, or a row for each figure.",
)
@format_option()
def summary(results: Path, by: str | None, measure: str | None, statistics: str, kind: Format) -> None:
    """Print all figures of results: means, spread, micro averages.

    The command also prints medians, perfect pages and time. RESULTS is a results folder, or the file of one extractor
    in it. To break the figures down by other metadata, the command reads the packages where 'evaluate run' found them.
    """
    from cetr.console import InputError
    from evaluate.results.finding import find_results, tell_elsewhere
    from evaluate.results.grouping import add_facts, read_facts
    from evaluate.results.rows import KINDS
    from evaluate.results.statistics import group_rows

    table: list[dict[str, Cell]] = []
    of_all = find_results(results)
    if by and by not in KINDS:
        tell_elsewhere(of_all)
    read = [found.read() for found in of_all]
    folders = {package: folder for found in of_all for package, folder in found.packages.items()}
    facts = read_facts(chain.from_iterable(read), [by] if by else [], folders)
    for found, rows in zip(of_all, (add_facts(rows, facts) for rows in read), strict=True):
        groups = group_rows(rows, by) if by else {"": rows}
        for value in groups:
            head: dict[str, Cell] = {"extractor": found.extractor}
            if by:
                head[by] = value or "(none)"
            make = _make_spreads if statistics == "all" else _make_rows
            table += [row for row in make(head, groups[value]) if measure in (None, row["measure"])]
    if not table:
        known = ", ".join(rows[0].scores)
        raise InputError(f"{results}: has no measure '{measure}' (it has {known})")
    click.echo(format_table(table, kind), nl=False)


def _make_rows(head: dict[str, Cell], rows: Sequence[Row]) -> list[dict[str, Cell]]:
    """Make a row for each measure."""
    from evaluate.results.statistics import summarize_rows

    summary = summarize_rows(rows)
    made = []
    for measure, figures in summary.measures.items():
        numbers = asdict(figures)
        details = numbers.pop("details")
        counts = {"pages": summary.pages, "failed": summary.failed}
        made.append(head | {"measure": measure} | counts | numbers | summary.speed | details)
    return made


def _make_spreads(head: dict[str, Cell], rows: Sequence[Row]) -> list[dict[str, Cell]]:
    """Make a row for each figure of each measure."""
    from evaluate.results.spread import find_spreads

    spreads = find_spreads(rows)
    return [head | {"measure": name, "figure": figure} | asdict(found) for (name, figure), found in spreads.items()]

"""``evaluate reproduce``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from cetr.console import Exit, jobs_option
from evaluate.papers.exhibits import EXHIBITS
from evaluate.tables import Format, format_option, format_table

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from evaluate.papers.tabulate import Table


@click.command()
@click.argument("exhibit", type=click.Choice(list(EXHIBITS)))
@click.argument("packages", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="DIR...")
@click.option("--results", type=click.Path(path_type=Path, file_okay=False), help="The folder to keep the results in.")
@click.option("--resume", is_flag=True, help="Continue an interrupted run in --results.")
@jobs_option()
@format_option()
@click.option(
    "-o", "--out", type=click.Path(path_type=Path, dir_okay=False), help="The .png, .svg or .pdf file to draw to."
)
def reproduce(
    exhibit: str,
    packages: tuple[Path, ...],
    results: Path | None,
    resume: bool,
    jobs: int,
    kind: Format,
    out: Path | None,
) -> int:
    """Reproduce a table or figure of the papers from test packages.

    The command runs the paper's systems on the packages and prints its rows and columns. The paper's own numbers are
    marked (paper). The exhibit visual, and vips in cetr, need pages with layout.
    """
    from cetr.console import check_picture, count_of, open_scratch, write_picture
    from evaluate.papers.tabulate import tabulate
    from evaluate.results.finding import find_results
    from evaluate.running.local import execute_locally
    from evaluate.running.planning import name_extractors, plan_run
    from evaluate.running.run import run_plan
    from evaluate.running.tasks import Job

    if resume and results is None:
        raise click.UsageError("--resume continues a folder; name it with --results")
    shown = EXHIBITS[exhibit]
    if out is not None:
        check_picture(out)
        if exhibit not in _DRAWN:
            raise click.UsageError(f"'{exhibit}' is a table in its paper: -o draws {', '.join(_DRAWN)}")
    with open_scratch() as scratch:
        folder = results or scratch / "results"
        named = name_extractors(shown.extractors)
        work = [Job(name, shown.measures, "rendered", 60.0, 4000, spec=spec) for name, spec in named.items()]
        plan = plan_run(packages, work, folder)
        summaries = run_plan(plan, execute_locally(jobs), "resume" if resume else "refuse", at_once=jobs)
        found = find_results(folder)
        table = tabulate(shown, {one.extractor: one.read() for one in found}, found[0].packages)
    click.echo(format_table(table, kind), nl=False)
    if out is not None:
        write_picture(_draw(exhibit, shown.source, table), out)
    failed = sum(summary.failed for summary in summaries.values())
    if failed:
        click.echo(f"evaluate: {count_of(failed, 'extraction')} failed; --results keeps the details", err=True)
    return Exit.PARTIAL if failed else Exit.FINE


_DRAWN = {
    "gottron-f1": (".f1",),
    "gottron-precision-recall": (".precision", ".recall"),
    "gottron-deviation-time": (".f1_std", "ms_per_kb"),
    "visual": ("precision", "recall", "f1", "accuracy"),
}
"""The exhibits that are figures, and how the names of the columns that they draw end."""


def _draw(exhibit: str, title: str, table: Table) -> Figure:
    from evaluate.papers.charts import draw_bars, draw_lines

    columns = [name for name in table[0] if name.endswith(_DRAWN[exhibit]) and not name.startswith("cpu_")]
    return (draw_lines if exhibit == "visual" else draw_bars)(table, title, columns)

"""``evaluate run``."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cetr.commandline import Exit
from evaluate.tables import Cell, Format, format_option, format_table

if TYPE_CHECKING:
    from evaluate.results.statistics import Summary
    from evaluate.running.run import Results

_FOLDER = click.Path(path_type=Path)


@click.command()
@click.argument("packages", nargs=-1, required=True, type=_FOLDER, metavar="DIR...")
@click.option(
    "-e",
    "--extractor",
    "extractors",
    multiple=True,
    metavar="NAME",
    help="Extractor to score, NAME or NAME@key=value,...; repeatable. 'evaluate extractors' lists them.",
)
@click.option(
    "--human",
    "humans",
    multiple=True,
    type=_FOLDER,
    metavar="DIR",
    help="Another annotator's package of the same pages, scored as if it were an extractor; repeatable.",
)
@click.option(
    "-o", "--out", required=True, type=click.Path(path_type=Path, file_okay=False), help="Folder for the results."
)
@click.option(
    "--measures",
    default="words",
    show_default=True,
    help="Measures, separated by commas; 'evaluate measures' lists them.",
)
@click.option(
    "--html",
    type=click.Choice(["rendered", "source"]),
    default="rendered",
    show_default=True,
    help="What extractors get: the rendered document, or the response as it was served.",
)
@click.option("--jobs", type=click.IntRange(1), help="Pages to work on at the same time.  [default: number of cores]")
@click.option("--cluster", metavar="tcp://HOST:PORT", help="Let the workers of this Dask scheduler do the work.")
@click.option(
    "--timeout",
    type=click.FloatRange(0.01, 1e6),
    default=60.0,
    show_default=True,
    help="Seconds that one page may take.",
)
@click.option(
    "--memory", type=click.IntRange(64), default=4000, show_default=True, help="MB of memory that one page may take."
)
@click.option("--resume", is_flag=True, help="Go on with what an interrupted run has left in the folder.")
@format_option("tsv has a row for each document, json and jsonl one for each extractor.")
def run(
    packages: tuple[Path, ...],
    extractors: tuple[str, ...],
    humans: tuple[Path, ...],
    out: Path,
    measures: str,
    html: str,
    jobs: int | None,
    cluster: str | None,
    timeout: float,
    memory: int,
    resume: bool,
    kind: Format,
) -> int:
    """Score extractors on test packages.

    DIR is a test package. Prints a table with a row for each extractor. The folder --out gets, for each extractor, a
    row for each document (EXTRACTOR.tsv) and what was extracted, for 'evaluate compare', 'report' and 'summary'.

    Every extractor runs in processes of its own: a page on which it hangs, crashes or takes too much memory fails, and
    the others do not. Failed pages score 0 and are counted.
    """
    from cetr.parallel import count_cores
    from cetr.wording import count_of
    from evaluate.running.run import execute_locally, find_unfinished, name_folders, plan_run, run_plan
    from evaluate.running.tasks import Job

    if math.isnan(timeout):
        raise click.UsageError("--timeout: name a number of seconds")
    asked = dict.fromkeys(extractors, "")
    asked |= {f"human:{name}": str(folder.resolve()) for name, folder in zip(name_folders(humans), humans, strict=True)}
    if not asked:
        raise click.UsageError("name at least one --extractor or --human")
    wanted = tuple(name.strip() for name in measures.split(",") if name.strip())
    if not wanted:
        raise click.UsageError("--measures: name at least one")
    jobs_of = [Job(name, wanted, html, timeout, memory, gold) for name, gold in asked.items()]  # type: ignore[arg-type]
    plan = plan_run(packages, jobs_of, out)
    if cluster:
        from evaluate.running.cluster import execute_on_cluster

        execute = execute_on_cluster(cluster)
    else:
        execute = execute_locally(jobs or count_cores())
    try:
        summaries = run_plan(plan, execute, resume=resume, watch=_show_progress)
    except KeyboardInterrupt:
        click.echo("\nevaluate: what is done is kept; the same command with --resume goes on", err=True)
        raise
    click.echo(_format(out, summaries, kind), nl=False)
    for name in find_unfinished(plan, summaries):
        pages = f"{summaries[name].pages} of {count_of(len(plan.tasks), 'document')}"
        click.echo(f"evaluate: {name}: {pages} alone; name it, too, with --resume to finish it", err=True)
    if plan.skipped:
        left_out = f"{count_of(plan.skipped, 'document')} left out, not finished (draft, harvested, rejected)"
        click.echo(f"evaluate: {left_out}", err=True)
    # Others, of the run that was resumed, are only shown.
    mine = {name: summaries[name] for name in asked}
    failed = sum(summary.failed for summary in mine.values())
    if failed:
        first = _tell_first(out, mine)
        click.echo(f"evaluate: {failed} failed (columns status and error in {out}); the first: {first}", err=True)
    return Exit.PARTIAL if failed else Exit.FINE


def _tell_first(out: Path, summaries: Mapping[str, Summary]) -> str:
    """The first of the errors, with its extractor and document."""
    from evaluate.results.store import read_rows, rows_path

    name = next(name for name, summary in summaries.items() if summary.failed)
    row = next(row for row in read_rows(rows_path(out, name)) if row.failed)
    return f"{name} on {row.package}/{row.document}: {row.error or row.status}"


def _show_progress(name: str, count: int, results: Results) -> Results:
    from tqdm import tqdm

    yield from tqdm(results, desc=name, total=count, unit=" pages", disable=None)


def _format(out: Path, summaries: Mapping[str, Summary], kind: Format) -> str:
    if kind == "tsv":
        return "".join(_paper_lines(out, summaries))
    return format_table(tabulate(summaries, brief=kind == "table"), kind)


def tabulate(summaries: Mapping[str, Summary], brief: bool = False) -> list[dict[str, Cell]]:
    """A row for each extractor, best F1 of the first measure first; ``brief`` has only F1 of the other measures."""
    rows: list[dict[str, Cell]] = []
    for name, summary in summaries.items():
        row: dict[str, Cell] = {"extractor": name, "pages": summary.pages, "failed": summary.failed}
        for i, (measure, f) in enumerate(summary.measures.items()):
            if not brief or i == 0:
                row |= {f"{measure}.precision": f.precision, f"{measure}.recall": f.recall}
            row[f"{measure}.f1"] = f.f1
            if not brief or i == 0:
                row[f"{measure}.f1_std"] = f.f1_std
            row |= {f"{measure}.{key}": value for key, value in f.details.items()}
        row["ms_per_kb"] = 1000 * summary.seconds_per_kb
        rows.append(row)
    best = {name: max((f.f1 for f in list(s.measures.values())[:1]), default=0.0) for name, s in summaries.items()}
    return sorted(rows, key=lambda row: -best[str(row["extractor"])])


def _paper_lines(out: Path, summaries: Mapping[str, Summary]) -> Iterator[str]:
    """The file of Gottron's section 4.3: time, precision, recall and F1 of each document, and the deviation of F1."""
    from evaluate.results.rows import format_line
    from evaluate.results.store import read_rows, rows_path

    measures = list(next(iter(summaries.values())).measures)
    parts = ("precision", "recall", "f1")
    columns = [f"{measure}.{part}" for measure in measures for part in parts]
    yield format_line(["extractor", "document", "seconds", "seconds_per_kb", *columns])
    for name, summary in summaries.items():
        seconds = 0.0
        for row in read_rows(rows_path(out, name)):
            seconds += row.seconds
            scores = [getattr(row.scores[measure], part) for measure in measures for part in parts]
            yield format_line([name, f"{row.package}/{row.document}", row.seconds, row.seconds_per_kb, *scores])
        means = [getattr(summary.measures[measure], part) for measure in measures for part in parts]
        yield format_line([name, "mean", seconds / summary.pages, summary.seconds_per_kb, *means])
        deviations = [summary.measures[m].f1_std if part == "f1" else None for m in measures for part in parts]
        yield format_line([name, "standard deviation", None, None, *deviations])

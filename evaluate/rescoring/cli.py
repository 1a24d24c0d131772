"""``evaluate rescore``."""

from __future__ import annotations

from pathlib import Path

import click

from cetr.console import jobs_option
from evaluate.measures_option import measures_option
from evaluate.tables import Format, format_option

_PATH = click.Path(path_type=Path)


@click.command()
@click.argument("results", type=_PATH)
@click.argument("packages", nargs=-1, type=_PATH, metavar="[DIR]...")
@click.option(
    "-o",
    "--out",
    required=True,
    type=click.Path(path_type=Path, file_okay=False),
    help="The folder for the new results.",
)
@measures_option(None, "Measures, separated by commas.  [default: those of the run]")
@jobs_option()
@format_option("The output format; tsv has a row for each document, others for each extractor.")
def rescore(
    results: Path, packages: tuple[Path, ...], out: Path, measures: tuple[str, ...], jobs: int, kind: Format
) -> None:
    """Score the extractions of a run again, against the current gold.

    RESULTS is a results folder, or the file of one extractor in it. If packages have moved since the run, give their
    folders as DIR. Times are those of the run. The command names and leaves out documents that are gone, unfinished
    or new, or whose page has changed.
    """
    from tqdm import tqdm

    from cetr.console import count_of, name_some
    from evaluate.rescoring.rescore import rescore_results
    from evaluate.results.finding import find_results, tell_elsewhere
    from evaluate.running.planning import name_folders
    from evaluate.running.tables import format_summaries

    tell_elsewhere(find_results(results), given=name_folders(packages))
    done = rescore_results(
        results,
        out,
        packages,
        measures,
        jobs=jobs,
        watch=lambda name, count, scored: iter(tqdm(scored, name, count, unit=" pages", disable=None)),
    )
    click.echo(format_summaries(out, done.summaries, kind), nl=False)
    changed = count_of(done.changed, "document") if done.changed else "no document"
    click.echo(f"evaluate: the gold of {changed} has changed", err=True)
    for why, which in done.left_out.items():
        click.echo(f"evaluate: left out, {why}: {count_of(len(which), 'document')} ({name_some(which)})", err=True)

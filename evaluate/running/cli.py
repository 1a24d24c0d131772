"""``evaluate run``."""

from __future__ import annotations

from pathlib import Path

import click

from cetr.console import Exit, ExtractorName, jobs_option, memory_option, printing_a_verdict, timeout_option
from evaluate.measures_option import measures_option
from evaluate.tables import Format, format_option

_FOLDER = click.Path(path_type=Path)


@click.command()
@click.argument("packages", nargs=-1, required=True, type=_FOLDER, metavar="DIR...")
@click.option(
    "-e",
    "--extractor",
    "extractors",
    multiple=True,
    type=ExtractorName("evaluate.extractors:find_extractor"),
    help="An extractor, NAME or NAME@key=value,...; OWN=NAME gives it your own name; repeatable.",
)
@click.option(
    "--human",
    "humans",
    multiple=True,
    type=_FOLDER,
    metavar="DIR",
    help="Another annotator's package, scored like an extractor; repeatable.",
)
@click.option("-o", "--out", required=True, type=click.Path(file_okay=False), help="The folder for the results.")
@measures_option()
@click.option(
    "--html",
    type=click.Choice(["rendered", "source"]),
    default="rendered",
    show_default=True,
    help="Give extractors the rendered page, or the page as the server sent it.",
)
@jobs_option()
@click.option("--cluster", metavar="tcp://HOST:PORT", help="Use the workers of this Dask scheduler.")
@timeout_option()
@memory_option()
@click.option(
    "--repeat",
    type=click.IntRange(1),
    default=1,
    show_default=True,
    metavar="N",
    help="Extract each page N times, and report the median, shortest and longest time.",
)
@click.option(
    "--verify/--no-verify",
    default=True,
    show_default=True,
    help="Refuse pages that have changed since they were saved.",
)
@click.option("--resume", is_flag=True, help="Continue an interrupted run, and try failed pages again.")
@click.option("--overwrite", is_flag=True, help="Delete the results of an earlier run in --out first.")
@format_option("The output format; tsv has a row for each document, others for each extractor.")
def run(
    packages: tuple[Path, ...],
    extractors: tuple[str, ...],
    humans: tuple[Path, ...],
    out: str,
    measures: tuple[str, ...],
    html: str,
    jobs: int,
    cluster: str | None,
    timeout: float,
    memory: int,
    repeat: int,
    verify: bool,
    resume: bool,
    overwrite: bool,
    kind: Format,
) -> int:
    """Score extractors on test packages.

    The command prints a row for each extractor. It writes scores and extracted texts into the folder --out, for
    'evaluate compare', 'report' and 'summary'. 'evaluate extractors' and 'evaluate measures' list the names.

    Every extractor runs in processes of its own. If it hangs, crashes or takes too much memory on a page, only that
    page fails. Failed pages score 0 and are counted.
    """
    from tqdm import tqdm

    from cetr.console import resolve_folder
    from evaluate.measures import check_measures
    from evaluate.running.planning import name_extractors, name_folders, plan_run
    from evaluate.running.remarks import list_remarks
    from evaluate.running.run import Earlier, run_plan
    from evaluate.running.tables import format_summaries
    from evaluate.running.tasks import Job

    if not out:  # as from a shell variable that is not set
        raise click.UsageError("--out: name a folder")
    if resume and overwrite:
        raise click.UsageError(
            "--resume and --overwrite cannot be used together; one keeps earlier results, the other deletes them"
        )
    golds = {
        f"human:{name}": str(resolve_folder(gold)) for name, gold in zip(name_folders(humans), humans, strict=True)
    }
    asked = name_extractors(extractors) | dict.fromkeys(golds, "")
    if not asked:
        raise click.UsageError("name at least one --extractor or --human")
    known = check_measures(measures)
    jobs_of = [
        Job(name, known, html, timeout, memory, golds.get(name, ""), spec, repeat, verify)  # type: ignore[arg-type]
        for name, spec in asked.items()
    ]
    plan = plan_run(packages, jobs_of, Path(out))
    if cluster:
        from evaluate.running.cluster import execute_on_cluster

        execute = execute_on_cluster(cluster)
    else:
        from evaluate.running.local import execute_locally

        execute = execute_locally(jobs)
    earlier: Earlier = "resume" if resume else "overwrite" if overwrite else "refuse"
    try:
        summaries = run_plan(
            plan,
            execute,
            earlier,
            at_once=0 if cluster else jobs,
            watch=lambda name, count, results: iter(tqdm(results, name, count, unit=" pages", disable=None)),
        )
    except KeyboardInterrupt:
        click.echo("\nevaluate: finished pages are kept; continue with the same command and --resume", err=True)
        raise
    with printing_a_verdict():
        click.echo(format_summaries(plan.out, summaries, kind), nl=False)
    for remark in list_remarks(plan, summaries):
        click.echo(f"evaluate: {remark}", err=True)
    return Exit.PARTIAL if any(summaries[name].failed for name in asked) else Exit.FINE

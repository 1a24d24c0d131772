"""``evaluate compare``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from cetr.console import Exit, printing_a_verdict
from evaluate.by_option import by_option

if TYPE_CHECKING:
    from evaluate.comparing.testing import Samples

_PATH = click.Path(path_type=Path)
_LIMITS = """\b
A limit applies to a figure, new minus old:
  words.f1 < -0.005            a mean: MEASURE.precision, .recall, .f1
  words.f1.low < -0.01         an end of its interval: .low, .high
  words.f1.p_adjusted < 0.05   the p-value of an F1: .p, or corrected: .p_adjusted
  pages.worse > 3              pages, by F1 of the first measure: .worse, .same, .better
  bag.f1.worse > 3             pages, by another measure
  pages.lost > 0               those whose F1 fell to nothing
  page.words.f1 < -0.3         any single page
  failed > 0                   failures
  seconds_per_kb > 0.001       time; cpu_seconds_per_kb: processor time, which varies less
FIELD=VALUE: before a limit selects documents, as in 'page_type=forum: words.f1 < 0';
FIELD=*: tests each kind by itself. Fields are those of --by. 'and' joins limits; the condition
fails if all of them are crossed.
"""
_FORMATS = ("table", "tsv", "json", "jsonl", "markdown", "junit")


@click.command(epilog=_LIMITS)
@click.argument("old", type=_PATH)
@click.argument("new", type=_PATH)
@click.option(
    "--fail-if", multiple=True, metavar="CONDITION", help="A limit, such as 'words.f1 < -0.005': see below; repeatable."
)
@click.option(
    "--fail-under", type=click.FloatRange(0, 1), metavar="F1", help="The least F1 of NEW by the first measure."
)
@by_option(multiple=True)
@click.option(
    "--pages",
    type=click.IntRange(0),
    default=5,
    show_default=True,
    metavar="N",
    help="The number of pages to show that lost and that gained most.",
)
@click.option(
    "--resamples",
    type=click.IntRange(99),
    default=9999,
    show_default=True,
    metavar="N",
    help="The number of samples of the bootstrap and the test.",
)
@click.option(
    "--seed", type=click.IntRange(0), metavar="N", default=0, show_default=True, help="The seed of the samples."
)
@click.option("--common", is_flag=True, help="Compare only documents that both have with the same gold.")
@click.option(
    "--format",
    "kind",
    type=click.Choice(_FORMATS),
    default="table",
    show_default=True,
    help="The output format; markdown suits a pull request, junit continuous integration.",
)
def compare(
    old: Path,
    new: Path,
    fail_if: tuple[str, ...],
    fail_under: float | None,
    by: tuple[str, ...],
    pages: int,
    resamples: int,
    seed: int,
    common: bool,
    kind: str,
) -> int:
    """Compare two results, and fail if a limit is crossed.

    OLD and NEW are results of the same documents, each a results folder, or the file of one extractor in it
    (RESULTS/EXTRACTOR). The command compares extractors of the same name or, if each side has only one, these two.
    With a limit, NEW must have all extractors and measures of OLD.

    The command prints the differences of the means with 95 % intervals and p-values, over all pages, by package,
    page type, language and each --by, and the pages that changed most, with the words lost and gained. The exit code is
    1 if a limit is crossed.
    """
    from evaluate.comparing.formats import format_judged
    from evaluate.comparing.run import compare_results
    from evaluate.comparing.writing import warn_of

    judged = compare_results(
        old,
        new,
        fail_if=fail_if,
        fail_under=fail_under,
        by=by,
        common=common,
        pages=pages,
        resamples=resamples,
        seed=seed,
        watch=_show_progress,
    )
    with printing_a_verdict():
        click.echo(format_judged(judged, kind), nl=False)
    if kind != "table":
        for comparison, verdict in judged:
            for warning in warn_of(comparison):
                click.echo(f"evaluate: warning: {warning}", err=True)
            if kind != "json":
                click.echo(f"evaluate: {verdict}", err=True)
    return Exit.FOUND if any(verdict.failures for _, verdict in judged) else Exit.FINE


def _show_progress(what: str, count: int, samples: Samples) -> Samples:
    from tqdm import tqdm

    # Work that takes a second shows no progress.
    with tqdm(desc=what, total=count, unit=" samples", disable=None, delay=1, leave=False) as bar:
        for batch in samples:
            yield batch
            bar.update(len(batch))

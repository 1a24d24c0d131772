"""``evaluate compare``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from cetr.commandline import Exit, printing_a_verdict
from cetr.errors import InputError
from cetr.wording import disarm
from evaluate.tables import Format, format_json, format_option, format_table

if TYPE_CHECKING:
    from evaluate.comparing.testing import Samples

_PATH = click.Path(path_type=Path)


@click.command()
@click.argument("old", type=_PATH)
@click.argument("new", type=_PATH)
@click.option("--fail-if", multiple=True, metavar="CONDITION", help="Limit on a change, such as 'words.f1 < -0.005'.")
@click.option("--fail-under", type=click.FloatRange(0, 1), metavar="F1", help="Least F1 of NEW by the first measure.")
@click.option(
    "--pages",
    type=click.IntRange(0),
    default=5,
    show_default=True,
    help="How many to show of those that lost most, and of those that won.",
)
@click.option(
    "--resamples",
    type=click.IntRange(99),
    default=9999,
    show_default=True,
    help="How often bootstrap and test draw anew.",
)
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="Another one draws other samples.")
@format_option()
def compare(
    old: Path,
    new: Path,
    fail_if: tuple[str, ...],
    fail_under: float | None,
    pages: int,
    resamples: int,
    seed: int,
    kind: Format,
) -> int:
    """Compare two results of the same documents, and fail if a limit is crossed.

    OLD and NEW are each a results folder, or the file of one extractor in it (RESULTS/EXTRACTOR). Extractors that
    both have are compared with themselves; the only ones of each with one another. With a limit NEW must have all
    extractors and measures of OLD. Prints differences of the means with 95 % intervals (paired bootstrap) and
    p-values (paired randomisation test, corrected by Holm's method for several measures), the effect by page type
    and language, and the pages that changed most with the words lost and gained. Exit code 1 if the verdict is
    "fail".
    """
    from evaluate.comparing.change import compare_sides
    from evaluate.comparing.conditions import judge, parse_condition
    from evaluate.comparing.sides import pair_sides
    from evaluate.comparing.writing import describe_comparison, tabulate_figures, write_comparison

    sides = pair_sides(old, new)
    limited = fail_if or fail_under is not None
    first = sides.pairs[0][0]
    if limited and sides.only_old:
        lacking = ", ".join(sides.only_old)
        raise InputError(
            f"{new}: lacks {lacking} of {old}, where no limit can hold; name what both have, such as {first.path}"
        )
    if limited and sides.lost_measures:
        lacking = ", ".join(sides.lost_measures)
        wanted = ",".join(first.measures)
        raise InputError(
            f"{new}: lacks the figures by {lacking} of {old}, where no limit can hold; run it with --measures {wanted}"
        )
    for what, folder, names in (
        ("not compared:", old, sides.only_old),
        ("not compared:", new, sides.only_new),
        ("not compared by", old, sides.lost_measures),
        ("not compared by", new, sides.won_measures),
    ):
        if names:
            click.echo(disarm(f"evaluate: {what} {', '.join(names)}, only in {folder}"), err=True)
    comparisons = [
        compare_sides(*pair, pages=pages, resamples=resamples, seed=seed, watch=_show_progress) for pair in sides.pairs
    ]
    conditions = [[parse_condition(text, list(c.differences)) for text in fail_if] for c in comparisons]
    verdicts = [judge(c, some, fail_under) for c, some in zip(comparisons, conditions, strict=True)]
    paired = list(zip(comparisons, verdicts, strict=True))
    if kind == "json":
        text = format_json([describe_comparison(c, verdict) for c, verdict in paired])
    elif kind == "table":
        text = "\n".join(write_comparison(c, verdict) for c, verdict in paired)
    else:
        text = format_table([row for c in comparisons for row in tabulate_figures(c)], kind)
        for _, verdict in paired:
            click.echo(f"evaluate: {verdict}", err=True)
    with printing_a_verdict():
        click.echo(text, nl=False)
    return Exit.FOUND if any(verdict.failures for verdict in verdicts) else Exit.FINE


def _show_progress(what: str, count: int, samples: Samples) -> Samples:
    from tqdm import tqdm

    # What is done in a second shows nothing.
    with tqdm(desc=what, total=count, unit=" samples", disable=None, delay=1, leave=False) as bar:
        for batch in samples:
            yield batch
            bar.update(len(batch))

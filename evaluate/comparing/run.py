"""Compare two results on disk, and judge what has changed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from evaluate.comparing.change import SideComparison, compare_sides, correct_all
from evaluate.comparing.conditions import find_kinds, parse_condition
from evaluate.comparing.sides import (
    LeftOut,
    add_to_sides,
    check_comparable,
    keep_common,
    list_uncompared,
    pair_sides,
    refuse_lacking,
)
from evaluate.comparing.testing import Watch
from evaluate.comparing.verdicts import Verdict, judge
from evaluate.results.finding import find_results, tell_elsewhere
from evaluate.results.rows import KINDS


def compare_results(
    old: Path,
    new: Path,
    *,
    fail_if: Sequence[str],
    fail_under: float | None,
    by: Sequence[str],
    common: bool,
    pages: int,
    resamples: int,
    seed: int,
    watch: Watch,
) -> list[tuple[SideComparison, Verdict]]:
    """Compare the results at two paths, extractor by extractor, each with the verdict on its limits.

    What is not compared, and packages that are read elsewhere, are told on standard error.
    """
    sides = pair_sides(old, new)
    if fail_if or fail_under is not None:
        refuse_lacking(sides, old, new)
    for told in list_uncompared(sides, old, new):
        click.echo(f"evaluate: {told}", err=True)
    pairs, asked = [], []
    for one, other in sides.pairs:
        left_out = LeftOut()
        if common:
            one, other, left_out = keep_common(one, other)
        measures = check_comparable(one, other, " (--common compares the documents that both have)")
        limits = [parse_condition(text, measures) for text in fail_if]
        pairs.append((one, other))
        asked.append((left_out, limits, find_kinds(limits, measures)))
    fields = dict.fromkeys((*by, *(field for _, _, kinds in asked for field, _ in kinds)))
    if not fields.keys() <= {*KINDS}:
        tell_elsewhere([*find_results(old), *find_results(new)])
    comparisons = correct_all(
        compare_sides(
            one,
            other,
            by=by,
            kinds=kinds,
            left_out=left_out,
            pages=pages,
            resamples=resamples,
            seed=seed,
            watch=watch,
        )
        for (one, other), (left_out, _, kinds) in zip(add_to_sides(pairs, fields), asked, strict=True)
    )
    return [(c, judge(c, limits, fail_under)) for c, (_, limits, _) in zip(comparisons, asked, strict=True)]

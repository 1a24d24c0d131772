"""``evaluate score``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from evaluate.measures_option import measures_option
from evaluate.tables import Cell, Format, format_json, format_option, format_table

if TYPE_CHECKING:
    from evaluate.measures import Score

_PATH = click.Path(path_type=Path)


@click.command()
@click.argument("gold", type=_PATH)
@click.argument("prediction", type=_PATH)
@measures_option()
@click.option("--each", is_flag=True, help="A row for each document instead of one for each measure.")
@format_option()
def score(gold: Path, prediction: Path, measures: tuple[str, ...], each: bool, kind: Format) -> None:
    """Compare texts that exist already.

    GOLD and PREDICTION are each a text file, a test package or other folder of .txt files, Scrapinghub's JSON, JSON
    lines of id and text, or the predictions of an extractor in a results folder (RESULTS/EXTRACTOR); JSON also as .gz
    or .xz.
    """
    from dataclasses import asdict
    from itertools import chain

    from evaluate.measures import check_measures
    from evaluate.measures import score as score_texts
    from evaluate.results.statistics import summarize_scores
    from evaluate.score.texts import pair_texts, read_texts

    names = check_measures(measures, pages=False)
    pairs = pair_texts(read_texts(gold), read_texts(prediction), (gold, prediction))
    scores = {identifier: score_texts(one, other, names) for identifier, one, other in pairs}
    if each:
        rows = [_flatten(identifier, scores[identifier]) for identifier in scores]
        click.echo(format_table(rows, kind), nl=False)
        return
    flat = {}
    for name in names:
        record = asdict(summarize_scores(name, [s[name] for s in scores.values()]))
        details = record.pop("details")
        flat[name] = record | details
    if kind == "json":
        click.echo(format_json({"documents": len(pairs), "measures": flat}), nl=False)
        return
    hidden = ("micro_precision", "micro_recall") if kind == "table" else ()
    keys = [key for key in dict.fromkeys(chain.from_iterable(flat.values())) if key not in hidden]
    table: list[dict[str, Cell]] = [
        {"measure": name, "documents": len(pairs), **{key: record.get(key) for key in keys}}
        for name, record in flat.items()
    ]
    click.echo(format_table(table, kind), nl=False)


def _flatten(identifier: str, scores: dict[str, Score]) -> dict[str, Cell]:
    row: dict[str, Cell] = {"id": identifier}
    for name, s in scores.items():
        row |= {f"{name}.precision": s.precision, f"{name}.recall": s.recall, f"{name}.f1": s.f1}
        row |= {f"{name}.{key}": value if value == value else None for key, value in s.details.items()}
    return row

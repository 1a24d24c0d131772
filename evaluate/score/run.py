"""Score texts on disk against gold texts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path

import click

from cetr.console import Exit, Limits
from evaluate.measures import Score, check_measures
from evaluate.measures.comparison import list_figures
from evaluate.outputs import Output, OutputType, tell_undeclared
from evaluate.results.rows import drop_nan
from evaluate.results.statistics import summarize_scores
from evaluate.score.comparing import Pair, compare_pairs, read_pairs
from evaluate.score.texts import is_package
from evaluate.tables import Cell, Format, format_json, format_table


def score_texts(
    gold: Path,
    prediction: Path,
    measures: Sequence[str],
    *,
    output: OutputType | None,
    each: bool,
    limits: Limits,
    kind: Format,
) -> int:
    """Score and print: a row for each measure or, with ``each``, for each document. Returns the exit code.

    ``output`` is the type of the predictions, if it is not what their names say.
    """
    package = gold if is_package(gold) else None
    names = check_measures(measures, pages=package is not None)
    pairs = read_pairs(gold, prediction, output, limits)
    scores, failures = compare_pairs(pairs, names, limits, package)
    if undeclared := [note for _, _, other in pairs if (note := tell_undeclared(other))]:
        click.echo(
            f"evaluate: {prediction}: texts that look like HTML, but count as plain text: {len(undeclared)}; "
            "declare them with --type",
            err=True,
        )
    if each:
        text = format_table(_tabulate_each(pairs, scores), kind)
    else:
        told = _tell_type(other for _, _, other in pairs)
        text = _format_all(len(pairs), told, _sum_up(names, scores, failures), kind)
    click.echo(text, nl=False)
    for name, why in failures.items():
        click.echo(f"evaluate: {prediction}: {name}{': ' if name else ''}{why} to be compared; scores 0", err=True)
    return Exit.PARTIAL if failures else Exit.FINE


def _tabulate_each(pairs: Iterable[Pair], scores: Mapping[str, Mapping[str, Score]]) -> list[dict[str, Cell]]:
    return [{"id": name} | _tell_type([other]) | _flatten(scores[name]) for name, _, other in pairs]


def _flatten(scores: Mapping[str, Score]) -> dict[str, Cell]:
    row: dict[str, Cell] = {}
    for name, s in scores.items():
        row |= {f"{name}.{figure}": drop_nan(value) for figure, value in list_figures(s).items()}
    return row


def _sum_up(
    names: Sequence[str], scores: Mapping[str, Mapping[str, Score]], failures: Mapping[str, str]
) -> dict[str, dict[str, Cell]]:
    """Sum up all documents by each measure."""
    summaries = {}
    for name in names:
        record = asdict(summarize_scores(name, [(found[name], i in failures) for i, found in scores.items()]))
        details = record.pop("details")
        summaries[name] = record | details
    return summaries


def _format_all(
    documents: int, told: Mapping[str, Cell], summaries: Mapping[str, Mapping[str, Cell]], kind: Format
) -> str:
    if kind == "json":
        return format_json({"documents": documents, **told, "measures": summaries})
    hidden = ("micro_precision", "micro_recall") if kind == "table" else ()
    table: list[dict[str, Cell]] = [
        {"measure": name, "documents": documents, **told, **{k: v for k, v in record.items() if k not in hidden}}
        for name, record in summaries.items()
    ]
    return format_table(table, kind)


def _tell_type(outputs: Iterable[Output]) -> dict[str, Cell]:
    """Make a column of the types of outputs; none if all are text."""
    types = sorted({output.type for output in outputs})
    return {} if types == ["text"] else {"output": ",".join(types)}

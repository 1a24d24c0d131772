"""``evaluate score``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cetr.console import Exit, Limits, memory_option, timeout_option
from evaluate.measures_option import measures_option
from evaluate.tables import Cell, Format, format_json, format_option, format_table

if TYPE_CHECKING:
    from evaluate.measures import Score
    from evaluate.outputs import Output, OutputType

_PATH = click.Path(path_type=Path)


@click.command()
@click.argument("gold", type=_PATH)
@click.argument("prediction", type=_PATH)
@measures_option()
@click.option(
    "--type",
    "output",
    type=click.Choice(["text", "markdown", "html"]),
    help="The type of PREDICTION.  [default: what .md or .html declares, else text]",
)
@click.option("--each", is_flag=True, help="Print a row for each document, not for each measure.")
@timeout_option("comparing two texts")
@memory_option("reading texts and comparing two")
@format_option()
def score(
    gold: Path,
    prediction: Path,
    measures: tuple[str, ...],
    output: OutputType | None,
    each: bool,
    timeout: float,
    memory: int,
    kind: Format,
) -> int:
    """Score texts that you already have against gold texts.

    GOLD and PREDICTION are each a text file, a test package or another folder of .txt, .md or .html files,
    Scrapinghub's JSON, JSON Lines of id and text (also .gz or .xz), or the predictions of an extractor in a results
    folder (RESULTS/EXTRACTOR). Markdown and HTML are compared as a reader would see them.
    """
    from dataclasses import asdict

    from evaluate.measures import check_measures
    from evaluate.outputs import tell_undeclared
    from evaluate.results.statistics import summarize_scores
    from evaluate.score.comparing import compare_pairs, read_pairs
    from evaluate.score.texts import is_package

    package = gold if is_package(gold) else None
    names, limits = check_measures(measures, pages=package is not None), Limits(timeout, memory)
    pairs = read_pairs(gold, prediction, output, limits)
    scores, failures = compare_pairs(pairs, names, limits, package)
    if undeclared := [note for _, _, other in pairs if (note := tell_undeclared(other))]:
        click.echo(
            f"evaluate: {prediction}: texts that look like HTML, but count as plain text: {len(undeclared)}; "
            "declare them with --type",
            err=True,
        )
    if each:
        rows = [
            {"id": identifier} | _tell_type([other]) | _flatten(scores[identifier]) for identifier, _, other in pairs
        ]
        click.echo(format_table(rows, kind), nl=False)
        return _tell_failures(prediction, failures)
    told = _tell_type([other for _, _, other in pairs])
    flat = {}
    for name in names:
        of_one = [(found[name], identifier in failures) for identifier, found in scores.items()]
        record = asdict(summarize_scores(name, of_one))
        details = record.pop("details")
        flat[name] = record | details
    if kind == "json":
        click.echo(format_json({"documents": len(pairs), **told, "measures": flat}), nl=False)
        return _tell_failures(prediction, failures)
    hidden = ("micro_precision", "micro_recall") if kind == "table" else ()
    table: list[dict[str, Cell]] = [
        {"measure": name, "documents": len(pairs), **told, **{k: v for k, v in record.items() if k not in hidden}}
        for name, record in flat.items()
    ]
    click.echo(format_table(table, kind), nl=False)
    return _tell_failures(prediction, failures)


def _tell_failures(prediction: Path, failures: Mapping[str, str]) -> int:
    """The exit code; what could not be compared is said on standard error."""
    for name, why in failures.items():
        click.echo(f"evaluate: {prediction}: {name}{': ' if name else ''}{why} to be compared; scores 0", err=True)
    return Exit.PARTIAL if failures else Exit.FINE


def _tell_type(outputs: Iterable[Output]) -> dict[str, Cell]:
    """Make a column of the types of outputs; none if all are text."""
    types = sorted({output.type for output in outputs})
    return {} if types == ["text"] else {"output": ",".join(types)}


def _flatten(scores: dict[str, Score]) -> dict[str, Cell]:
    from evaluate.measures.comparison import list_figures
    from evaluate.results.rows import drop_nan

    row: dict[str, Cell] = {}
    for name, s in scores.items():
        row |= {f"{name}.{figure}": drop_nan(value) for figure, value in list_figures(s).items()}
    return row

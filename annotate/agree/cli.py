"""The command ``annotate agree``."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cetr.console import count_of, disarm
from evaluate.tables import Cell, Format, format_json, format_option, format_table

if TYPE_CHECKING:
    from annotate.agree import Agreement


@click.command()
@click.argument("folders", metavar="DIR_A DIR_B...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--lines", is_flag=True, help="List the lines on which annotators differ, not the documents.")
@format_option("tsv and jsonl have a row for each document, or with --lines for each line; json has everything.")
def agree(folders: tuple[Path, ...], lines: bool, kind: Format) -> None:
    """Say how far the annotators of several packages with the same pages agree.

    Cohen's kappa of each pair and Krippendorff's alpha of all, over words and over lines; F1 between annotators,
    which is the ceiling for an extractor; and the documents and lines on which they differ.
    """
    from tqdm import tqdm

    from annotate.agree import compare_packages

    if len(folders) < 2:
        raise click.UsageError("name two packages or more")
    with tqdm(desc="agree", unit=" pages", disable=None) as bar:
        agreement = compare_packages(folders, bar.update)
    for name, reason in agreement.omitted.items():
        click.echo(f"annotate: {name}: {disarm(reason)}; left out", err=True)
    details = list_lines(agreement) if lines else list_documents(agreement)
    if kind == "json":
        record = {"annotators": agreement.annotators, "alpha": agreement.alpha, "pairs": list_pairs(agreement)}
        record |= {"documents": list_documents(agreement), "lines": list_lines(agreement)}
        click.echo(format_json(record | {"omitted": agreement.omitted}), nl=False)
    elif kind != "table":
        click.echo(format_table(details, kind), nl=False)
    else:
        alpha = ", ".join(f"{unit} {_show(value)}" for unit, value in agreement.alpha.items())
        click.echo(format_table(list_pairs(agreement), kind), nl=False)
        click.echo(f"\nKrippendorff's alpha: {alpha}; {count_of(len(agreement.documents), 'document')}\n")
        differing = [row for row in details if row.get("lines_differ") != 0 or row.get("words_differ") != 0]
        click.echo(format_table(differing, kind) or "No document differs.\n", nl=False)


def _show(value: float | None) -> str:
    return "undefined" if value is None else f"{value:.4f}"


def list_pairs(agreement: Agreement) -> list[dict[str, Cell]]:
    """A row for each pair of annotators and unit."""
    return [asdict(pair) for pair in agreement.pairs]


def list_documents(agreement: Agreement) -> list[dict[str, Cell]]:
    """A row for each document, the greatest disagreement first."""
    rows: list[dict[str, Cell]] = [
        {
            "document": d.name,
            "f1": sum(d.f1) / len(d.f1),
            "kappa": d.kappa,
            "words_differ": d.words_differ,
            "lines_differ": len(d.lines),
        }
        for d in sorted(agreement.documents, key=lambda d: (sum(d.f1), d.name))
    ]
    return rows


def list_lines(agreement: Agreement) -> list[dict[str, Cell]]:
    """A row for each line that not all annotators marked: who did, and what it says."""
    return [
        {
            "document": d.name,
            "line": line.line,
            "start": line.start,
            "end": line.end,
            "marked_by": ",".join(a for a, m in zip(agreement.annotators, line.marked, strict=True) if m),
            "text": line.text,
        }
        for d in agreement.documents
        for line in d.lines
    ]

"""The command ``annotate agree``."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from evaluate.tables import Cell, Format, format_json, format_option, format_table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from annotate.agree import Agreement, DocumentAgreement


@click.command()
@click.argument("folders", metavar="DIR_A DIR_B...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--lines", is_flag=True, help="List the lines on which annotators differ, not the documents.")
@format_option("The output format; tsv and jsonl list documents or lines, json has everything.")
def agree(folders: tuple[Path, ...], lines: bool, kind: Format) -> int:
    """Measure how well annotators of the same pages agree.

    Each annotator has a package; documents of the same name and HTML are compared. The command prints Cohen's kappa of
    each pair, and Fleiss' kappa and Krippendorff's alpha of all, over words and over lines, with 95 % intervals,
    and by page type. It also prints the F1 between annotators, which extractors rarely exceed, and the documents on
    which annotators differ.
    """
    from tqdm import tqdm

    from annotate.agree import compare_packages, tell_guidelines, tell_omitted
    from annotate.reading import choose_exit

    if len(folders) < 2:
        raise click.UsageError("name two packages or more")
    with tqdm(desc="agree", unit=" pages", disable=None) as bar:
        agreement = compare_packages(folders, bar.update)
    for line in (*tell_guidelines(folders), *tell_omitted(agreement.omitted)):
        click.echo(f"annotate: {line}", err=True)
    details = list_lines(agreement) if lines else list_documents(agreement)
    if kind == "json":
        record = {"annotators": agreement.annotators, "pairs": list_pairs(agreement), "all": list_groups(agreement)}
        record |= {"documents": list_documents(agreement), "lines": list_lines(agreement)}
        click.echo(format_json(record | {"omitted": agreement.omitted}), nl=False)
    elif kind != "table":
        click.echo(format_table(details, kind), nl=False)
    else:
        click.echo(format_table(list_pairs(agreement), kind))
        click.echo(format_table(list_groups(agreement), kind))
        differing = [row for row in details if row.get("lines_differ") != 0 or row.get("words_differ") != 0]
        click.echo(format_table(differing, kind) or "No document differs.\n", nl=False)
    return choose_exit(agreement.omitted.values())


def list_pairs(agreement: Agreement) -> list[dict[str, Cell]]:
    """Make a row for each pair of annotators and unit."""
    return [asdict(pair) for pair in agreement.pairs]


def list_groups(agreement: Agreement) -> list[dict[str, Cell]]:
    """Make a row for each page type and unit: the coefficients of all annotators, with their 95 % intervals."""
    return [
        {
            "page_type": group.page_type,
            "unit": group.unit,
            "documents": group.documents,
            "count": group.count,
            "fleiss": group.fleiss.value,
            "fleiss_low": group.fleiss.low,
            "fleiss_high": group.fleiss.high,
            "alpha": group.krippendorff.value,
            "alpha_low": group.krippendorff.low,
            "alpha_high": group.krippendorff.high,
        }
        for group in agreement.groups
    ]


def list_documents(agreement: Agreement) -> list[dict[str, Cell]]:
    """Make a row for each document, the greatest disagreement first."""
    rows: list[dict[str, Cell]] = [
        {
            "document": d.name,
            "f1": sum(d.f1) / len(d.f1),
            "kappa": d.kappa,
            "words_differ": d.words_differ,
            "lines_differ": len(d.lines),
            "rejected_by": ",".join(_name(agreement, d, d.rejected)),
        }
        for d in sorted(agreement.documents, key=lambda d: (sum(d.f1) / len(d.f1), d.name))
    ]
    return rows


def list_lines(agreement: Agreement) -> list[dict[str, Cell]]:
    """Make a row for each line that not all annotators marked: who marked it, and its text."""
    return [
        {
            "document": d.name,
            "line": line.line,
            "start": line.start,
            "end": line.end,
            "marked_by": ",".join(_name(agreement, d, line.marked)),
            "text": line.text,
        }
        for d in agreement.documents
        for line in d.lines
    ]


def _name(agreement: Agreement, document: DocumentAgreement, chosen: Sequence[bool]) -> list[str]:
    """Name those of a document's annotators for whom something is true."""
    return [agreement.annotators[i] for i, true in zip(document.who, chosen, strict=True) if true]

"""``annotate check``, ``annotate agree`` and ``annotate card``: the commands on the quality of gold."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cetr.commandline import Exit
from cetr.wording import count_of

if TYPE_CHECKING:
    from annotate.agree import Agreement
    from annotate.check import Report
    from evaluate.tables import Cell, Format


@click.command()
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option(
    "-e",
    "--extractor",
    "extractors",
    multiple=True,
    metavar="NAME",
    help="Extractor to compare gold with, repeatable; 'none' for none.  [default: cetr, cetr-modern, learned]",
)
@click.option("--jobs", type=click.IntRange(1), help="Processes.  [default: number of cores]")
@click.option(
    "--format",
    "output",
    type=click.Choice(["table", "tsv", "json", "jsonl"]),
    default="table",
    show_default=True,
    help="json has a summary beside the findings.",
)
def check(folder: Path, extractors: tuple[str, ...], jobs: int | None, output: Format) -> int:
    """Find what may be wrong with a package's gold, each with how to fix it.

    Files missing or changed, marks that no longer fit, gold words that the page has not, gold cut off in
    mid-sentence, empty, short or full of links, near-duplicates, flags and languages that do not fit, and blocks on
    which every extractor disagrees with the gold. Exit code 1 says that something was found.
    """
    from tqdm import tqdm

    from annotate.check import check_package, choose_extractors
    from cetr.parallel import count_cores
    from evaluate.package import read_package
    from evaluate.tables import format_json, format_table

    asked = choose_extractors([name for name in extractors if name != "none"] if extractors else None)
    reports: list[Report] = []
    with tqdm(total=len(read_package(folder).names), desc="check", unit=" pages", disable=None) as bar:

        def watch(report: Report) -> None:
            reports.append(report)
            bar.update()

        found = list(check_package(folder, extractors=asked, jobs=jobs or count_cores(), watch=watch))
    rows = [asdict(finding) for finding in found]
    summary = summarize(reports)
    if output == "json":
        click.echo(format_json({"summary": summary, "findings": rows}), nl=False)
    elif output != "table":
        click.echo(format_table(rows, output), nl=False)
    else:
        brief = [{k: row[k] for k in ("document", "code", "message", "fix")} for row in rows]
        click.echo(format_table(brief, output), nl=False)
        shares = [f"{k} {v:.4f}" for k, v in summary.items() if isinstance(v, float)]
        counts = f"{count_of(len(reports), 'document')}, {count_of(len(found), 'finding')}"
        click.echo(f"{counts}; {'; '.join(shares) or 'no gold'}")
    return Exit.FOUND if found else Exit.FINE


def summarize(reports: list[Report]) -> dict[str, int | float | None]:
    """Counts, and the share of gold words that the rendered pages and the responses as served have."""

    def share(counts: list[tuple[int, int]]) -> float | None:
        total = sum(count for _, count in counts)
        return sum(present for present, _ in counts) / total if total else None

    return {
        "documents": len(reports),
        "gold words in the rendered pages": share([r.rendered for r in reports]),
        "gold words in the pages as served": share([r.source for r in reports]),
    }


@click.command()
@click.argument("folders", metavar="DIR_A DIR_B...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--lines", is_flag=True, help="List the lines on which annotators differ, not the documents.")
@click.option(
    "--format",
    "output",
    type=click.Choice(["table", "tsv", "json", "jsonl"]),
    default="table",
    show_default=True,
    help="tsv and jsonl have a row for each document, or with --lines for each line; json has everything.",
)
def agree(folders: tuple[Path, ...], lines: bool, output: Format) -> None:
    """Say how far the annotators of several packages with the same pages agree.

    Cohen's kappa of each pair and Krippendorff's alpha of all, over words and over lines; F1 between annotators,
    which is the ceiling for an extractor; and the documents and lines on which they differ.
    """
    from tqdm import tqdm

    from annotate.agree import compare_packages
    from evaluate.tables import format_json, format_table

    if len(folders) < 2:
        raise click.UsageError("name two packages or more")
    with tqdm(desc="agree", unit=" pages", disable=None) as bar:
        agreement = compare_packages(folders, bar.update)
    for name, reason in agreement.omitted.items():
        click.echo(f"annotate agree: {name}: {reason}; left out", err=True)
    details = list_lines(agreement) if lines else list_documents(agreement)
    if output == "json":
        record = {"annotators": agreement.annotators, "alpha": agreement.alpha, "pairs": list_pairs(agreement)}
        record |= {"documents": list_documents(agreement), "lines": list_lines(agreement)}
        click.echo(format_json(record | {"omitted": agreement.omitted}), nl=False)
    elif output != "table":
        click.echo(format_table(details, output), nl=False)
    else:
        alpha = ", ".join(f"{unit} {_show(value)}" for unit, value in agreement.alpha.items())
        click.echo(format_table(list_pairs(agreement), output), nl=False)
        click.echo(f"\nKrippendorff's alpha: {alpha}; {count_of(len(agreement.documents), 'document')}\n")
        differing = [row for row in details if row.get("lines_differ") != 0 or row.get("words_differ") != 0]
        click.echo(format_table(differing, output) or "No document differs.\n", nl=False)


def _show(value: float | None) -> str:
    return "undefined" if value is None else f"{value:.4f}"


def list_pairs(agreement: Agreement) -> list[dict[str, Cell]]:
    """A row for each pair of annotators and unit."""
    return [
        {
            "one": p.one,
            "other": p.other,
            "unit": p.unit,
            "count": p.count,
            "agreement": p.agreement,
            "kappa": p.kappa,
            "f1": p.f1,
        }
        for p in agreement.pairs
    ]


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


@click.command()
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--with", "others", multiple=True, type=click.Path(path_type=Path), help="Package of another annotator.")
@click.option("-o", "--out", type=click.Path(dir_okay=False, path_type=Path), help="File to write, such as README.md.")
def card(folder: Path, others: tuple[Path, ...], out: Path | None) -> None:
    """Write a package's dataset card in the form of Hugging Face.

    It counts documents by language, site, page type and flags, names the annotators, and takes title, description,
    guideline and licence from package.toml. Agreement is measured with the packages given by --with.
    """
    from annotate.agree import compare_packages
    from annotate.card import collect_facts, make_card
    from cetr.files import write_file

    agreement = compare_packages([folder, *others]) if others else None
    text = make_card(collect_facts(folder), agreement)
    if out is None:
        click.echo(text, nl=False)
    else:
        write_file(out, text.encode())

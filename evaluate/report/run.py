"""Write the report of results on disk."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click
from tqdm import tqdm

from cetr.console import count_of, replacing, write_file
from evaluate.report.collecting import Collected, collect_results, describe_results, read_urls
from evaluate.report.markdown import write_markdown
from evaluate.report.page import write_report
from evaluate.report.structure import STRUCTURAL
from evaluate.report.texts import choose_documents, pack_documents
from evaluate.results.finding import find_results, tell_elsewhere
from evaluate.results.rows import KINDS


def report_markdown(results: Sequence[Path], out: Path | None, title: str | None, by: Sequence[str]) -> None:
    """Write the tables of a report to a file, or to standard output."""
    collected = _collect(results)
    if not {*by} <= {*KINDS}:
        _tell_elsewhere(results)
    text = write_markdown(title or _name(collected), describe_results(collected, by))
    if out is None:
        click.echo(text, nl=False)
    else:
        write_file(out, text.encode("utf-8", "replace"))


def report_html(
    results: Sequence[Path],
    out: Path,
    title: str | None,
    by: Sequence[str],
    *,
    texts: int,
    structure: bool | None,
    jobs: int,
) -> None:
    """Write a report to a file, with at most ``texts`` extractions word by word.

    ``structure``: whether to show how much of it is kept; by default, whether the results measure that.
    """
    collected = _collect(results)
    _tell_elsewhere(results)
    places = choose_documents(collected, texts)
    data = describe_results(collected, by, read_urls(collected)) | {"texts": len(places)}
    if structure is None:
        structure = not STRUCTURAL.isdisjoint(collected.measures)
    blocks = tqdm(
        pack_documents(collected, places, jobs, structure=structure),
        total=len(places),
        unit=" pages",
        disable=None,
    )
    with replacing(out) as staged, staged.open("w", encoding="utf-8", errors="replace") as file:
        unknown = write_report(file, title or _name(collected), data, blocks)
    if unknown:
        click.echo(
            f"evaluate: {count_of(unknown, 'document')} without texts: the package has changed or moved since the run; "
            "'evaluate rescore RESULTS DIR' makes results that know it",
            err=True,
        )


def _collect(results: Sequence[Path]) -> Collected:
    collected = collect_results(results)
    if collected.lacking:
        click.echo(f"evaluate: not shown, because not all results have it: {', '.join(collected.lacking)}", err=True)
    return collected


def _tell_elsewhere(results: Sequence[Path]) -> None:
    tell_elsewhere([one for path in results for one in find_results(path)])


def _name(collected: Collected) -> str:
    """Name a report after the packages."""
    return ", ".join(dict.fromkeys(package for package, _ in collected.keys))

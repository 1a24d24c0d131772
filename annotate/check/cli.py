"""The command ``annotate check``."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cetr.console import Exit, ExtractorName, count_of, jobs_option, printing_a_verdict
from evaluate.tables import Format, format_json, format_option, format_table

if TYPE_CHECKING:
    from annotate.check import Report


@click.command()
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option(
    "-e",
    "--extractor",
    "extractors",
    multiple=True,
    type=ExtractorName("evaluate.extractors:find_extractor", "none"),
    help="An extractor to compare with, or 'none'; repeatable.  [default: cetr, cetr-modern, learned]",
)
@jobs_option()
@click.option("--dismissed", is_flag=True, help="Also list findings dismissed in the reviewer.")
@format_option("The output format; json also has a summary.")
def check(folder: Path, extractors: tuple[str, ...], jobs: int, dismissed: bool, kind: Format) -> int:
    """Find what may be wrong with a package's gold.

    The command names damaged files, marks that do not fit the page, texts that are cut off, empty or doubtful,
    near-duplicates, wrong flags and languages, and blocks on which every extractor disagrees with the gold. It says
    how to fix each. The exit code is 1 if something was found.
    """
    from tqdm import tqdm

    from annotate.check import check_package, choose_extractors
    from evaluate.package import read_package

    asked = choose_extractors([name for name in extractors if name != "none"] if extractors else None)
    reports: list[Report] = []
    with tqdm(total=len(read_package(folder).names), desc="check", unit=" pages", disable=None) as bar:

        def watch(report: Report) -> None:
            reports.append(report)
            bar.update()

        found = list(check_package(folder, extractors=asked, jobs=jobs, watch=watch, dismissed=dismissed))
    rows = [asdict(finding) for finding in found]
    summary = summarize(reports)
    with printing_a_verdict():
        if kind == "json":
            click.echo(format_json({"summary": summary, "findings": rows}), nl=False)
        elif kind != "table":
            click.echo(format_table(rows, kind), nl=False)
        else:
            brief = [{k: row[k] for k in ("document", "code", "message", "fix")} for row in rows]
            click.echo(format_table(brief, kind), nl=False)
            shares = [f"{k} {v:.4f}" for k, v in summary.items() if isinstance(v, float)]
            counts = f"{count_of(len(reports), 'document')}, {count_of(len(found), 'finding')}"
            click.echo(f"{counts}; {'; '.join(shares) or 'no gold'}")
    return Exit.FOUND if found else Exit.FINE


def summarize(reports: list[Report]) -> dict[str, int | float | None]:
    """Sum up: counts, and the share of gold words that rendered pages and served responses contain."""

    def share(counts: list[tuple[int, int]]) -> float | None:
        total = sum(count for _, count in counts)
        return sum(present for present, _ in counts) / total if total else None

    return {
        "documents": len(reports),
        "gold words in the rendered pages": share([r.rendered for r in reports]),
        "gold words in the pages as served": share([r.source for r in reports]),
    }

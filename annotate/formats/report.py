"""The report of an import."""

from __future__ import annotations

from annotate.formats.importing import Report
from evaluate.tables import Cell, Format, format_json, format_table

LOW_COVERAGE = 0.9
"""Pages with a smaller share of the gold words (0 to 1) should be looked at."""


def format_report(report: Report, kind: Format) -> str:
    """Format the report as rows (document, coverage, finding) of what to look at; table and JSON have a summary."""
    under = report.under(LOW_COVERAGE)
    rows: list[dict[str, Cell]] = [
        {"document": o.id, "coverage": None, "finding": f"left out: {o.reason}"} for o in report.omissions
    ]
    rows += [
        {"document": n, "coverage": round(c, 4), "finding": f"coverage under {LOW_COVERAGE}"} for n, c in under.items()
    ]
    mean = report.mean_coverage
    if kind == "json":
        summary = {
            "imported": len(report.coverage),
            "present": len(report.present),
            "left_out": len(report.omissions),
            "coverage_mean": mean,
            "coverage_low": len(under),
        }
        return format_json({"summary": summary, "findings": rows})
    table = format_table(rows, kind)
    if kind != "table":
        return table
    return table + (
        f"{len(report.coverage)} imported, {len(report.present)} already there, {len(report.omissions)} left out"
        + ("" if mean is None else f"; coverage: mean {mean:.4f}, {len(under)} under {LOW_COVERAGE}")
        + "\n"
    )

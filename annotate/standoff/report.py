"""What ``annotate restore`` says of the pages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from annotate.formats.importing import Report
from annotate.formats.records import Omission, Record
from annotate.standoff.restoring import ORDER
from cetr.console import count_of
from evaluate.tables import Cell, Format, format_json, format_table


def keep_found(records: Iterable[Record | Omission], found: list[Record]) -> Iterator[Record | Omission]:
    """Yield records, and keep each in ``found``, without its HTML."""
    for record in records:
        if not isinstance(record, Omission):
            found.append(replace(record, html=""))
        yield record


def format_report(found: Sequence[Record], report: Report, done: int, kind: Format) -> str:
    """Format a row (document, coverage, finding) for each page to look at; table and JSON have a summary.

    ``done`` pages had been restored before.
    """
    rows: list[dict[str, Cell]] = [
        {"document": o.id, "coverage": None, "finding": f"left out: {o.reason}"} for o in report.omissions
    ]
    states = Counter(record.extra["published"]["state"] for record in found)
    for record in sorted(found, key=lambda record: record.coverage):
        facts = record.extra["published"]
        if facts["state"] == "changed":
            finding = f"draft: the page has changed ({facts['lost']} words lost, {facts['new']} new)"
            rows.append({"document": record.id, "coverage": round(record.coverage, 4), "finding": finding})
    if kind == "json":
        counts = {state.replace(" ", "_"): states[state] for state in ORDER}
        more = {"present": done + len(report.present), "left_out": len(report.omissions)}
        return format_json({"summary": counts | more, "findings": rows})
    table = format_table(rows, kind)
    if kind != "table":
        return table
    return table + (
        f"{count_of(len(found), 'page')} restored: {states['same page']} the same page, {states['same text']} with the"
        f" same text, {states['changed']} changed (drafts); {done + len(report.present)} already there;"
        f" {len(report.omissions)} left out\n"
    )

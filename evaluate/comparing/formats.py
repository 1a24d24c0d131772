"""Comparisons in the format that a person or a program asked for."""

from __future__ import annotations

from collections.abc import Sequence

from evaluate.comparing.change import SideComparison
from evaluate.comparing.junit import write_junit
from evaluate.comparing.verdicts import Verdict
from evaluate.comparing.writing import describe_comparison, tabulate_figures, write_comparison, write_markdown
from evaluate.tables import format_json, format_table


def format_judged(judged: Sequence[tuple[SideComparison, Verdict]], kind: str) -> str:
    """Format comparisons with their verdicts as table, tsv, json, jsonl, markdown or junit."""
    if kind == "json":
        return format_json([describe_comparison(*pair) for pair in judged])
    if kind == "junit":
        return write_junit(judged)
    if kind in ("table", "markdown"):
        write = write_comparison if kind == "table" else write_markdown
        return "\n".join(write(*pair) for pair in judged)
    rows = [row for comparison, _ in judged for row in tabulate_figures(comparison)]
    return format_table(rows, "tsv" if kind == "tsv" else "jsonl")

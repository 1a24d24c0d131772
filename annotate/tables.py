"""Rows for people and for programs: ``--format table|tsv|json|jsonl``."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence

FORMATS = ("table", "tsv", "json", "jsonl")


def format_rows(columns: Sequence[str], rows: Iterable[Sequence[object]], form: str) -> str:
    """Format rows of plain values under their columns; ends with a line break unless there is nothing to say."""
    if form == "json":
        return json.dumps([dict(zip(columns, r, strict=True)) for r in rows], ensure_ascii=False, indent=2) + "\n"
    if form == "jsonl":
        lines = [json.dumps(dict(zip(columns, r, strict=True)), ensure_ascii=False) for r in rows]
    elif form == "tsv":
        lines = ["\t".join(columns), *("\t".join(_cell(v) for v in row) for row in rows)]
    else:
        table = [list(columns), *([_cell(v) for v in row] for row in rows)]
        widths = [max(len(row[i]) for row in table) for i in range(len(columns))]
        lines = [
            "  ".join(c.ljust(w) for c, w in zip(row, widths, strict=True)).rstrip()
            for row in (table if len(table) > 1 else [])
        ]
    return "".join(line + "\n" for line in lines)


def _cell(value: object) -> str:
    if value is None:
        return ""
    return f"{value:.4f}" if isinstance(value, float) else " ".join(str(value).split())

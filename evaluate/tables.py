"""Tables of results in the four formats of the command line."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Mapping, Sequence
from typing import Literal, get_args

Format = Literal["table", "tsv", "json", "jsonl"]
FORMATS = get_args(Format)

Cell = str | int | float | None


def format_table(rows: Sequence[Mapping[str, Cell]], kind: Format, digits: int = 4) -> str:
    """Rows with the same keys as text; numbers of a table are rounded to ``digits`` places, others are exact."""
    if kind == "json":
        return format_json(list(rows))
    if kind == "jsonl":
        return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    if not rows:
        return ""
    header = list(rows[0])
    if kind == "tsv":
        lines = [header, *([_plain(row[key]) for key in header] for row in rows)]
        return "".join("\t".join(line) + "\n" for line in lines)
    return _align(header, [[_round(row[key], digits) for key in header] for row in rows], rows)


def format_json(record: object) -> str:
    """A record as indented JSON."""
    return json.dumps(record, ensure_ascii=False, indent=2) + "\n"


def _plain(value: Cell) -> str:
    return "" if value is None else " ".join(str(value).split()) if isinstance(value, str) else str(value)


def _round(value: Cell, digits: int) -> str:
    return f"{value:.{digits}f}" if isinstance(value, float) else _plain(value)


def _align(header: Sequence[str], lines: Sequence[Sequence[str]], rows: Sequence[Mapping[str, Cell]]) -> str:
    """Columns padded to the same width: numbers to the right, text to the left."""
    widths = [max(_width(line[i]) for line in (header, *lines)) for i in range(len(header))]
    numeric = [all(not isinstance(row[key], str) for row in rows) for key in header]
    out = []
    for line in (header, ["-" * width for width in widths], *lines):
        cells = []
        for text, width, right in zip(line, widths, numeric, strict=True):
            padding = " " * (width - _width(text))
            cells.append(padding + text if right else text + padding)
        out.append("  ".join(cells).rstrip() + "\n")
    return "".join(out)


def _width(text: str) -> int:
    """Columns of a terminal that a text takes."""
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)

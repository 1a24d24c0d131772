"""Format tables of results in the four formats of the command line."""

from __future__ import annotations

import codecs
import json
import shutil
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Literal, TypeVar, get_args

import click

from cetr.console import disarm, show_json
from evaluate.fitting import fit_table

Format = Literal["table", "tsv", "json", "jsonl"]

_Command = TypeVar("_Command", bound=Callable[..., object])

Cell = str | int | float | None


def format_option(about: str = "The output format.") -> Callable[[_Command], _Command]:
    """Make the option ``--format`` of a command that prints tables; the parameter is ``kind``."""
    formats = click.Choice(get_args(Format))
    return click.option("--format", "kind", type=formats, default="table", show_default=True, help=about)


def format_table(rows: Sequence[Mapping[str, Cell]], kind: Format, digits: int = 4, width: int | None = None) -> str:
    """Format rows as text; a key that a row lacks is empty there. A table rounds numbers to ``digits`` places.

    A table is fitted to ``width`` columns, by default those of the terminal if standard output is one. Text is wrapped.
    If that is not enough, the rows stand side by side. If not all of them fit side by side, the columns are spread over
    several tables, each of which begins with the names of the rows, or long names stand above their rows.
    """
    header = list(dict.fromkeys(key for row in rows for key in row))
    rows = [{key: row.get(key) for key in header} for row in rows]
    if kind == "json":
        return format_json(rows)
    if kind == "jsonl":
        return "".join(_dump(row) + "\n" for row in rows)
    if not rows:
        return ""
    if kind == "tsv":
        lines = [list(map(_as_text, header)), *([_as_text(row[key]) for key in header] for row in rows)]
        return "".join("\t".join(line) + "\n" for line in lines)
    lines = [list(map(_plain, header)), *([_round(row[key], digits) for key in header] for row in rows)]
    numeric = [all(not isinstance(row[key], str) for row in rows) for key in header]
    return fit_table(lines, numeric, _find_width() if width is None else width)


def _find_width() -> int | None:
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else None


def format_json(record: object) -> str:
    """A record as indented JSON."""
    return _dump(record, indent=2) + "\n"


def _dump(record: object, indent: int | None = None) -> str:
    # Standard output escapes characters it lacks in Python's way, which is not always JSON.
    whole = codecs.lookup(sys.stdout.encoding or "utf-8").name == "utf-8"
    return show_json(json.dumps(record, ensure_ascii=not whole, indent=indent), sys.stdout)


def _as_text(value: Cell) -> str:
    """Write a cell so that no spreadsheet reads it as a formula, because it may come from a stranger's page."""
    text = _plain(value)
    return f"'{text}" if isinstance(value, str) and len(text) > 1 and text[0] in "=+-@" else text


def _plain(value: Cell) -> str:
    return "" if value is None else disarm(" ".join(value.split())) if isinstance(value, str) else str(value)


def _round(value: Cell, digits: int) -> str:
    return f"{value:.{digits}f}" if isinstance(value, float) else _plain(value)

"""One row: how one extractor did on one document, and its line in the results file."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, cast, get_args

from cetr.console import InputError, disarm
from cetr.document import find_language
from evaluate.measures import Score
from evaluate.measures.comparison import LARGEST, LARGEST_SHARE, NUMBERS, SHARES

RowStatus = Literal["ok", "error", "timeout", "memory", "output", "crash"]
"""Why there is no prediction, if there is none: the extractor raised, hung, took too much memory, returned too much
or something else than a prediction, or its process died.
"""

FIELDS = ("language", "page_type", "site", "fragmented", "multiple_articles")
"""The facts about a document that its row holds."""

MAIN_CONTENT = "main_content"
"""Whether a page has any, 'yes' or 'no': what its row says, though not as a fact."""

KINDS = ("package", *FIELDS, MAIN_CONTENT)
"""By what results are broken down without reading the packages: see `Row.group`."""

TIMES = ("seconds", "fastest", "slowest", "cpu")
"""The times of a row, in seconds: the median, the least and the most of its repetitions, and processor time."""

_SMALLEST_PAGE = 0.001
"""The size in kB of a page of one byte."""
_HEAD = ("package", "document", "status", "output", *TIMES, "kb", "seconds_per_kb", *FIELDS, "gold", "error", "note")
_TEXTS = ("package", "document", "gold", "error", "output", "note")
_LATER = ("others", "page")
"""Columns that older results lack."""
_ESCAPES = str.maketrans({"\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r"})
_UNESCAPES = {"t": "\t", "n": "\n", "r": "\r"}
_ESCAPED = re.compile(r"\\([\\tnr=+@-])")


@dataclass(frozen=True)
class Row:
    """The result of one extractor on one document.

    ``seconds`` is the median time inside the extractor over its repetitions; ``fastest`` and ``slowest`` are the least
    and the most. ``cpu`` is the median processor time, including child processes. Unknown times are not a number.
    ``output`` is the type of the result: 'spans', or an `OutputType`. ``note`` is a remark about it, such as bytes that
    were not UTF-8. ``kb`` is the size of the page's HTML in kB (1000 bytes of UTF-8), ``facts`` the values of `FIELDS`,
    ``gold`` a hash of everything but the prediction that the score depends on, ``others`` how many other pages of its
    site the extractor got, and ``page`` a hash of the page's HTML, empty if unknown. A failed document scores 0 by
    every measure.
    """

    package: str
    document: str
    status: RowStatus
    seconds: float
    kb: float
    facts: Mapping[str, str]
    gold: str
    scores: Mapping[str, Score]
    error: str = ""
    output: str = ""
    note: str = ""
    fastest: float = math.nan
    slowest: float = math.nan
    cpu: float = math.nan
    others: int = 0
    page: str = ""

    @property
    def key(self) -> tuple[str, str]:
        """Package and document."""
        return self.package, self.document

    @property
    def failed(self) -> bool:
        """Whether there is no prediction."""
        return self.status != "ok"

    def group(self, field: str) -> str:
        """The group that the document belongs to by its package, by whether it has main content, or by a fact: of a
        language tag only the language. Whether there is main content is unknown if it could not be counted.
        """
        if field == "package":
            return self.package
        if field == MAIN_CONTENT:
            counts = [score.expected for score in self.scores.values()]
            return "yes" if any(n > 0 for n in counts) else "unknown" if any(map(math.isnan, counts)) else "no"
        value = self.facts.get(field, "")
        return find_language(value) if field == "language" else value

    @property
    def seconds_per_kb(self) -> float:
        """The time per kB of HTML; 0 for an empty page."""
        return self.seconds / self.kb if self.kb else 0.0


def make_header(scores: Mapping[str, Score]) -> list[str]:
    """Make the column names of a results file; ``scores`` are those of any of its rows."""
    columns = [*_HEAD, *_LATER]
    for name, score in scores.items():
        columns += [f"{name}.{part}" for part in (*NUMBERS, *score.details)]
    return columns


def format_line(values: Iterable[object]) -> str:
    """Format a line of a tab-separated file, with numbers in full precision.

    Tabs and line breaks are escaped, and so is the sign with which a text would begin a formula in a spreadsheet.
    """
    return "\t".join(map(_format_cell, values)) + "\n"


def _format_cell(value: object) -> str:
    if not isinstance(value, str):
        return "" if value is None else str(value)
    text = value.translate(_ESCAPES)
    return f"\\{text}" if text[:1] in ("=", "+", "-", "@") else text


def split_line(line: str) -> list[str]:
    """Split a line of `format_line` into cells."""
    cells = line.rstrip("\r\n").split("\t")
    return [_ESCAPED.sub(lambda m: _UNESCAPES.get(m[1], m[1]), cell) for cell in cells] if "\\" in line else cells


def format_row(row: Row) -> str:
    """Format a row as a line of the results file, in which an extractor's message commands no terminal."""
    values: list[object] = [row.package, row.document, row.status, row.output]
    values += [*(drop_nan(getattr(row, time)) for time in TIMES), row.kb, drop_nan(row.seconds_per_kb)]
    values += [row.facts.get(field, "") for field in FIELDS]
    values += [row.gold, disarm(row.error), disarm(row.note), row.others, row.page]
    for score in row.scores.values():
        values += [drop_nan(float(getattr(score, part))) for part in NUMBERS]
        values += map(drop_nan, score.details.values())
    return format_line(values)


def drop_nan(value: float) -> float | None:
    """Return a number, or None for what is not one, which JSON does not know."""
    return None if math.isnan(value) else value


def parse_row(header: tuple[str, ...], line: str, where: str) -> Row:
    """Parse a line of a results file. An error names ``where`` (file and line) and the column."""
    cells = split_line(line)
    if len(cells) != len(header):
        raise InputError(f"{where}: has {len(cells)} columns, the header has {len(header)}")
    record = dict(zip(header, cells, strict=True))
    measures, missing = _read_header(header)
    if missing:
        raise InputError(f"{where}: is not a results file of 'evaluate run': no column '{min(missing)}'")
    status = record["status"]
    if status not in get_args(RowStatus):
        raise InputError(f"{where}: status: '{status}' is not one of {', '.join(get_args(RowStatus))}")
    seconds, fastest, slowest, cpu = (_read_known(record, column, where) for column in TIMES)
    kb = _read_number(record, "kb", where)
    if kb and kb < _SMALLEST_PAGE:
        raise InputError(f"{where}: kb: '{record['kb']}' is not the size of a page")
    facts = {field: record[field] for field in FIELDS}
    scores = {name: _read_score(name, details, record, where) for name, details in measures.items()}
    others = int(_read_number(record, "others", where)) if "others" in record else 0
    page = record.get("page", "")
    package, document, gold, error, output, note = (record[column] for column in _TEXTS)
    status = cast("RowStatus", status)
    times = fastest, slowest, cpu
    return Row(package, document, status, seconds, kb, facts, gold, scores, error, output, note, *times, others, page)


@lru_cache(maxsize=8)
def _read_header(header: tuple[str, ...]) -> tuple[Mapping[str, Mapping[str, str]], frozenset[str]]:
    """Find the measures in the order of their columns, with the columns of their own figures, and what is missing."""
    names = [column.removesuffix(".precision") for column in header if column.endswith(".precision")]
    missing = {*_HEAD, *(f"{name}.{part}" for name in names for part in NUMBERS)} - set(header)
    measures = {}
    for name in names:
        parts = {column.removeprefix(f"{name}."): column for column in header if column.startswith(f"{name}.")}
        measures[name] = {part: column for part, column in parts.items() if part not in NUMBERS}
    return measures, frozenset(missing)


def _read_score(name: str, own: Mapping[str, str], record: Mapping[str, str], where: str) -> Score:
    precision, recall, f1 = (_read_number(record, f"{name}.{part}", where, LARGEST_SHARE) for part in SHARES)
    matched, extracted = (_read_number(record, f"{name}.{part}", where) for part in ("matched", "extracted"))
    expected = _read_known(record, f"{name}.expected", where)
    details = {part: _read_known(record, column, where, least=-LARGEST) for part, column in own.items()}
    return Score(precision, recall, f1, matched, extracted, expected, details)


def _read_known(record: Mapping[str, str], column: str, where: str, least: float = 0) -> float:
    """Read a number, or what is not one from an empty cell."""
    return _read_number(record, column, where, least=least) if record[column] else math.nan


def _read_number(record: Mapping[str, str], column: str, where: str, most: float = LARGEST, least: float = 0) -> float:
    try:
        number = float(record[column])
    except ValueError:
        number = math.nan
    if not least <= number <= most:
        what = "is not a number" if not math.isfinite(number) else f"is not between {least:g} and {most:g}"
        raise InputError(f"{where}: {column}: '{record[column]}' {what}")
    return number

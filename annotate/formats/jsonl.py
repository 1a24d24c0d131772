"""JSON Lines: one page per line, ``{"id", "url", "page_type", "html", "text", ...}``.

``html`` and one of ``text`` and ``spans`` are required. Unknown keys are kept under ``extra``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from annotate.formats.records import Omission, Record
from annotate.formats.streams import create_stream, read_lines
from cetr.console import TOO_LONG, InputError
from cetr.document import normalize_spans
from evaluate.package import Approval, Document, Status
from evaluate.parsing import tell_error


class Row(msgspec.Struct, kw_only=True, omit_defaults=True):
    """The known keys of a line."""

    id: str | int | None = None
    url: str | None = None
    page_type: str | None = None
    language: str | None = None
    title: str | None = None
    html: str
    text: str | None = None
    spans: list[tuple[int, int]] | None = None
    optional: list[tuple[int, int]] = []
    multiple_articles: bool = False
    status: Status = "gold"
    annotator: str | None = None
    approvals: list[Approval] = []
    note: str = ""
    extra: dict[str, Any] = {}


_FIELDS = frozenset(Row.__struct_fields__)


def read(source: Path) -> Iterator[Record | Omission]:
    """Read the rows of a file, which may be compressed; rows that are not pages become omissions.

    Raises `InputError` if the first row is not JSON, because the file is then something else.
    """
    for i, (number, line) in enumerate(read_lines(source)):
        record = parse_row(line, number)
        if i == 0 and isinstance(record, Omission) and record.reason.startswith(_NOT_JSON):
            raise InputError(f"{source}: is not JSON Lines, one object a line ({record.reason})")
        yield record


_NOT_JSON = "is not a JSON object"


def parse_row(line: bytes | None, number: int) -> Record | Omission:
    """Make a record of a line; ``number`` names a row that has no id."""
    where = f"row {number}"
    if line is None:
        return Omission(where, TOO_LONG)
    try:
        values = msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        return Omission(where, f"{_NOT_JSON}: {error}")
    except MemoryError:
        return Omission(where, "needs too much memory to be read")
    return make_record(values, number) if isinstance(values, dict) else Omission(where, _NOT_JSON)


def make_record(values: dict[str, Any], number: int) -> Record | Omission:
    """Make a record of a row's keys and values. A row without id gets one by which such rows sort in their order."""
    named = values.get("id")
    known = str(named) if isinstance(named, str | int) else ""
    name = known or f"row {number}"
    try:
        row = msgspec.convert(values, Row)
    except msgspec.ValidationError as error:
        return Omission(name, tell_error(error, Row) + ("" if "html" in values else _tell_others(values)))
    if row.text is None and row.spans is None:
        return Omission(name, f"has no gold: neither text nor spans{_tell_others(values)}")
    for key, spans in (("spans", row.spans or []), ("optional", row.optional)):
        for i, (start, end) in enumerate(spans):
            if not 0 <= start <= end <= len(row.html):
                return Omission(
                    name, f"{key}[{i}]: [{start}, {end}) is not inside the {len(row.html)} characters of html"
                )
    return Record(
        id=known or f"row {number:06}",
        html=row.html,
        text=row.text,
        spans=None if row.spans is None else normalize_spans(row.spans, len(row.html)),
        optional=normalize_spans(row.optional, len(row.html)),
        url=row.url or "",
        language=row.language,
        title=row.title,
        page_type=row.page_type,
        multiple_articles=row.multiple_articles,
        status=row.status,
        annotator=row.annotator,
        approvals=tuple(row.approvals),
        note=row.note,
        extra=row.extra | {k: v for k, v in values.items() if k not in _FIELDS},
    )


def _tell_others(values: Mapping[str, Any]) -> str:
    """Name the keys that stand for themselves, of which one may be the missing one under another name."""
    others = [key for key in values if key not in _FIELDS]
    return f"; rename its key (the row has {', '.join(others)})" if others else ""


def make_row(document: Document) -> Row:
    """Make the row of a document; its id is the one it was imported with."""
    meta = document.meta
    return Row(
        id=str(meta.extra.get("id", document.name)),
        url=meta.url or None,
        page_type=meta.page_type,
        language=meta.language,
        title=meta.title,
        html=document.html,
        text=document.text,
        spans=list(document.spans),
        optional=list(document.optional),
        multiple_articles=meta.multiple_articles,
        status=meta.status,
        annotator=meta.annotator,
        approvals=list(meta.approvals),
        note=meta.note,
        extra={k: v for k, v in meta.extra.items() if k != "id"},
    )


def write(documents: Iterable[Document], target: Path) -> None:
    """Write documents as lines, compressed if the file's name says so (`create_stream`)."""
    with create_stream(target) as file:
        file.writelines(msgspec.json.encode(make_row(document)) + b"\n" for document in documents)

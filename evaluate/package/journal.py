"""The journal: every decision on a package, append-only, one JSON object per line."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any
from uuid import uuid4

import msgspec

from cetr.console import SchemaError, check_schema, read_lines
from evaluate.package.files import check_file, is_own_folder
from evaluate.package.meta import PackageError
from evaluate.parsing import Head, tell_error

JOURNAL = "journal.jsonl"
SCHEMA = 1
PENDING = ".pending"
"""The folder of what is committed but not yet published; see `committing`."""


_BEGIN = re.compile(rb'(?=\{"time":)')
"""How a decision begins, as we write it."""

_ENDS = b"\0\r\n\t "
"""What may surround a decision on its line: line breaks of any kind, and zeros where the power failed."""


class Decision(msgspec.Struct, frozen=True, kw_only=True):
    """One decision. ``before`` and ``after`` are the document's marked spans, ``seconds`` the time spent on it.

    ``id`` is unique, so that a decision whose saving was interrupted is not written twice. A row without ``schema`` has
    schema 1.
    """

    time: datetime
    document: str
    action: str
    annotator: str | None = None
    before: tuple[tuple[int, int], ...] = ()
    after: tuple[tuple[int, int], ...] = ()
    seconds: float | None = None
    detail: dict[str, Any] = {}
    id: str = msgspec.field(default_factory=lambda: uuid4().hex)
    schema: int = SCHEMA


def format_decision(decision: Decision) -> bytes:
    """Format a decision as one line of the journal."""
    return msgspec.json.encode(decision) + b"\n"


def is_decision(row: bytes) -> bool:
    """Whether a row can be read as a decision."""
    try:
        msgspec.json.decode(row.strip(_ENDS), type=Decision)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return False
    return True


def split_joined(row: bytes) -> list[bytes]:
    """Split a row where decisions begin, because their line breaks may be lost."""
    return [row] if is_decision(row) else [part for part in _BEGIN.split(row) if part.strip(_ENDS)]


def refuse_newer(row: bytes, where: str) -> None:
    """Raise `PackageError` for a row of another schema, whatever else is new in it."""
    try:
        found = msgspec.json.decode(row, type=Head).schema
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return
    try:
        check_schema(found, SCHEMA, where)
    except SchemaError as error:
        raise PackageError(str(error)) from error


def is_torn(row: bytes) -> bool:
    """Whether a row is the beginning of one decision, or holds zeros because the power failed, and no whole decision.

    Any byte may be the last: half of a character, half of a number, a line break that something else has added.
    """
    kept = row.strip(_ENDS)
    if not kept:
        return row.count(b"\0") > 1  # a single one ends the last line break of UTF-16
    if any(map(is_decision, split_joined(row))):
        return False
    if b"\0" in row:
        return re.search(rb"\0[^\0\r\n]+\0", row) is None  # otherwise it is UTF-16, and whole
    return kept.startswith(b"{") and (_says_truncated(kept) or not (kept.endswith(b"}") or _begins_whole(kept)))


def _says_truncated(row: bytes) -> bool:
    try:
        msgspec.json.decode(row)
    except msgspec.DecodeError as error:
        return str(error) == "Input data was truncated"
    except (UnicodeDecodeError, RecursionError):
        return False
    return False


def _begins_whole(row: bytes) -> bool:
    """Whether a whole JSON value begins the row: what follows it was not cut off, but added."""
    try:
        json.JSONDecoder().raw_decode(row.decode("utf-8", "replace"))
    except (ValueError, RecursionError):
        return False
    return True


def read_journal(folder: Path, document: str | None = None) -> Iterator[Decision]:
    """Read all decisions in order, or those on one document. A last line that is cut off is still being written.

    A decision that a crash kept out of the journal is read from where it was committed, beside its document.
    """
    last = ""
    for decision in _read_lines(folder / JOURNAL):
        last = decision.id
        if document is None or decision.document == document:
            yield decision
    for committed in sorted((folder / PENDING).glob(f"{document or '*'}.commit")):
        if not is_own_folder(folder / PENDING) or not is_own_folder(committed):
            continue
        for decision in _read_lines(committed / JOURNAL):
            if decision.id != last:
                yield decision


def _read_lines(path: Path) -> Iterator[Decision]:
    try:
        check_file(path)
        lines = path.open("rb")
    except FileNotFoundError:
        return
    with lines:
        # Any kind of line break is accepted: no row contains one, and conversions may leave any kind.
        rows = (row for line in read_lines(lines, str(path)) for row in line.splitlines(keepends=True))
        torn: PackageError | None = None
        for number, row in enumerate(rows, 1):
            if not row.strip():
                continue
            if torn:  # it is not the last row
                raise torn
            where = f"{path}: line {number}"
            try:
                decision = msgspec.json.decode(row.strip(_ENDS), type=Decision)
            except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
                refuse_newer(row, where)
                torn = PackageError(f"{where}: {tell_error(error, Decision)}")
                if not is_torn(row):
                    raise torn from error
                if row[-1:] not in b"\r\n":
                    return  # another process may be about to write the rest
                continue
            if decision.schema != SCHEMA:
                refuse_newer(row, where)
            yield decision

"""Append to the journal without ever losing what it holds, whatever has happened to the file."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from cetr.console import LARGEST
from evaluate.package.files import check_file, refuse_link
from evaluate.package.journal import is_decision, is_torn, refuse_newer
from evaluate.package.meta import PackageError

TORN = ".torn"
"""A line that a crash cut off is kept in ``journal.jsonl.torn``."""


def check_appendable(journal: Path) -> None:
    """Check that a decision can be appended.

    Raises `PackageError` if it is not a file of the package, or if the last row is newer, or neither a decision nor the
    beginning of one, `OSError` if the file cannot be written.
    """
    with suppress(FileNotFoundError):
        check_file(journal)
    with journal.open("a+b") as file:
        row = _read_last_row(file)
        refuse_newer(row, str(journal))
        if row.strip() and not (is_decision(row) or is_torn(row)):
            raise PackageError(
                f"{journal}: its last line is not a decision (lines may have been joined), so nothing is appended;"
                " put each decision on a line of its own"
            )


def append_once(journal: Path, line: bytes) -> None:
    """Append a decision unless it is the journal's last line. A last row that a crash has torn is put aside.

    A last line without a line break, as some editors leave it, gets one. Raises the errors of `check_appendable`.
    """
    check_appendable(journal)
    with journal.open("a+b") as file:
        row = _read_last_row(file)
        size = file.seek(0, os.SEEK_END)
        if row.strip() and not is_decision(row):
            if not line.startswith(row):  # otherwise nothing is lost that is not written again
                _put_aside(journal, row)
            file.truncate(size - len(row))
        elif not row.endswith((b"\r", b"\n")) and size:
            file.write(b"\n")
        if line.strip() not in row:  # its id makes it unique
            file.write(line)
        file.flush()
        os.fsync(file.fileno())


def _put_aside(journal: Path, row: bytes) -> None:
    kept = journal.with_name(journal.name + TORN)
    refuse_link(kept)
    with kept.open("ab") as aside:
        aside.write(row if row.endswith(b"\n") else row + b"\n")
        aside.flush()
        os.fsync(aside.fileno())


def _read_last_row(file: BinaryIO) -> bytes:
    """Read the last row that is not blank, to the end of the file, whichever of the usual line breaks are there."""
    size = file.seek(0, os.SEEK_END)
    length = 1 << 16
    while True:
        start = max(0, size - length)
        file.seek(start)
        tail = file.read(size - start)
        row = tail.rstrip()
        at = max(row.rfind(b"\n"), row.rfind(b"\r")) + 1
        if at or start == 0:
            return tail[at:]
        if length > LARGEST:
            raise PackageError(
                f"{file.name}: its last line is longer than {LARGEST // 1_000_000} MB; move the file out of the package"
            )
        length *= 4

"""Appending to the journal: what stands there is never lost, whatever has happened to the file."""

from __future__ import annotations

import os
from pathlib import Path
from typing import BinaryIO

from evaluate.package.files import check_file
from evaluate.package.journal import is_decision, is_torn
from evaluate.package.meta import PackageError

TORN = ".torn"
"""What a crash has cut off is kept in ``journal.jsonl.torn``."""


def check_appendable(journal: Path) -> None:
    """Make sure that a decision can be appended.

    Raises `PackageError` if the last row is neither a decision nor the beginning of one, `OSError` if the file cannot
    be written.
    """
    with journal.open("a+b") as file:
        check_file(journal)
        row = _read_last_row(file)
        if not (row == b"" or is_decision(row) or is_torn(row)):
            raise PackageError(
                f"{journal}: its end is not as we leave it (rows may have been joined), and nothing is appended to it;"
                " put each decision on a line of its own"
            )


def append_once(journal: Path, line: bytes) -> None:
    """Append a decision unless it is the journal's last line; a torn last row, left by a crash, is put aside.

    A last line that lacks nothing but its line break, as some editors leave it, gets one. Errors as `check_appendable`.
    """
    check_appendable(journal)
    with journal.open("a+b") as file:
        row = _read_last_row(file)
        size = file.seek(0, os.SEEK_END)
        if row and is_decision(row):
            file.write(b"\n")
        elif row:
            if not line.startswith(row):  # else nothing is lost that is not written again
                with journal.with_name(journal.name + TORN).open("ab") as aside:
                    aside.write(row + b"\n")
                    aside.flush()
                    os.fsync(aside.fileno())
            file.truncate(size - len(row))
        file.flush()
        size = file.seek(0, os.SEEK_END)
        file.seek(max(0, size - len(line) - 1))
        if line.rstrip() not in file.read():  # its id makes it unlike any other
            file.write(line)
            file.flush()
        os.fsync(file.fileno())


def _read_last_row(file: BinaryIO) -> bytes:
    """What stands behind the last line break of a file, whichever of the usual ones that is."""
    size = file.seek(0, os.SEEK_END)
    length = 1 << 16
    while True:
        start = max(0, size - length)
        file.seek(start)
        tail = file.read(size - start)
        at = max(tail.rfind(b"\n"), tail.rfind(b"\r")) + 1
        if at or start == 0:
            return tail[at:]
        length *= 4

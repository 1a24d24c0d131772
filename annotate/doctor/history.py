"""What a journal still tells, however damaged it is."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import msgspec

from cetr.document import Spans, normalize_spans
from evaluate.package import Decision, PackageError
from evaluate.package.files import check_file
from evaluate.package.journal import is_decision, refuse_newer

_BEGIN = re.compile(rb'(?=\{"time":)')
"""How a decision begins, as we write it."""


@dataclass(frozen=True)
class History:
    """The decisions of a journal, in order.

    ``good`` and ``bad`` are the rows, as bytes, that are decisions and those that are not. ``lost`` counts the latter,
    ``joined`` the decisions that followed another one on its line. ``problem`` is why nothing can be read at all.
    """

    decisions: tuple[Decision, ...] = ()
    good: bytes = b""
    bad: bytes = b""
    lost: int = 0
    joined: int = 0
    problem: str = ""

    def last_marks(self, document: str, length: int) -> Spans | None:
        """Return the marks that the last decision on a document left; None if there are none or they do not fit."""
        last = next((d for d in reversed(self.decisions) if d.document == document and d.action != "withdraw"), None)
        if last is None or any(not 0 <= start < end <= length for start, end in last.after):
            return None
        return normalize_spans(last.after, length)

    def last_annotator(self, document: str) -> str | None:
        """Return who made that decision."""
        return next((d.annotator for d in reversed(self.decisions) if d.document == document), None)


def read_history(journal: Path) -> History:
    """Read everything readable of a journal."""
    try:
        check_file(journal)
        data = journal.read_bytes()
    except FileNotFoundError:
        return History()
    except PackageError as error:
        return History(problem=str(error).removeprefix(f"{journal}: "))
    good: list[bytes] = []
    bad: list[bytes] = []
    joined = 0
    for row in data.splitlines():
        try:
            refuse_newer(row, str(journal))
        except PackageError as error:
            return History(problem=str(error).removeprefix(f"{journal}: "))
        parts = [row] if is_decision(row) else [part for part in _BEGIN.split(row) if part.strip(b" \t\0")]
        whole = [part for part in parts if is_decision(part)]
        good += whole
        bad += (part for part in parts if not is_decision(part))
        joined += max(0, len(whole) - 1)
    decisions = tuple(msgspec.json.decode(row, type=Decision) for row in good)
    return History(decisions, _join(good), _join(bad), len(bad), joined)


def _join(rows: Iterable[bytes]) -> bytes:
    return b"".join(row.strip(b" \t") + b"\n" for row in rows)

"""What a journal still tells, however damaged it is."""

from __future__ import annotations

from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from pathlib import Path

import msgspec

from annotate.doctor.recovering import CONFLICT, recode
from cetr.console import count_of
from cetr.document import Spans, normalize_spans
from evaluate.package import Decision, PackageError
from evaluate.package.files import read_regular
from evaluate.package.journal import is_decision, refuse_newer, split_joined


@dataclass(frozen=True)
class History:
    """The decisions of a journal, in order.

    ``good`` are the rows that are decisions, ``bad`` the others, both as bytes. ``flaws`` says what is wrong with the
    file, ``problem`` why none of it can be read.
    """

    decisions: tuple[Decision, ...] = ()
    good: bytes = b""
    bad: bytes = b""
    flaws: tuple[str, ...] = ()
    problem: str = ""

    def last_marks(self, document: str, length: int) -> Spans | None:
        """Return the marks that the last decision on a document left; None if there are none or they do not fit.

        A first save that was taken back leaves no marks, and no document: if it is there all the same, it has its own.
        """
        of_it = (d for d in reversed(self.decisions) if d.document == document)
        last = next((d for d in of_it if d.after or d.action != "withdraw"), None)
        if last is None or any(not 0 <= start < end <= length for start, end in last.after):
            return None
        return normalize_spans(last.after, length)

    def list_marks(self, document: str) -> frozenset[Spans]:
        """List all marks that decisions on a document left."""
        return self._marks.get(document, frozenset())

    @cached_property
    def _marks(self) -> Mapping[str, frozenset[Spans]]:
        found: defaultdict[str, set[Spans]] = defaultdict(set)
        for decision in self.decisions:
            found[decision.document].update((decision.before, decision.after))
        return {document: frozenset(marks) for document, marks in found.items()}

    def last_annotator(self, document: str) -> str | None:
        """Return who made the last decision on a document."""
        return next((d.annotator for d in reversed(self.decisions) if d.document == document), None)


def read_history(journal: Path) -> History:
    """Read everything readable of a journal."""
    try:
        data = read_regular(journal)
    except FileNotFoundError:
        return History()
    except PackageError as error:
        return History(problem=str(error).removeprefix(f"{journal}: "))
    plain = recode(data) if data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)) else data.removeprefix(BOM_UTF8)
    good: dict[str, bytes] = {}
    bad: list[bytes] = []
    found: Counter[str] = Counter()
    for row in plain.splitlines():
        try:
            refuse_newer(row, str(journal))
        except PackageError as error:
            return History(problem=str(error).removeprefix(f"{journal}: "))
        parts = split_joined(row)
        whole = 0
        for part in parts:
            if is_decision(part):
                whole += 1
                found.update(_keep(part.strip(b" \t\0"), good))
            elif is_decision(recode(part)):
                found.update(["in another encoding", *_keep(recode(part).strip(b" \t\0"), good)])
            else:
                bad.append(part)
                found["of a merge conflict" if CONFLICT.match(part) else "that cannot be read"] += 1
        found["joined to the one before"] += max(0, whole - 1)
    decisions = tuple(msgspec.json.decode(row, type=Decision) for row in good.values())
    flaws = [f"{count_of(times, 'row')} {what}" for what, times in found.items() if times]
    if plain != data:
        flaws.insert(0, "is UTF-16, or begins with a byte order mark")
    return History(decisions, _join(good.values()), _join(bad), tuple(flaws))


def _keep(row: bytes, good: dict[str, bytes]) -> Iterator[str]:
    """Add a decision to those by their ids, each once; yields what is wrong with it."""
    fields = msgspec.json.decode(row.decode("utf-8", "replace"))  # keys that nobody reads may be in any encoding
    number = fields.get("id") or sha256(row).hexdigest()
    if good.get(number) == row:
        yield "that occur twice"
    elif number in good:
        changed = sha256(row).hexdigest()[:32]
        good[changed] = msgspec.json.encode(fields | {"id": changed})
        yield "with the id of another one"
    else:
        good[number] = row


def _join(rows: Iterable[bytes]) -> bytes:
    return b"".join(row + b"\n" for row in rows)

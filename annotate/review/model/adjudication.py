"""Decisions between several people's marks and metadata, and the record of who said what."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import msgspec

from annotate.review.model.agreement import find_contested, find_shared
from annotate.review.model.page import Page, count_covered
from cetr.document import Ints, Spans, intersect_spans, normalize_spans, subtract_spans
from evaluate.package import Document

KEY = "adjudication"
"""The key of a document's ``extra`` for the sides and the choices."""

MOST, NEITHER, OWN = "most", "neither", "own"
"""Choices other than a side: what more than half of the sides mark; nothing; the adjudicator's own marks."""

FIELDS = ("rejected", "language", "page_type", "multiple_articles", "title", "note")
"""In what sides may differ besides their marks: whether they reject the page, and metadata."""


@dataclass(frozen=True)
class Side:
    """One person's marks and metadata when they were last read; ``fields`` has the values of `FIELDS`."""

    name: str
    annotator: str | None
    spans: Spans
    optional: Spans
    fields: Mapping[str, bool | str | None]

    @property
    def rejected(self) -> bool:
        """Whether the person rejected the page; then the marks do not count."""
        return bool(self.fields.get("rejected"))


def make_side(name: str, document: Document) -> Side:
    """Make a side from one person's document."""
    meta = document.meta
    fields = {field: getattr(meta, field) for field in FIELDS[1:]}
    return Side(
        name, meta.annotator, document.spans, document.optional, {"rejected": meta.status == "rejected", **fields}
    )


class _Choice(msgspec.Struct, frozen=True):
    """What was taken in an interval: the name of a side, or another choice."""

    start: int
    end: int
    choice: str


class _Record(msgspec.Struct, frozen=True):
    """What a document's ``extra`` holds: the sides as they were last read, and the choices, also those of fields."""

    sides: tuple[Side, ...] = ()
    choices: tuple[_Choice, ...] = ()
    fields: dict[str, str] = {}


def _read(extra: Mapping[str, Any]) -> _Record:
    """Read the record; an empty one if there is none of ours, because anything can be there in a stranger's package."""
    try:
        return msgspec.convert(extra.get(KEY, {}), _Record)
    except msgspec.ValidationError:
        return _Record()


def _keep(extra: Mapping[str, Any], record: _Record) -> dict[str, Any]:
    return {**extra, KEY: msgspec.to_builtins(record)}


def start_adjudication(sides: Sequence[Side]) -> dict[str, Any]:
    """Make the record of a document without any decision."""
    record: dict[str, Any] = msgspec.to_builtins(_Record(tuple(sides)))
    return record


def sides_of(extra: Mapping[str, Any], length: int) -> tuple[Side, ...]:
    """Return the sides as they were last read; empty if the document has no record."""
    return tuple(
        replace(
            side,
            spans=normalize_spans(side.spans, length),
            optional=normalize_spans(side.optional, length),
        )
        for side in _read(extra).sides
    )


def find_majority(sides: Iterable[Side], length: int) -> tuple[Spans, Spans]:
    """Find what over half of the sides mark, and what over half call optional. Sides that reject are left out."""
    voters = [side for side in sides if not side.rejected]
    least = len(voters) // 2 + 1
    spans = find_shared([side.spans for side in voters], length, least)
    return spans, subtract_spans(find_shared([side.optional for side in voters], length, least), spans)


def find_disputed(sides: Iterable[Side], length: int) -> Spans:
    """Find what some sides mark, or call optional, and others do not."""
    voters = [side for side in sides if not side.rejected]
    spans = find_contested([side.spans for side in voters], length)
    return normalize_spans((*spans, *find_contested([side.optional for side in voters], length)), length)


def record_choice(extra: Mapping[str, Any], where: Spans, choice: str) -> dict[str, Any]:
    """Record that a side (by its name) or another choice was taken in some intervals; this replaces earlier choices
    there.
    """
    record = _read(extra)
    new = (_Choice(start, end, choice) for start, end in where)
    choices = sorted((*_without(record.choices, where), *new), key=lambda c: c.start)
    return _keep(extra, msgspec.structs.replace(record, choices=tuple(choices)))


def _without(choices: Iterable[_Choice], where: Spans) -> Iterator[_Choice]:
    for old in choices:
        for start, end in subtract_spans(((old.start, old.end),), where):
            yield _Choice(start, end, old.choice)


def record_field(extra: Mapping[str, Any], field: str, choice: str) -> dict[str, Any]:
    """Record whose value of a field was taken."""
    record = _read(extra)
    return _keep(extra, msgspec.structs.replace(record, fields={**record.fields, field: choice}))


def decided_spans(extra: Mapping[str, Any], length: int) -> Spans:
    """Return the spans in which something has been chosen."""
    return normalize_spans(((c.start, c.end) for c in _read(extra).choices), length)


def undecided_lines(page: Page, sides: Iterable[Side], extra: Mapping[str, Any]) -> Ints:
    """Count the characters of each line, (n,), on which sides differ and nobody has decided."""
    length = len(page.html)
    return count_covered(page, subtract_spans(find_disputed(sides, length), decided_spans(extra, length)))


def undecided_fields(extra: Mapping[str, Any], length: int) -> dict[str, list[tuple[str, Any]]]:
    """Return the undecided fields in which sides differ: (people, joined by commas; value), the most frequent value
    first.
    """
    decided, sides = _read(extra).fields, sides_of(extra, length)
    answers = {field: list_answers(sides, field) for field in FIELDS if field not in decided}
    return {field: found for field, found in answers.items() if len(found) > 1}


def list_answers(sides: Iterable[Side], field: str) -> list[tuple[str, Any]]:
    """List the values of a field with the people who gave them, the most frequent first; sides that reject do not
    count, and who does not know the value does not disagree.
    """
    given: list[tuple[list[str], Any]] = []
    for side in sides:
        if field not in side.fields or (side.rejected and field != "rejected"):
            continue
        value = side.fields[field]
        names = next((names for names, known in given if known == value), None)
        if names is None:
            given.append(([side.name], value))
        else:
            names.append(side.name)
    said = [(names, value) for names, value in given if value is not None] or given
    return [(", ".join(names), value) for names, value in sorted(said, key=lambda g: -len(g[0]))]


@dataclass(frozen=True)
class Reopened:
    """A record after sides have changed: ``moved`` is where they have, ``fields`` are the fields that now differ."""

    extra: dict[str, Any]
    moved: Spans
    fields: tuple[str, ...]


def rename_sides(extra: Mapping[str, Any], sides: Sequence[Side], length: int) -> Mapping[str, Any]:
    """Return a record in which sides have the names that they have now, as after somebody moved a package: one that is
    no longer there has the marks and metadata of a new one.
    """
    known = sides_of(extra, length)
    gone = [side for side in known if side.name not in {side.name for side in sides}]
    new = [side for side in sides if side.name not in {side.name for side in known}]
    same = {side.name: old.name for side in new for old in gone if replace(old, name=side.name) == side}
    if not same:
        return extra
    names = {old: name for name, old in same.items()}
    record = _read(extra)
    renamed = _Record(
        tuple(replace(side, name=names.get(side.name, side.name)) for side in record.sides),
        tuple(msgspec.structs.replace(c, choice=names.get(c.choice, c.choice)) for c in record.choices),
        {field: ", ".join(names.get(name, name) for name in who.split(", ")) for field, who in record.fields.items()},
    )
    return _keep(extra, renamed)


def look_again(extra: Mapping[str, Any], sides: Sequence[Side], length: int) -> Reopened | None:
    """Update a record to the sides as they are now; choices where the sides have changed are open again. None if
    nothing changed.
    """
    known = {side.name: side for side in sides_of(extra, length)}
    now = {**known, **{side.name: side for side in sides}}
    if now == known:
        return None
    moved: list[tuple[int, int]] = []
    fields: set[str] = set()
    for name, side in now.items():
        old = known.get(name, Side(name, None, (), (), {}))
        # Who rejected and no longer does, or the other way, has moved everywhere.
        pairs = [(_count(old), _count(side)), (old.optional, side.optional)]
        moved += [span for a, b in pairs for span in (*subtract_spans(a, b), *subtract_spans(b, a))]
        fields |= {field for field in FIELDS if old.fields.get(field) != side.fields.get(field)}
    where = normalize_spans(moved, length)
    old_record = _read(extra)
    record = _Record(
        tuple(now.values()),
        tuple(_without(old_record.choices, where)),
        {field: choice for field, choice in old_record.fields.items() if field not in fields},
    )
    return Reopened(_keep(extra, record), where, tuple(field for field in FIELDS if field in fields))


def _count(side: Side) -> Spans:
    return () if side.rejected else side.spans


def retake_majority(
    spans: Spans, optional: Spans, sides: Sequence[Side], where: Spans, length: int
) -> tuple[Spans, ...]:
    """Return marks and optional spans, with the majority's in some intervals."""
    most = find_majority(sides, length)
    return tuple(
        normalize_spans((*subtract_spans(old, where), *intersect_spans(new, where)), length)
        for old, new in zip((spans, optional), most, strict=True)
    )

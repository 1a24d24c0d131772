"""Decisions between several people's marks and metadata, and the record of who said what."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
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
    fields: Mapping[str, Any]

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


def start_adjudication(sides: Sequence[Side]) -> dict[str, Any]:
    """Make the record of a document without any decision."""
    return {"sides": [_describe(side) for side in sides], "choices": [], "fields": {}}


def _describe(side: Side) -> dict[str, Any]:
    described: dict[str, Any] = msgspec.to_builtins(side)
    return described


def sides_of(extra: Mapping[str, Any], length: int) -> tuple[Side, ...]:
    """Return the sides as they were last read; empty if the document has no record."""
    return tuple(
        Side(
            side["name"],
            side.get("annotator"),
            normalize_spans(map(tuple, side.get("spans", ())), length),
            normalize_spans(map(tuple, side.get("optional", ())), length),
            side.get("fields", {}),
        )
        for side in extra.get(KEY, {}).get("sides", ())
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
    record = dict(extra.get(KEY, {"sides": [], "choices": []}))
    choices = _without(record["choices"], where)
    choices.extend({"start": start, "end": end, "choice": choice} for start, end in where)
    record["choices"] = sorted(choices, key=lambda c: c["start"])
    return {**extra, KEY: record}


def _without(choices: Iterable[Mapping[str, Any]], where: Spans) -> list[dict[str, Any]]:
    return [
        {"start": start, "end": end, "choice": old["choice"]}
        for old in choices
        for start, end in subtract_spans(((old["start"], old["end"]),), where)
    ]


def record_field(extra: Mapping[str, Any], field: str, choice: str) -> dict[str, Any]:
    """Record whose value of a field was taken."""
    record = dict(extra.get(KEY, {}))
    record["fields"] = {**record.get("fields", {}), field: choice}
    return {**extra, KEY: record}


def decided_spans(extra: Mapping[str, Any], length: int) -> Spans:
    """Return the spans in which something has been chosen."""
    choices = extra.get(KEY, {}).get("choices", ())
    return normalize_spans(((c["start"], c["end"]) for c in choices), length)


def undecided_lines(page: Page, sides: Iterable[Side], extra: Mapping[str, Any]) -> Ints:
    """Count the characters of each line, (n,), on which sides differ and nobody has decided."""
    length = len(page.html)
    return count_covered(page, subtract_spans(find_disputed(sides, length), decided_spans(extra, length)))


def undecided_fields(extra: Mapping[str, Any], length: int) -> dict[str, list[tuple[str, Any]]]:
    """Return the undecided fields in which sides differ: (people, joined by commas; value), the most frequent value
    first.
    """
    decided, sides = extra.get(KEY, {}).get("fields", {}), sides_of(extra, length)
    answers = {field: list_answers(sides, field) for field in FIELDS if field not in decided}
    return {field: found for field, found in answers.items() if len(found) > 1}


def list_answers(sides: Iterable[Side], field: str) -> list[tuple[str, Any]]:
    """List the values of a field with the people who gave them, the most frequent first; sides that reject do not
    count.
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
    return [(", ".join(names), value) for names, value in sorted(given, key=lambda g: -len(g[0]))]


@dataclass(frozen=True)
class Reopened:
    """A record after sides have changed: ``moved`` is where they have, ``fields`` are the fields that now differ."""

    extra: dict[str, Any]
    moved: Spans
    fields: tuple[str, ...]


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
    record = {**extra.get(KEY, {}), "sides": [_describe(side) for side in now.values()]}
    record["choices"] = _without(record.get("choices", ()), where)
    record["fields"] = {field: choice for field, choice in record.get("fields", {}).items() if field not in fields}
    return Reopened({**extra, KEY: record}, where, tuple(field for field in FIELDS if field in fields))


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

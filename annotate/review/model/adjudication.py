"""Deciding between two people's marks, and remembering who said what."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from annotate.review.model.agreement import find_contested
from annotate.review.model.page import Page, count_covered
from cetr.document import Ints, Spans, normalize_spans, subtract_spans

KEY = "adjudication"
"""The key of a document's ``extra`` under which the two sides and the choices stand."""

NEITHER, OWN = "neither", "own"
"""Choices other than a side: nothing is marked; the adjudicator marked it differently."""


def start_adjudication(sides: Sequence[tuple[str, str | None, Spans]]) -> dict[str, Any]:
    """The record of a document on which nothing is decided yet; a side is a name, an annotator and their spans."""
    described = [
        {"name": name, "annotator": annotator, "spans": [list(s) for s in spans]} for name, annotator, spans in sides
    ]
    return {"sides": described, "choices": []}


def record_choice(extra: Mapping[str, Any], where: Spans, choice: str) -> dict[str, Any]:
    """Remember that in some intervals a side (by its name), 'neither' or 'own' was chosen; earlier choices give way."""
    record = dict(extra.get(KEY, {"sides": [], "choices": []}))
    choices: list[dict[str, Any]] = []
    for old in record["choices"]:
        left = subtract_spans(((old["start"], old["end"]),), where)
        choices.extend({"start": start, "end": end, "choice": old["choice"]} for start, end in left)
    choices.extend({"start": start, "end": end, "choice": choice} for start, end in where)
    record["choices"] = sorted(choices, key=lambda c: c["start"])
    return {**extra, KEY: record}


def sides_of(extra: Mapping[str, Any], length: int) -> tuple[Spans, ...]:
    """What the sides had marked when the adjudication began; nothing where the document has no record of it."""
    return tuple(normalize_spans(map(tuple, side["spans"]), length) for side in extra.get(KEY, {}).get("sides", ()))


def decided_spans(extra: Mapping[str, Any], length: int) -> Spans:
    """Where something has been chosen."""
    choices = extra.get(KEY, {}).get("choices", ())
    return normalize_spans(((c["start"], c["end"]) for c in choices), length)


def undecided_lines(page: Page, one: Spans, other: Spans, extra: Mapping[str, Any]) -> Ints:
    """Counted characters of each line, (n,), that one side marks and the other does not, and nobody has decided on."""
    contested = find_contested((one, other), len(page.html))
    return count_covered(page, subtract_spans(contested, decided_spans(extra, len(page.html))))

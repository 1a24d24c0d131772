"""Deciding between two people's marks, and remembering who said what."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from annotate.review.model.page import Page, count_covered
from cetr.document import Ints, Spans, intersect_spans, normalize_spans, subtract_spans

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


def decided_spans(extra: Mapping[str, Any], length: int) -> Spans:
    """Where something has been chosen."""
    choices = extra.get(KEY, {}).get("choices", ())
    return normalize_spans(((c["start"], c["end"]) for c in choices), length)


def undecided_lines(page: Page, one: Spans, other: Spans, extra: Mapping[str, Any]) -> Ints:
    """Counted characters of each line, (n,), that one side marks and the other does not, and nobody has decided on."""
    differing = subtract_spans(
        normalize_spans((*one, *other), len(page.html)),
        intersect_spans(one, other),
    )
    if not differing:
        return np.zeros(len(page), dtype=np.int64)
    return count_covered(page, subtract_spans(differing, decided_spans(extra, len(page.html))))

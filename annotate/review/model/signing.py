"""Who marked and who approved a document: what a decision records about the person who makes it."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import msgspec

from annotate.review.model.adjudication import KEY
from annotate.review.model.decisions import State
from evaluate.package import Approval, Meta

JUDGED = ("url", "language", "fragmented", "multiple_articles", "title", "page_type", "optional")
"""The metadata fields that an approval covers besides the marks."""


LATER = "later"
"""The key of a document's ``extra`` for the people who put it off: by name, 'skipped' or 'unsure'."""


def put_off(meta: Meta, annotator: str | None, why: str) -> dict[str, Any]:
    """Return the ``extra`` of a document that a person skips or is unsure of."""
    return {**meta.extra, LATER: {**read_put_off(meta), annotator or "": why}}


def read_put_off(meta: Meta) -> dict[str, str]:
    """Read who put a document off, and why; empty if it is not as `put_off` writes it."""
    try:
        return msgspec.convert(meta.extra.get(LATER, {}), dict[str, str])
    except msgspec.ValidationError:
        return {}


def sign_decision(
    before: State, after: State, action: str, annotator: str | None, time: datetime, *, reopens: bool
) -> Meta:
    """Return the metadata after a decision, with the person who made it.

    An approval adds the person to those who approve. A change of what was approved withdraws all approvals if it
    ``reopens`` documents. The person who makes the first decision on an empty draft becomes its annotator.
    """
    old, new = before.meta, after.meta
    changed = before.spans != after.spans or any(getattr(old, name) != getattr(new, name) for name in JUDGED)
    signed: dict[str, Any] = {}
    if action == "approve":
        others = tuple(a for a in new.approvals if a.annotator != annotator)
        signed["approvals"] = (*others, Approval(annotator=annotator, time=time))
    elif action == "reject":
        signed["approvals"] = ()
    if action in ("approve", "reject"):
        signed["extra"] = {key: value for key, value in new.extra.items() if key != LATER}
    elif changed and reopens and old.status == new.status == "reviewed":
        # What was adjudicated is no gold before it is approved.
        signed |= {"status": "draft" if KEY in new.extra else "gold", "approvals": ()}
    begun = changed or action in ("approve", "reject")
    if new.annotator is None and begun and (old.status == "draft" or not before.spans):
        signed["annotator"] = annotator
    return msgspec.structs.replace(new, **signed) if signed else new


def has_approved(meta: Meta, annotator: str | None) -> bool:
    """Return whether a person has approved a document and the approval is valid."""
    return meta.status == "reviewed" and any(a.annotator == annotator for a in meta.approvals)

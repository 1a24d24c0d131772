"""Who marked a document and who approved it: what a decision, once made, says of the person who made it."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import msgspec

from annotate.review.model.adjudication import KEY
from annotate.review.model.decisions import State
from evaluate.package import Approval, Meta

JUDGED = ("url", "language", "fragmented", "multiple_articles", "title", "page_type", "optional")
"""The meta fields that an approval is about, beside the marks."""


LATER = "later"
"""The key of a document's ``extra`` under which those who put it off say why: by name 'skipped' or 'unsure'."""


def put_off(meta: Meta, annotator: str | None, why: str) -> dict[str, Any]:
    """The ``extra`` of a document that a person skips, or is unsure of."""
    return {**meta.extra, LATER: {**meta.extra.get(LATER, {}), annotator or "": why}}


def sign_decision(
    before: State, after: State, action: str, annotator: str | None, time: datetime, *, reopens: bool = True
) -> Meta:
    """The metadata after a decision, with who made it.

    Approving adds the person to those who approve. A change of what was approved takes all approvals back, if it
    ``reopens`` documents. Whoever decides on an empty draft is its annotator.
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
    """Whether a person's approval of a document stands."""
    return meta.status == "reviewed" and any(a.annotator == annotator for a in meta.approvals)

"""Saving a decision: the document and its journal entry in one step, merged with other people's changes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec

from annotate.review.model.decisions import State, changed_fields
from annotate.review.model.fragments import describe_lost, remake_fragments, restore_fragments
from annotate.review.model.history import History, read_history, step_back, step_forward
from annotate.review.model.merging import merge_states
from annotate.review.model.page import Page
from annotate.review.model.signing import sign_decision
from annotate.review.model.trail import Direction
from cetr.console import InputError
from cetr.document import TextCache
from evaluate.package import ConflictError, Decision, Document, Fragment, read_document, read_journal, rewrite_document

ATTEMPTS = 5
"""How often a save is merged with other people's changes before it is refused."""


class RefusedError(InputError):
    """A decision was not saved, because somebody else changed the same text or field meanwhile."""


@dataclass(frozen=True)
class Saved:
    """A document as it is on disk after a decision, which is in the journal. ``merged`` says that others had changed it
    meanwhile; ``replaced_text`` says that the text of its marks has replaced an imported text.
    """

    document: Document
    decision: Decision
    merged: bool = False
    replaced_text: bool = False


@dataclass(frozen=True)
class Edit:
    """A decision to save: its action, the states before and after, and what the journal records."""

    action: str
    before: State
    after: State
    text: str | None = None
    """The text to save, if it is not derived from the spans."""
    seconds: float | None = None
    detail: dict[str, Any] = field(default_factory=dict)
    lost: tuple[dict[str, Any], ...] = ()
    """The description by `describe_lost` of fragments to restore."""
    earlier: tuple[Fragment, ...] = ()
    """Earlier fragments, sorted; those whose spans are marked again come back unchanged."""


def state_of(document: Document) -> State:
    """Return the state that decisions start from."""
    return State(document.spans, document.meta)


def save(
    document: Document, page: Page, cache: TextCache, edit: Edit, annotator: str | None, *, reopens: bool = True
) -> Saved:
    """Write a decision on a document that was read earlier; if it ``reopens``, it withdraws approvals.

    If the document has changed since, the decision is applied to its current state. Raises `RefusedError` if both touch
    the same text or field.
    """
    base, merged = edit.before, False
    for _ in range(ATTEMPTS):
        try:
            written, decision = _write(document, page, cache, edit, annotator, reopens)
            replaced = edit.text is None and written.text != document.text != cache.derive(edit.before.spans)
            return Saved(written, decision, merged, replaced)
        except ConflictError:
            document, merged = read_document(document.folder, document.name), True
            if document.html != page.html:
                raise RefusedError(f"{document.name}: its HTML was replaced meanwhile; open it again") from None
            after = merge_states(page, base, edit.after, state_of(document))
            if after is None:
                raise RefusedError(
                    f"{document.name}: somebody else changed the same text meanwhile; check it again, then decide"
                ) from None
            base = state_of(document)
            text = edit.text if after.spans == edit.after.spans else None
            edit = replace(edit, before=base, after=after, text=text)
    raise RefusedError(f"{document.name}: others keep changing it; try again")


def _write(
    document: Document, page: Page, cache: TextCache, edit: Edit, annotator: str | None, reopens: bool
) -> tuple[Document, Decision]:
    before, after, now = edit.before, edit.after, datetime.now(UTC)
    text, meta, detail = document.text, after.meta, dict(edit.detail)
    if edit.action not in ("undo", "redo"):
        meta = sign_decision(before, after, edit.action, annotator, now, reopens=reopens)
    if after.spans != before.spans:
        if document.text != cache.derive(before.spans):
            # The text was imported as it came; only the journal can give it back.
            detail["text"] = document.text
        if edit.text is None:
            text = cache.derive(after.spans)
            meta = msgspec.structs.replace(meta, coverage=None)
        else:
            text = edit.text
    known = document.meta.fragments
    restored = restore_fragments(page, edit.lost) or edit.earlier
    fragments = remake_fragments(page, known, after.spans, restored)
    if lost := describe_lost(page, known, fragments):
        detail["fragments"] = lost
    meta = msgspec.structs.replace(meta, fragments=fragments)
    if fields := changed_fields(before.meta, meta):
        detail["fields"] = fields
    decision = Decision(
        time=now,
        document=document.name,
        action=edit.action,
        annotator=annotator,
        before=before.spans,
        after=after.spans,
        seconds=edit.seconds,
        detail=detail,
    )
    revision = rewrite_document(document, meta, text, decision)
    return Document(document.folder, document.name, document.html, text, meta, revision), decision


def read_undo(folder: Path, name: str) -> History:
    """Read what can be undone and redone of a document from the package's journal."""
    return read_history(read_journal(folder, name))


def reverse(document: Document, decisions: Sequence[Decision], direction: Direction) -> Edit | None:
    """Make the decision that undoes or redoes the last of some (those of `History`).

    None if there is none, or if the document has changed since.
    """
    if not decisions:
        return None
    last, before = decisions[-1], state_of(document)
    there = (step_back if direction == "undo" else step_forward)(before, last)
    length = len(document.html)
    if there is None or any(not 0 <= start < end <= length for start, end in there.state.spans):
        return None
    of = {"of": last.id, "action": last.action}
    return Edit(direction, before, there.state, there.text, detail=of, lost=there.lost)

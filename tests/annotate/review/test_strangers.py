"""A stranger's package can say anything where the reviewer keeps its own notes; the screen goes on."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
import pytest

from annotate.review.model.adjudication import sides_of
from annotate.review.model.signing import read_put_off
from annotate.review.opened import open_document, write_decision
from annotate.review.saving import read_undo, reverse
from evaluate.package import Decision, read_document, write_document
from tests.annotate.review.two_columns import drive, presses

NOTES = ("later", "adjudication", "dismissed", "proposal")


def decide(folder: Path, name: str = "dry", extra: dict[str, Any] | None = None, **fields: Any) -> None:
    """Write a decision, and perhaps what a document has under ``extra``."""
    document = read_document(folder, name)
    meta = document.meta if extra is None else msgspec.structs.replace(document.meta, extra=extra)
    told = {"before": ((0, 1),), "after": document.spans} | fields
    decision = Decision(time=datetime.now(UTC), document=name, action="toggle", annotator="ann", **told)
    write_document(folder, name, meta=meta, text=document.text, decision=decision, expected=document.revision)


@pytest.mark.parametrize(
    "said",
    [
        "a text",
        [1],
        {"a": 1},
        {"a": ["skipped"]},
        {"sides": [1]},
        {"sides": [{"name": "a", "annotator": None, "spans": [["x", 1]], "optional": [], "fields": {}}]},
        {"sides": [{"name": "a", "annotator": None, "spans": [], "optional": [], "fields": {"language": {}}}]},
        {"choices": [{"start": "a"}]},
        {"fields": 5},
    ],
)
def test_notes_that_are_none_of_ours_are_none(folder: Path, said: Any) -> None:
    """The page is shown, and whoever puts it off is noted."""
    decide(folder, extra=dict.fromkeys(NOTES, said))
    meta = read_document(folder, "dry").meta
    assert (sides_of(meta.extra, 100), read_put_off(meta)) == ((), {})
    drive(folder, presses("j", "minus"), columns=1)
    assert read_document(folder, "dry").meta.extra["later"] == {"ann": "skipped"}


@pytest.mark.parametrize(
    "fields",
    [
        {"before": ((0, 2**60),)},
        {"before": ((-5, 3),)},
        {"before": ((9, 4),)},
        {"detail": {"fields": "a text"}},
        {"detail": {"fields": {"status": 1}}},
        {"detail": {"fields": {"status": ["nonsense", "gold"]}}},
        {"detail": {"fields": {"extra": [1, {}]}}},
        {"detail": {"text": ["no text"]}},
        {"detail": {"fragments": [1]}},
    ],
)
def test_what_a_strangers_journal_says_is_not_undone_if_it_cannot_be(folder: Path, fields: dict[str, Any]) -> None:
    """Marks beyond the page, and values that no metadata have."""
    decide(folder, **fields)
    opened = open_document(folder, "dry")
    done = read_undo(folder, "dry").done
    assert len(done) == 1
    assert reverse(opened.document, done, "undo") is None
    before = read_document(folder, "dry")
    drive(folder, presses("z"), columns=1)
    assert read_document(folder, "dry") == before


@pytest.mark.parametrize(
    "lost", [{}, {"start": "a", "end": 2}, {"start": 0, "end": 2**60}, {"start": 0, "end": 1, "quote": 5}]
)
def test_fragments_that_cannot_be_given_back_are_made_anew(folder: Path, lost: dict[str, Any]) -> None:
    """The marks come back as the journal has them."""
    decide(folder, detail={"fragments": [lost]})
    opened = open_document(folder, "dry")
    edit = reverse(opened.document, read_undo(folder, "dry").done, "undo")
    assert edit is not None
    write_decision(opened, edit, "ann")
    assert read_document(folder, "dry").spans == ((0, 1),)

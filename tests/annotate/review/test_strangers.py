"""A stranger's package can say anything where the reviewer keeps its own notes; the screen goes on."""

from __future__ import annotations

from collections.abc import Sequence
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
from tests.annotate.review.driving import run_reviewer
from tests.annotate.review.pages import ARTICLE, SOUTH, make_package
from tests.annotate.review.threads import run_async

NOTES = ("later", "adjudication", "dismissed", "proposal")


def decide(folder: Path, name: str, extra: dict[str, Any] | None = None, **fields: Any) -> None:
    """Write a decision, and perhaps what a document has under ``extra``."""
    document = read_document(folder, name)
    meta = document.meta if extra is None else msgspec.structs.replace(document.meta, extra=extra)
    told = {"before": ((0, 1),), "after": document.spans} | fields
    decision = Decision(time=datetime.now(UTC), document=name, action="toggle", annotator="ann", **told)
    write_document(folder, name, meta=meta, text=document.text, decision=decision, expected=document.revision)


SAID: tuple[Any, ...] = (
    "a text",
    [1],
    {"a": 1},
    {"a": ["skipped"]},
    {"sides": [1]},
    {"sides": [{"name": "a", "annotator": None, "spans": [["x", 1]], "optional": [], "fields": {}}]},
    {"sides": [{"name": "a", "annotator": None, "spans": [], "optional": [], "fields": {"language": {}}}]},
    {"choices": [{"start": "a"}]},
    {"fields": 5},
)
"""What may stand where notes of ours would."""


def make_pages(tmp_path: Path, cases: Sequence[object]) -> tuple[Path, list[str]]:
    """A package with a page for each case, and their names."""
    names = [f"page-{number}" for number in range(len(cases))]
    return make_package(tmp_path / "news", dict.fromkeys(names, (ARTICLE, (SOUTH,)))), names


def review(folder: Path, *keys: str) -> None:
    """Press keys in the reviewer."""

    async def scenario() -> None:
        async with run_reviewer(folder, ()) as driver:
            await driver.press(*keys)

    run_async(scenario())


def test_notes_that_are_none_of_ours_are_none(tmp_path: Path) -> None:
    """The pages are shown, and whoever puts them off is noted."""
    folder, names = make_pages(tmp_path, SAID)
    for name, said in zip(names, SAID, strict=True):
        decide(folder, name, dict.fromkeys(NOTES, said))
        meta = read_document(folder, name).meta
        assert (sides_of(meta.extra, 100), read_put_off(meta)) == ((), {})
    review(folder, *["j", "minus"] * len(names))
    assert [read_document(folder, name).meta.extra["later"] for name in names] == [{"ann": "skipped"}] * len(names)


IMPOSSIBLE: tuple[dict[str, Any], ...] = (
    {"before": ((0, 2**60),)},
    {"before": ((-5, 3),)},
    {"before": ((9, 4),)},
    {"detail": {"fields": "a text"}},
    {"detail": {"fields": {"status": 1}}},
    {"detail": {"fields": {"status": ["nonsense", "gold"]}}},
    {"detail": {"fields": {"extra": [1, {}]}}},
    {"detail": {"text": ["no text"]}},
    {"detail": {"fragments": [1]}},
)
"""Marks beyond the page, and values that no metadata have."""


def test_what_a_strangers_journal_says_is_not_undone_if_it_cannot_be(tmp_path: Path) -> None:
    """Nothing is changed, and the screen goes on."""
    folder, names = make_pages(tmp_path, IMPOSSIBLE)
    for name, fields in zip(names, IMPOSSIBLE, strict=True):
        decide(folder, name, **fields)
        done = read_undo(folder, name).done
        assert len(done) == 1
        assert reverse(open_document(folder, name).document, done, "undo") is None
    before = [read_document(folder, name) for name in names]
    review(folder, *["z", "right_square_bracket"] * len(names))
    assert [read_document(folder, name) for name in names] == before


@pytest.mark.parametrize(
    "lost", [{}, {"start": "a", "end": 2}, {"start": 0, "end": 2**60}, {"start": 0, "end": 1, "quote": 5}]
)
def test_fragments_that_cannot_be_given_back_are_made_anew(folder: Path, lost: dict[str, Any]) -> None:
    """The marks come back as the journal has them."""
    decide(folder, "dry", detail={"fragments": [lost]})
    opened = open_document(folder, "dry")
    edit = reverse(opened.document, read_undo(folder, "dry").done, "undo")
    assert edit is not None
    write_decision(opened, edit, "ann")
    assert read_document(folder, "dry").spans == ((0, 1),)

"""The state of an annotation: steps, undo, redo, drafts that find their place again."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotate.capture.draft import read_draft, relocate, remove_draft, write_draft
from annotate.capture.model.draft import Draft
from annotate.capture.model.marks import (
    Gold,
    Marks,
    Suggestion,
    add_marks,
    cut_marks,
    make_optional,
    redo,
    reshape_part,
    tell_use,
    undo,
)
from cetr.console import SchemaError
from cetr.document import Spans, derive_text, normalize_spans, subtract_spans

LENGTH = 30
spans = st.lists(st.tuples(st.integers(0, LENGTH), st.integers(0, LENGTH)), max_size=3).map(
    lambda pairs: normalize_spans(pairs, LENGTH)
)
steps = st.lists(st.tuples(st.sampled_from((add_marks, cut_marks)), spans), max_size=8)


@given(steps)
def test_marks_are_what_was_added_less_what_was_cut(taken: list) -> None:
    """Character by character, in the order of the steps."""
    marks, expected = Marks(), set()
    for step, change in taken:
        marks = step(marks, change, LENGTH)
        touched = {i for start, end in change for i in range(start, end)}
        expected = expected | touched if step is add_marks else expected - touched
    assert {i for start, end in marks.spans for i in range(start, end)} == expected
    assert normalize_spans(marks.spans, LENGTH) == marks.spans


@given(steps, spans, spans)
def test_optional_parts_are_none_of_the_main_content(taken: list, optional: Spans, other: Spans) -> None:
    """Character by character, whatever is marked or cut out afterwards; and a part keeps its kind in a new shape."""
    marks = Marks()
    for step, change in taken:
        marks = step(marks, change, LENGTH)
    marks = make_optional(marks, optional, LENGTH)
    assert subtract_spans(marks.spans, optional) == marks.spans and subtract_spans(optional, marks.optional) == ()
    for step, left in ((add_marks, subtract_spans(optional, other)), (cut_marks, subtract_spans(optional, other))):
        assert step(marks, other, LENGTH).optional == normalize_spans(left, LENGTH)
    for part in marks.optional:
        shaped = reshape_part(marks, part, other, LENGTH)
        kept = subtract_spans(marks.optional, (part,))
        assert shaped.optional == normalize_spans((*kept, *other), LENGTH)
        assert undo(shaped).gold == marks.gold or shaped == marks
    assert reshape_part(marks, (0, LENGTH + 1), other, LENGTH) == marks


@given(steps, st.integers(0, 10))
def test_redo_takes_back_undo(taken: list, times: int) -> None:
    """Equally many undo and redo steps lead to the same marks; undoing every step leads to an empty page."""
    marks = Marks()
    for step, change in taken:
        marks = step(marks, change, LENGTH)
    times = min(times, len(marks.past))
    there = marks
    for _ in range(times):
        there = undo(there)
    for _ in range(times):
        there = redo(there)
    assert there == marks
    for _ in range(len(marks.past) + 1):
        marks = undo(marks)
    assert marks.spans == ()


def make_draft(html: str, *marked: str) -> Draft:
    """A draft with these stretches of a document marked."""
    places = tuple((html.index(text), html.index(text) + len(text)) for text in marked)
    texts = tuple(derive_text(html, (place,)) for place in places)
    return Draft(url="http://a/", spans=places, texts=texts, multiple=True, seconds=12.5)


def test_a_draft_is_kept_and_forgotten(tmp_path: Path) -> None:
    """It is read as it was written; one that is no draft is none."""
    draft = make_draft("<p>some text</p>", "some")
    write_draft(tmp_path, draft)
    assert read_draft(tmp_path, "http://a/") == draft
    assert read_draft(tmp_path, "http://b/") is None
    for damaged in (b"{", b'{"url": "\xff"}', b'{"x": ' + b"[" * 100_000):
        next((tmp_path / ".drafts").iterdir()).write_bytes(damaged)
        assert read_draft(tmp_path, "http://a/") is None
    remove_draft(tmp_path, "http://a/")
    assert not (tmp_path / ".drafts").exists()


@pytest.mark.parametrize("more", ['"length":16,', "", '"note":"later","optional":[],"optional_texts":[],'])
def test_a_draft_of_an_older_version_is_brought_up_to_date(more: str, tmp_path: Path) -> None:
    """All shapes that it has had, none with a number: the draft is read, and a copy stays until it is removed."""
    draft = make_draft("<p>some text</p>", "some")
    write_draft(tmp_path, draft)
    (path,) = (tmp_path / ".drafts").iterdir()
    old = f'{{"url":"http://a/","spans":[[3,7]],"texts":["some"],{more}"multiple":true,"seconds":12.5}}'
    path.write_text(old)
    found = read_draft(tmp_path, "http://a/")
    assert found == msgspec.structs.replace(draft, note="later" if "note" in more else "")
    assert (json.loads(path.read_text())["schema"], read_draft(tmp_path, "http://a/")) == (2, found)
    assert (path.with_name(f"{path.name}.schema-1")).read_text() == old
    remove_draft(tmp_path, "http://a/")
    assert not (tmp_path / ".drafts").exists()


def test_a_draft_of_a_newer_version_is_refused(tmp_path: Path) -> None:
    """It is left unchanged, so that the marks of somebody with a newer version are not overwritten."""
    write_draft(tmp_path, make_draft("<p>some text</p>", "some"))
    (path,) = (tmp_path / ".drafts").iterdir()
    path.write_text('{"schema":3,"parts":[]}')
    with pytest.raises(SchemaError) as caught:
        read_draft(tmp_path, "http://a/")
    assert str(caught.value) == f"{path}: schema: this version reads schema 2, the file says 3; update cetr-gold"
    assert path.read_text() == '{"schema":3,"parts":[]}'


def test_a_draft_finds_its_text_on_a_page_that_has_changed() -> None:
    """Text that has moved is found; text that is gone, or broken up, is left out."""
    html = "<p>First part of it.</p><p>Second part of it.</p>"
    draft = make_draft(html, "First part of it.", "Second part of it.")
    assert relocate(draft, html) == Gold(draft.spans)
    moved = "<div>New at the top</div>" + html.replace("Second part", "Another part")
    assert [moved[start:end] for start, end in relocate(draft, moved).spans] == ["First part of it."]


@pytest.mark.parametrize(
    ("marked", "use"),
    [
        (((0, 10), (20, 30)), "whole"),
        (((0, 11), (20, 30)), "whole"),
        (((0, 10),), "part"),
        (((0, 10), (40, 50)), "changed"),
        (((40, 50),), None),
        ((), None),
    ],
)
def test_the_use_of_a_suggestion(marked: Spans, use: str | None) -> None:
    """All of it, some of it, or some with other text; a blank character makes no difference."""
    suggestion = Suggestion("learned", ((0, 10), (20, 30)))
    assert tell_use(suggestion, marked, lambda spans: any(span != (10, 11) for span in spans)) == use

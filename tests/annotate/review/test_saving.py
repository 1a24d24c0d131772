"""Saving decisions, undoing them from the journal, and meeting other people's changes."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from annotate.review.model.decisions import State, toggle_lines, toggle_optional, with_fields
from annotate.review.model.trail import Direction
from annotate.review.opened import Opened, open_document, reread, write_decision
from annotate.review.saving import Edit, RefusedError, read_undo
from annotate.review.saving import reverse as draft_reversal
from cetr.document import derive_text, normalize_spans
from evaluate.package import (
    Decision,
    Fragment,
    RangeSelector,
    check_fragments,
    make_fragments,
    read_document,
    read_journal,
    write_document,
)
from tests.annotate.review.pages import ARTICLE, HEADING, MONDAY, NORTH, SOUTH, line_with, make_package


@pytest.fixture
def opened(tmp_path: Path) -> Opened:
    """A document of which the heading and the first paragraph are marked."""
    folder = make_package(tmp_path / "news", {"rain": (ARTICLE, ((HEADING[0], NORTH[1]),))})
    return open_document(folder, "rain")


def decide(opened: Opened, action: str, after: State, annotator: str = "ann") -> Opened:
    """Save a decision and read the document again."""
    write_decision(opened, opened.edit(action, after), annotator)
    return reread(opened)


def toggle(opened: Opened, text: str) -> State:
    """The state with the line of a text toggled."""
    return toggle_lines(opened.page, opened.state, [line_with(opened.page, text)])


def reversal(opened: Opened, direction: Direction) -> Edit | None:
    """The decision that undoes or redoes, from the journal."""
    history = read_undo(opened.document.folder, "rain")
    return draft_reversal(opened.document, history.done if direction == "undo" else history.undone, direction)


def reverse(opened: Opened, direction: Direction) -> Opened:
    """Undo or redo, and read the document again."""
    edit = reversal(opened, direction)
    assert edit is not None
    write_decision(opened, edit, "ann")
    return reread(opened)


def test_a_toggle_changes_fragments_text_and_journal(opened: Opened) -> None:
    """All three say the same afterwards, and the fragments check against the page."""
    now = decide(opened, "toggle", toggle(opened, "On Monday"))
    on_disk = read_document(opened.document.folder, "rain")
    assert on_disk.spans == ((HEADING[0], NORTH[1]), MONDAY)
    assert on_disk.text == derive_text(ARTICLE, on_disk.spans)
    assert on_disk.meta.fragmented is True
    assert all(check.exact for check in check_fragments(ARTICLE, on_disk.meta.fragments))
    assert on_disk.meta.fragments == make_fragments(ARTICLE, on_disk.spans)
    entry = list(read_journal(opened.document.folder))[-1]
    assert (entry.action, entry.annotator, entry.document) == ("toggle", "ann", "rain")
    assert (entry.before, entry.after) == (opened.state.spans, on_disk.spans)
    assert now.state.spans == on_disk.spans


def test_undo_and_redo_reach_across_sessions(opened: Opened) -> None:
    """Each step is taken back and done again by a reviewer that was opened afresh."""
    states = [opened.state]
    now = decide(opened, "toggle", toggle(opened, "On Monday"))
    states.append(now.state)
    now = decide(now, "optional", toggle_optional(now.page, now.state, [line_with(now.page, "The south")]))
    states.append(now.state)
    now = decide(now, "approve", with_fields(now.state, status="reviewed"))
    states.append(now.state)
    for expected in reversed(states[:-1]):
        now = reverse(open_document(opened.document.folder, "rain"), "undo")
        assert (now.state.spans, now.state.optional, now.state.meta.status) == (
            expected.spans,
            expected.optional,
            expected.meta.status,
        )
    assert reversal(now, "undo") is None
    for expected in states[1:]:
        now = reverse(open_document(opened.document.folder, "rain"), "redo")
        assert (now.state.spans, now.state.meta) == (
            expected.spans,
            msgspec.structs.replace(expected.meta, fragments=now.state.meta.fragments),
        )
    assert reversal(now, "redo") is None


def test_a_new_decision_ends_what_could_be_redone(opened: Opened) -> None:
    """After undo and another toggle there is nothing to redo."""
    now = reverse(decide(opened, "toggle", toggle(opened, "On Monday")), "undo")
    now = decide(now, "toggle", toggle(now, "The south"))
    assert read_undo(opened.document.folder, "rain").undone == ()


def test_undo_gives_an_imported_text_back(opened: Opened) -> None:
    """A text that was imported as it came is derived anew by a toggle, and restored by its undoing."""
    document = opened.document
    meta = msgspec.structs.replace(document.meta, coverage=0.97)
    write_document(document.folder, "rain", meta=meta, text="Rain — as it came", expected=document.revision)
    now = open_document(document.folder, "rain")
    saved, _ = write_decision(now, now.edit("toggle", toggle(now, "On Monday")), "ann")
    assert saved.replaced_text
    now = reread(now)
    assert now.document.text == derive_text(ARTICLE, now.state.spans)
    assert now.document.meta.coverage is None
    saved, _ = write_decision(now, now.edit("toggle", toggle(now, "The south")), "ann")
    assert not saved.replaced_text
    now = reverse(reverse(reread(now), "undo"), "undo")
    assert now.document.text == "Rain — as it came"
    assert now.document.meta.coverage == 0.97


def test_undo_refuses_what_another_tool_changed_since(opened: Opened) -> None:
    """Marks that were written without a decision of the reviewer are not thrown away by undo."""
    now = decide(opened, "toggle", toggle(opened, "On Monday"))
    document = now.document
    meta = msgspec.structs.replace(document.meta, fragments=make_fragments(ARTICLE, (SOUTH,)))
    write_document(document.folder, "rain", meta=meta, text="x", expected=document.revision)
    assert reversal(reread(now), "undo") is None


def test_changes_of_different_lines_are_merged(opened: Opened) -> None:
    """Two reviewers with the same page open toggle different lines: both marks are on disk."""
    other = open_document(opened.document.folder, "rain")
    decide(other, "toggle", toggle(other, "On Monday"), "bob")
    saved, _ = write_decision(opened, opened.edit("toggle", toggle(opened, "Home")), "ann")
    assert saved.merged
    spans = read_document(opened.document.folder, "rain").spans
    assert MONDAY in spans
    assert any(ARTICLE[start:end].startswith("Home") for start, end in spans)
    assert [d.annotator for d in read_journal(opened.document.folder)] == ["bob", "ann"]


def test_changes_of_the_same_line_are_refused(opened: Opened) -> None:
    """The second of two opposite decisions on a line is not saved, and the first stays."""
    other = open_document(opened.document.folder, "rain")
    there = decide(other, "toggle", toggle(other, "It will"), "bob")
    mine = toggle_lines(opened.page, opened.state, range(len(opened.page)))
    mine = toggle_lines(opened.page, mine, [line_with(opened.page, "It will")])
    with pytest.raises(RefusedError, match="rain: somebody else changed the same text"):
        write_decision(opened, opened.edit("toggle", mine), "ann")
    assert read_document(opened.document.folder, "rain").revision == there.document.revision


def test_approval_joins_another_persons_toggle(opened: Opened) -> None:
    """A change of status and a change of text do not touch each other."""
    other = open_document(opened.document.folder, "rain")
    decide(other, "toggle", toggle(other, "On Monday"), "bob")
    write_decision(opened, opened.edit("approve", with_fields(opened.state, status="reviewed")), "ann")
    document = read_document(opened.document.folder, "rain")
    assert document.meta.status == "reviewed"
    assert MONDAY in document.spans
    assert document.text == derive_text(ARTICLE, document.spans)


def test_two_notes_do_not_overwrite_each_other(opened: Opened) -> None:
    """The same field changed twice is refused."""
    other = open_document(opened.document.folder, "rain")
    decide(other, "flag", with_fields(other.state, note="theirs"), "bob")
    with pytest.raises(RefusedError):
        write_decision(opened, opened.edit("flag", with_fields(opened.state, note="mine")), "ann")
    assert read_document(opened.document.folder, "rain").meta.note == "theirs"


@pytest.mark.parametrize("action", ["capture", "meta"])
def test_decisions_of_other_tools_are_not_ours_to_undo(opened: Opened, action: str) -> None:
    """A capture after our decision, or metadata without the fields that changed, ends our history of the page."""
    now = decide(opened, "toggle", toggle(opened, "On Monday"))
    document = now.document
    entry = list(read_journal(document.folder))[-1]
    foreign = Decision(time=entry.time, document="rain", action=action, before=entry.after, after=entry.after)
    write_document(document.folder, "rain", meta=document.meta, text=document.text, decision=foreign)
    assert read_undo(document.folder, "rain").done == ()


def test_a_decision_that_a_crash_kept_from_the_journal_can_be_undone(
    opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Killed between the commit and its publication, the next session sees the decision once, and takes it back."""

    def die(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("evaluate.package.committing._publish", die)
        with pytest.raises(KeyboardInterrupt):
            write_decision(opened, opened.edit("toggle", toggle(opened, "On Monday")), "ann")
    folder = opened.document.folder
    assert [d.action for d in read_journal(folder)] == ["toggle"]
    now = reverse(open_document(folder, "rain"), "undo")
    assert now.state.spans == opened.state.spans
    assert [d.action for d in read_journal(folder)] == ["toggle", "undo"]


def with_ranges(opened: Opened, fragments: tuple[Fragment, ...]) -> Opened:
    """The document with other fragments, each with a range selector, as capture writes them."""
    known = tuple(
        msgspec.structs.replace(f, xpath=RangeSelector(start=f"/p[{i}]", start_offset=0, end=f"/p[{i}]", end_offset=9))
        for i, f in enumerate(fragments)
    )
    document = opened.document
    meta = msgspec.structs.replace(document.meta, fragments=known)
    text = derive_text(ARTICLE, normalize_spans(meta.spans, len(ARTICLE)))
    write_document(document.folder, "rain", meta=meta, text=text, expected=document.revision)
    return open_document(document.folder, "rain")


@pytest.mark.parametrize("lines", [("The south",), ("Rain is",), ("Rain is", "It will", "The south"), ("On Monday",)])
def test_undo_gives_fragments_back_to_the_byte(opened: Opened, lines: tuple[str, ...]) -> None:
    """Joined, cut, taken away or left alone: after undo the file is as it was, range selectors included; redo too."""
    now = with_ranges(opened, make_fragments(ARTICLE, (HEADING, NORTH, MONDAY)))
    file = now.document.path(".json")
    written = [file.read_bytes()]
    for text in lines:
        now = decide(now, "toggle", toggle(now, text))
        written.append(file.read_bytes())
    assert len(set(written)) == len(written)
    for direction, expected in (("undo", written[-2::-1]), ("redo", written[1:]), ("undo", written[-2::-1])):
        for there in expected:
            now = reverse(open_document(now.document.folder, "rain"), direction)
            assert file.read_bytes() == there


def test_fragments_that_touch_stay_two(opened: Opened) -> None:
    """An approval leaves both as they were drawn, and so does a toggle with its undo."""
    middle = ARTICLE.index("until the evening")
    two = make_fragments(ARTICLE, ((NORTH[0], middle),)) + make_fragments(ARTICLE, ((middle, NORTH[1]),))
    now = with_ranges(opened, two)
    fragments = now.document.meta.fragments
    now = decide(now, "approve", with_fields(now.state, status="reviewed"))
    assert now.document.meta.fragments == fragments
    now = decide(now, "toggle", toggle(now, "The south"))
    assert [(f.start, f.end) for f in now.document.meta.fragments] == [(NORTH[0], SOUTH[1])]
    assert reverse(now, "undo").document.meta.fragments == fragments


def test_the_journal_keeps_of_a_lost_fragment_what_cannot_be_made_again(opened: Opened) -> None:
    """Its range selector and span, but not its quote; a fragment that knew no more than its span leaves nothing."""
    now = with_ranges(opened, make_fragments(ARTICLE, (NORTH,)))
    now = decide(now, "toggle", toggle(now, "The south"))
    decide(now, "toggle", toggle(now, "Rain is"))
    first, second = (d.detail.get("fragments") for d in read_journal(opened.document.folder))
    xpath = {"start": "/p[0]", "start_offset": 0, "end": "/p[0]", "end_offset": 9}
    assert (first, second) == ([{"start": NORTH[0], "end": NORTH[1], "xpath": xpath}], None)


def test_an_undo_that_meets_a_note_gives_all_back(opened: Opened) -> None:
    """Merged with what somebody else wrote meanwhile, it still knows the imported text and the range selectors."""
    now = with_ranges(opened, make_fragments(ARTICLE, (NORTH,)))
    document = now.document
    write_document(document.folder, "rain", meta=document.meta, text="Rain — as it came", expected=document.revision)
    now = open_document(document.folder, "rain")
    fragments = now.document.meta.fragments
    now = decide(now, "toggle", toggle(now, "The south"))
    undo = reversal(now, "undo")
    assert undo is not None
    decide(now, "flag", with_fields(now.state, note="theirs"), "bob")
    saved, _ = write_decision(now, undo, "ann")
    assert (saved.merged, saved.document.text, saved.document.meta.note) == (True, "Rain — as it came", "theirs")
    assert saved.document.meta.fragments == fragments

"""Adjudication of all that people can differ in, between any number of them, and again when they have changed it."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from annotate.review.assignment import Assignment
from annotate.review.start import Options, make_assignment
from cetr.document import Spans
from evaluate.package import Meta, make_fragments, read_document, read_journal, write_document
from tests.annotate.review.driving import Driver, run_reviewer
from tests.annotate.review.pages import ARTICLE, HEADING, MONDAY, NORTH, SOUTH, make_package
from tests.annotate.review.threads import run_async


def package(tmp_path: Path, who: str, *spans: tuple[int, int], **fields: object) -> Path:
    """One person's package of one page."""
    return make_package(tmp_path / who, {"rain": (ARTICLE, spans)}, annotator=who, **fields)


def adjudicate(one: Path, *others: Path) -> Assignment:
    """What cem is to decide."""
    return make_assignment(Options(one, against=others), "cem", ())


def press(assignment: Assignment, *keys: str) -> tuple[Spans, Meta, str]:
    """The marks and metadata after some keys, and the screen."""
    screens: list[str] = []

    async def scenario() -> None:
        async with run_reviewer(assignment.folder, assignment=assignment) as driver:
            await driver.press(*keys)
            screens.append("\n".join(driver.text()))

    run_async(scenario())
    document = read_document(assignment.folder, "rain")
    return document.spans, document.meta, screens[0]


def change(folder: Path, spans: Spans, **fields: object) -> None:
    """Somebody changes a page."""
    document = read_document(folder, "rain")
    meta = msgspec.structs.replace(document.meta, fragments=make_fragments(ARTICLE, spans), **fields)
    write_document(folder, "rain", meta=meta, text=document.text)


def test_meta_data_is_asked_for_where_it_differs(tmp_path: Path) -> None:
    """The first person's language and flag are not taken without a word; whose was taken is remembered."""
    one = package(tmp_path, "ann", SOUTH, language="en", page_type="article", note="odd")
    other = package(tmp_path, "bob", SOUTH, language="de", page_type="article", multiple_articles=True)
    assignment = adjudicate(one, other)
    _, meta, screen = press(assignment, "a")
    assert "language, on which they differ" in screen
    assert "2 de  bob" in screen
    assert meta.status == "draft"
    _, meta, _ = press(assignment, "a", "2", "1", "1")
    assert (meta.language, meta.multiple_articles, meta.note, meta.status) == ("de", False, "odd", "reviewed")
    assert meta.extra["adjudication"]["fields"] == {"language": "bob", "multiple_articles": "ann", "note": "ann"}


def test_what_one_does_not_know_is_taken_from_the_other(tmp_path: Path) -> None:
    """Nobody is asked to choose between a page type and none, also if it is another one later."""
    one = package(tmp_path, "ann", SOUTH, language="en", page_type=None)
    other = package(tmp_path, "bob", SOUTH, language="en", page_type="article")
    _, meta, _ = press(adjudicate(one, other), "a")
    assert (meta.page_type, meta.status) == ("article", "reviewed")
    change(other, (SOUTH,), page_type="forum")
    _, meta, _ = press(adjudicate(one, other), "a")
    assert (meta.page_type, meta.status) == ("forum", "reviewed")


def test_what_one_calls_optional_is_not_taken_unasked(tmp_path: Path) -> None:
    """It is undecided, and the key of that person takes it."""
    assignment = adjudicate(package(tmp_path, "ann", SOUTH), package(tmp_path, "bob", SOUTH, optional=(MONDAY,)))
    _, meta, screen = press(assignment)
    assert "1 line undecided" in screen
    assert meta.optional == ()
    spans, meta, _ = press(assignment, "2", "a")
    assert (spans, meta.optional, meta.status) == ((SOUTH,), (MONDAY,), "reviewed")


@pytest.mark.parametrize(("key", "status"), [("1", "reviewed"), ("2", "rejected")])
def test_a_rejection_is_asked_about(tmp_path: Path, key: str, status: str) -> None:
    """What one rejected and the other marked is not left out: keep it, with the other's marks, or reject it."""
    one, other = package(tmp_path, "ann", HEADING, SOUTH), package(tmp_path, "bob", NORTH, status="rejected")
    assignment = adjudicate(one, other)
    assert assignment.names == ("rain",)
    spans, _, screen = press(assignment, "a")
    assert "1 keep the page  ann" in screen
    assert "2 reject the page  bob" in screen
    assert spans == (HEADING, SOUTH)
    assert press(assignment, "a", key)[1].status == status


def test_any_number_of_people(tmp_path: Path) -> None:
    """It begins with what most of them mark; each dispute takes one key: what most say, one person's, or nothing."""
    one = package(tmp_path, "ann", HEADING, NORTH)
    others = package(tmp_path, "bob", NORTH, SOUTH), package(tmp_path, "dan", NORTH, SOUTH, MONDAY)
    assignment = adjudicate(one, *others)
    assert [column.name for column in assignment.columns] == ["ann", "bob", "dan"]
    spans, _, screen = press(assignment)
    assert spans == (NORTH, SOUTH)
    assert "3 lines undecided" in screen
    _, meta, _ = press(assignment, "1", "enter", "3", "a")
    marked = read_document(assignment.folder, "rain").text
    assert all(text in marked for text in ("Rain is expected", "It will rain", "The south", "On Monday"))
    assert meta.status == "reviewed"
    assert [c["choice"] for c in meta.extra["adjudication"]["choices"]] == ["ann", "most", "dan"]


@pytest.mark.long
def test_what_changes_afterwards_is_open_again(tmp_path: Path) -> None:
    """A side that has moved since it was looked at opens the page again, there alone; the journal knows."""
    one, other = package(tmp_path, "ann", HEADING, SOUTH), package(tmp_path, "bob", SOUTH)
    assignment = adjudicate(one, other)
    assert press(assignment, "1", "a")[1].status == "reviewed"
    assert adjudicate(one, other).notice == ""
    change(other, (SOUTH, MONDAY), language="de")
    again = adjudicate(one, other)
    assert again.notice == "changed since it was adjudicated, so open again: rain"
    spans, meta, screen = press(again)
    assert (spans, meta.status, meta.approvals) == ((HEADING, SOUTH), "draft", ())
    assert "1 line undecided · undecided: language" in screen
    assert [c["choice"] for c in meta.extra["adjudication"]["choices"]] == ["ann"]
    assert list(read_journal(again.folder))[-1].action == "reopen"
    assert press(again, "2", "1", "a")[1].status == "reviewed"


def test_a_package_that_was_moved_is_the_same_side(tmp_path: Path) -> None:
    """What was decided between its marks and others' stays decided, under its new name, and approved."""
    one, other = package(tmp_path, "ann", HEADING, SOUTH, language="en"), package(tmp_path, "bob", SOUTH, language="de")
    target = adjudicate(one, other).folder
    assert press(adjudicate(one, other), "2", "2", "a", "2", "a")[1].status == "reviewed"
    again = make_assignment(Options(one, against=(other.rename(tmp_path / "robert"),), out=target), "cem", ())
    assert again.notice == ""
    spans, meta, screen = press(again)
    assert (spans, meta.status, "0 lines undecided" in screen) == ((SOUTH,), "reviewed", True)
    record = meta.extra["adjudication"]
    assert [side["name"] for side in record["sides"]] == ["ann", "robert"]
    assert ({c["choice"] for c in record["choices"]}, record["fields"]) == ({"robert"}, {"language": "robert"})
    assert list(read_journal(target))[-1].action == "rename"


def test_what_two_come_to_agree_on_is_taken(tmp_path: Path) -> None:
    """Nothing is left to decide, but the page is approved anew."""
    one, other = package(tmp_path, "ann", HEADING, SOUTH), package(tmp_path, "bob", SOUTH)
    press(adjudicate(one, other), "0", "a")
    change(other, (HEADING, SOUTH))
    spans, meta, screen = press(adjudicate(one, other))
    assert (spans, meta.status) == ((HEADING, SOUTH), "draft")
    assert "0 lines undecided" in screen


def test_a_field_set_in_the_form_is_decided(tmp_path: Path) -> None:
    """The adjudicator's own value is as good as a side's."""
    assignment = adjudicate(package(tmp_path, "ann", SOUTH), package(tmp_path, "bob", SOUTH, note="odd"))

    async def scenario() -> None:
        async with run_reviewer(assignment.folder, assignment=assignment) as driver:
            await flag(driver)

    async def flag(driver: Driver) -> None:
        await driver.press("f")
        await driver.type("mine")
        await driver.press("enter", "a")

    run_async(scenario())
    meta = read_document(assignment.folder, "rain").meta
    assert (meta.note, meta.status, meta.extra["adjudication"]["fields"]) == ("mine", "reviewed", {"note": "own"})

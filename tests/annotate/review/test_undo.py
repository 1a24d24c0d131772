"""Undo and redo over the documents of a run, as the keys do it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from annotate.review.assignment import Assignment
from annotate.review.model.decisions import toggle_lines, with_fields
from annotate.review.model.trail import Trail
from annotate.review.opened import open_document, write_decision
from evaluate.package import discard_document, read_document, read_journal
from tests.annotate.review.driving import Driver, run_reviewer
from tests.annotate.review.pages import ARTICLE, SOUTH, line_with, make_package
from tests.annotate.review.threads import run_async

NAMES = ("dry", "rain", "snow")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A package of three pages."""
    return make_package(tmp_path / "news", dict.fromkeys(NAMES, (ARTICLE, (SOUTH,))))


def drive(folder: Path, scenario: Callable[[Driver], Awaitable[None]]) -> None:
    """Run a scenario on the package."""

    async def run() -> None:
        async with run_reviewer(folder, assignment=Assignment(folder, NAMES, (), "ann")) as driver:
            await scenario(driver)

    run_async(run())


def statuses(folder: Path) -> list[str]:
    """The status of each page on disk."""
    return [read_document(folder, name).meta.status for name in NAMES]


def files(folder: Path) -> dict[str, bytes]:
    """Every document's files, byte for byte."""
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.suffix in (".json", ".txt", ".html")}


@pytest.mark.parametrize(("key", "action", "status"), [("a", "approve", "reviewed"), ("x", "reject", "rejected")])
def test_undo_goes_back_to_the_document_that_was_left(folder: Path, key: str, action: str, status: str) -> None:
    """`z` after `a` or `x` opens that document again with its old status, on disk too, and says so; `Z` the reverse."""
    before = files(folder)

    async def scenario(driver: Driver) -> None:
        await driver.press(key)
        assert (driver.document, statuses(folder)) == ("rain", [status, "gold", "gold"])
        await driver.press("z")
        assert (driver.document, files(folder)) == ("dry", before)
        assert driver.said() == f"dry: took back '{action}'; it is gold again"
        assert any("dry · gold" in line for line in driver.text())
        await driver.press("Z")
        assert (driver.document, statuses(folder)) == ("dry", [status, "gold", "gold"])
        assert driver.said().endswith(f"dry: did again '{action}'; it is {status} again")

    drive(folder, scenario)
    assert [(d.document, d.action) for d in read_journal(folder)] == [("dry", a) for a in (action, "undo", "redo")]
    assert all(d.seconds is not None for d in read_journal(folder))


def test_undo_leaves_old_decisions_on_the_next_document_alone(folder: Path) -> None:
    """What somebody decided earlier on the document that came next is not what the person just did."""
    other = open_document(folder, "rain")
    after = toggle_lines(other.page, other.state, [line_with(other.page, "On Monday")])
    write_decision(other, other.edit("toggle", after), "bob")
    before = files(folder)
    drive(folder, lambda driver: driver.press("a", "z"))
    assert files(folder) == before


def test_undo_walks_back_over_documents_and_redo_forth(folder: Path) -> None:
    """Toggle, approve, toggle, reject, approve: five times `z` restores the package, five times `Z` does all again."""
    before = files(folder)

    async def scenario(driver: Driver) -> None:
        await driver.press("g", "j", "space", "a", "G", "space", "x", "a")
        after = files(folder)
        assert statuses(folder) == ["reviewed", "rejected", "reviewed"]
        seen = []
        for _ in range(5):
            await driver.press("z")
            seen.append(driver.document)
        assert (seen, files(folder)) == (["snow", "rain", "rain", "dry", "dry"], before)
        await driver.press("z")
        assert driver.said().endswith("dry: nothing to undo")
        await driver.press("Z", "Z", "Z", "Z", "Z")
        assert (driver.document, files(folder)) == ("snow", after)

    drive(folder, scenario)


def test_a_document_that_was_opened_by_hand_is_undone_first(folder: Path) -> None:
    """Gone back to, a page loses its own approval; on one with nothing to undo, `z` goes to the last one."""

    async def scenario(driver: Driver) -> None:
        await driver.press("a", "a", "K", "K", "z")
        assert (driver.document, statuses(folder)) == ("dry", ["gold", "reviewed", "gold"])
        await driver.press("J", "J", "z")
        assert (driver.document, statuses(folder)) == ("rain", ["gold", "gold", "gold"])

    drive(folder, scenario)


def test_an_undone_decision_of_an_earlier_run_is_named(folder: Path) -> None:
    """With nothing decided in this run, `z` takes back what the journal has, and says whose it was and when."""
    drive(folder, lambda driver: driver.press("g", "j", "space"))
    day = f"{next(iter(read_journal(folder))).time:%Y-%m-%d}"

    async def scenario(driver: Driver) -> None:
        await driver.press("z")
        assert driver.said() == f"dry: took back 'toggle' of ann, {day}"

    drive(folder, scenario)
    assert read_document(folder, "dry").spans == (SOUTH,)


def test_a_decision_of_somebody_else_is_undone_only_after_asking(folder: Path) -> None:
    """Two people at one page: before `z` takes back what another has decided since, it says whose it is, and asks."""

    async def scenario(driver: Driver) -> None:
        await driver.press("g", "j", "space")
        other = open_document(folder, "dry")
        write_decision(other, other.edit("flag", with_fields(other.state, note="look")), "bob")
        day = f"{list(read_journal(folder))[-1].time:%Y-%m-%d}"
        await driver.press("z")
        assert f"take back 'flag' of bob, {day}?" in "\n".join(driver.text())
        await driver.press("n")
        assert read_document(folder, "dry").meta.note == "look"
        await driver.press("z", "y")
        assert driver.said().endswith(f"dry: took back 'flag' of bob, {day}")
        await driver.press("z")
        assert driver.said().endswith("dry: took back 'toggle'")

    drive(folder, scenario)


def test_a_journal_that_cannot_be_read_ends_nothing(folder: Path) -> None:
    """The line is named, and the reviewer goes on."""

    async def scenario(driver: Driver) -> None:
        await driver.press("g", "j", "space")
        journal = folder / "journal.jsonl"
        journal.write_text("not json\n" + journal.read_text("utf-8"), "utf-8")
        for key in ("z", "Z"):
            await driver.press(key)
            assert "journal.jsonl: line 1" in driver.said()
            assert "nothing to" not in driver.said()
        await driver.press("f")

    drive(folder, scenario)


def test_undo_goes_on_after_a_document_that_is_gone(folder: Path) -> None:
    """The missing page is named once; the next `z` takes back the decision before."""

    async def scenario(driver: Driver) -> None:
        await driver.press("a", "a")
        discard_document(folder, "rain")
        await driver.press("z")
        assert "rain.json" in driver.said()
        await driver.press("z")
        assert (driver.document, read_document(folder, "dry").meta.status) == ("dry", "gold")

    drive(folder, scenario)


def test_an_approval_that_is_not_saved_does_not_go_on(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Refused because somebody else rejected the page meanwhile, it stays open as it is on disk."""
    monkeypatch.setattr("annotate.review.reading.WATCH_SECONDS", 3600)

    async def scenario(driver: Driver) -> None:
        other = open_document(folder, "dry")
        write_decision(other, other.edit("reject", with_fields(other.state, status="rejected")), "bob")
        await driver.press("a")
        assert driver.document == "dry"
        assert "not saved" in driver.said()

    drive(folder, scenario)
    assert statuses(folder) == ["rejected", "gold", "gold"]


def test_the_trail_keeps_the_order_among_documents() -> None:
    """A new decision ends redoing; undoing on another document than the last takes its last decision out."""
    trail = Trail().extend("toggle", "a").extend("approve", "a").extend("approve", "b")
    assert trail.extend("undo", "a") == Trail(("a", "b"), ("a",))
    assert trail.extend("undo", "b").extend("redo", "b") == trail
    assert trail.extend("undo", "b").extend("flag", "c") == Trail(("a", "a", "c"))
    assert (trail.last("undo"), trail.last("redo")) == ("b", None)
    assert trail.forget("undo", "a") == Trail(("a", "b"))
    assert trail.extend("undo", "c") == Trail(("a", "a", "b"), ("c",))

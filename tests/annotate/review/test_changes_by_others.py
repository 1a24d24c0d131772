"""Files that change while they are reviewed."""

from __future__ import annotations

import asyncio
from pathlib import Path

import msgspec
import pytest

from annotate.review.assignment import Assignment
from annotate.review.columns import Column
from annotate.review.desk import Desk
from annotate.review.model.decisions import toggle_lines, with_fields
from annotate.review.opened import Opened, open_document, reread, write_decision
from evaluate.package import html_hash, read_document, read_journal
from tests.annotate.review.driving import Driver, run_reviewer, until
from tests.annotate.review.pages import HEADING, MONDAY, SOUTH, line_with
from tests.annotate.review.threads import run_async
from tests.annotate.review.two_columns import drive


def see(driver: Driver) -> Opened:
    """The document on the screen."""
    opened = driver.screen.desk.opened
    assert opened is not None
    return opened


def test_a_change_that_comes_in_while_a_decision_waits_is_kept(folder: Path) -> None:
    """A decision made on an older state is merged with the newer one, or refused; it never takes its place."""
    said: list[str] = []

    class Silent:
        """Notes what is said."""

        def document_opened(self) -> None:
            """Show nothing."""

        def document_changed(self) -> None:
            """Show nothing."""

        def decision_saved(self) -> None:
            """Show nothing."""

        def list_changed(self) -> None:
            """Show nothing."""

        def say(self, message: str, *, wrong: bool = False) -> None:
            """Note it."""
            said.append(message)

    def change(text: str) -> None:
        other = open_document(folder, "dry")
        after = toggle_lines(other.page, other.state, [line_with(other.page, text)])
        write_decision(other, other.edit("toggle", after), "bob")

    async def scenario() -> None:
        desk = Desk(Assignment(folder, ("dry", "rain"), (), "ann"), Silent())
        await desk.open("dry")

        async def notice() -> str:
            assert desk.opened is not None
            desk.opened = reread(desk.opened)
            return ""

        for theirs, mine in (("On Monday", "Rain is"), ("It will", "It will")):
            assert desk.opened is not None
            page, state = desk.opened.page, desk.opened.state
            change(theirs)
            desk._warming = asyncio.create_task(notice())
            await desk.decide("toggle", toggle_lines(page, state, [line_with(page, mine)]))
            await desk.settle()

    run_async(scenario())
    assert read_document(folder, "dry").spans[-1] == MONDAY
    assert [d.annotator for d in read_journal(folder)] == ["bob", "ann", "bob"]
    assert said == ["not saved: somebody else changed the same text meanwhile; check it again"]


def test_another_persons_change_is_shown_and_kept(folder: Path) -> None:
    """A page that somebody else changes while it is open is merged with the next key."""

    async def scenario(driver: Driver) -> None:
        other = open_document(folder, "dry")
        after = toggle_lines(other.page, other.state, [line_with(other.page, "On Monday")])
        write_decision(other, other.edit("toggle", after), "bob")
        await driver.press("g", "j", "j", "space")

    drive(folder, scenario)
    assert read_document(folder, "dry").spans == (HEADING, SOUTH, MONDAY)
    assert [d.annotator for d in read_journal(folder)] == ["bob", "ann"]


def test_a_refused_decision_is_taken_back_on_the_screen(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After a conflict that was not noticed before, the screen shows what is on disk."""
    monkeypatch.setattr("annotate.review.reading.WATCH_SECONDS", 3600)

    async def scenario(driver: Driver) -> None:
        other = open_document(folder, "dry")
        write_decision(other, other.edit("flag", with_fields(other.state, note="theirs")), "bob")
        await driver.press("f")
        await driver.type("mine")
        await driver.press("enter")
        assert "not saved: dry: somebody else changed the same text meanwhile" in driver.said()
        assert driver.screen.desk.opened is not None
        assert driver.screen.desk.opened.state.meta.note == "theirs"

    drive(folder, scenario)
    assert read_document(folder, "dry").meta.note == "theirs"


@pytest.mark.parametrize(("key", "answer"), [("f", ("m",)), ("t", ("l", "space"))])
def test_a_change_that_a_dialog_hides_is_not_overwritten(
    folder: Path, monkeypatch: pytest.MonkeyPatch, key: str, answer: tuple[str, ...]
) -> None:
    """What was decided on the state at which a dialog opened is refused if others changed the same meanwhile."""
    monkeypatch.setattr("annotate.review.reading.WATCH_SECONDS", 0.05)
    theirs = []

    async def scenario(driver: Driver) -> None:
        await driver.press("g", "j", "j", key)
        other = open_document(folder, "dry")
        after = toggle_lines(other.page, other.state, [line_with(other.page, "Rain is")])
        write_decision(other, other.edit("toggle", with_fields(after, note="theirs")), "bob")
        theirs.append(read_document(folder, "dry").revision)
        await until(lambda: see(driver).document.revision == theirs[0])
        await driver.press(*answer, "enter")
        assert "not saved: somebody else changed the same text meanwhile" in driver.said()

    drive(folder, scenario)
    assert [read_document(folder, "dry").revision] == theirs


def test_a_change_by_somebody_else_is_noticed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a key pressed, the screen shows what another reviewer decided."""
    monkeypatch.setattr("annotate.review.reading.WATCH_SECONDS", 0.05)

    async def scenario(driver: Driver) -> None:
        other = open_document(folder, "dry")
        write_decision(other, other.edit("reject", with_fields(other.state, status="rejected")), "bob")
        await until(lambda: "dry: somebody else changed it" in driver.said())
        await driver.settle()
        assert any("dry · rejected" in line for line in driver.text())
        await driver.finish()
        assert [line[:5] for line in driver.text()[:2]] == ["1/2 d", "▶✗dry"]
        assert driver.screen.desk.left == 1

    drive(folder, scenario)


def test_an_open_document_that_is_removed_is_told_once(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It stays on the screen, what is decided on it is refused, the others can be opened, and leaving is no error."""
    monkeypatch.setattr("annotate.review.reading.WATCH_SECONDS", 0.05)

    async def scenario(driver: Driver) -> None:
        (folder / "dry.json").unlink()
        why = f"{folder / 'dry.json'}: is missing"
        await until(lambda: driver.said() == f"dry: can no longer be read: {why}")
        await driver.settle()
        await driver.press("space")
        assert driver.said() == f"dry: can no longer be read: {why} · not saved: {why}"
        assert any("dry · gold" in line for line in driver.text())
        await driver.press("J", "space")

    drive(folder, scenario)
    assert [d.document for d in read_journal(folder)] == ["rain"]


def test_a_folder_that_is_out_of_reach_is_told(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the system says of it, no key and no look at it ends the program."""
    monkeypatch.setattr("annotate.review.reading.WATCH_SECONDS", 0.05)

    async def scenario(driver: Driver) -> None:
        folder.rename(folder.with_name("moved"))
        folder.write_text("no folder", "utf-8")
        await until(lambda: "dry: can no longer be read" in driver.said())
        await driver.settle()
        await driver.press("z", "space", "q")

    drive(folder, scenario)


def test_a_page_that_is_replaced_while_it_is_open_is_shown_anew(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its lines, marks and predictions are those of the new page, from the next look or a refused decision on."""
    page = "<p>A short page has come in its place, and this is all of it.</p>"

    async def scenario() -> None:
        for name, seconds, key in (("dry", 0.05, "g"), ("rain", 3600, "space")):
            assignment = Assignment(folder, ("dry", "rain"), (Column("cetr"),), "ann", first=name)
            monkeypatch.setattr("annotate.review.reading.WATCH_SECONDS", seconds)
            async with run_reviewer(folder, assignment=assignment) as driver:
                await driver.press("G")
                write_by_hand(see(driver))
                if name == "dry":
                    await until(lambda driver=driver: see(driver).page.html == page)
                await driver.press(key)
                opened = see(driver)
                assert (opened.page.html, len(driver.screen.lines.shown), opened.predictions) == (
                    page,
                    1,
                    {"cetr": ((3, len(page) - 4),)},
                )

    def write_by_hand(opened: Opened) -> None:
        name, meta = opened.document.name, opened.document.meta
        meta = msgspec.structs.replace(meta, html_sha256=html_hash(page), fragments=())
        (folder / f"{name}.html").write_text(page, "utf-8")
        (folder / f"{name}.txt").write_text("", "utf-8")
        (folder / f"{name}.json").write_bytes(msgspec.json.encode(meta))

    run_async(scenario())

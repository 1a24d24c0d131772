"""The last line: keys as far as there is room, messages in their place, and what stands above stays in sight."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from annotate.review.assignment import Assignment
from annotate.review.config import Config
from annotate.review.screens.keys import ALWAYS, BINDINGS, GROUPS, HINTS, describe_keys
from annotate.review.start import Options, make_assignment
from annotate.review.widgets.keyline import Hint, KeyLine, choose_hints
from annotate.review.widgets.panel import describe_value
from evaluate.package import Captured, read_document
from tests.annotate.review.driving import Driver, run_reviewer
from tests.annotate.review.pages import ARTICLE, HEADING, SOUTH, make_package
from tests.annotate.review.threads import run_async


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A package of one page."""
    return make_package(tmp_path / "news", {"rain": (ARTICLE, (SOUTH,))})


def last_line(driver: Driver) -> str:
    """What the last line of the screen reads."""
    return driver.text()[-1].strip()


def test_the_keys_take_the_colours_of_a_new_theme(folder: Path) -> None:
    """Those for a dark screen are too pale to read on a light one."""

    async def scenario() -> None:
        async with run_reviewer(folder, (), size=(80, 24)) as driver:
            keys = driver.screen.query_one(KeyLine)
            for theme in ("textual-light", "textual-dark"):
                driver.app.theme = theme
                await driver.settle()
                drawn = next(segment for segment in keys.render_line(0) if "Space" in segment.text)
                expected = keys.get_component_rich_style("keyline--key")
                assert drawn.style is not None and drawn.style.color == expected.color

    run_async(scenario())


def test_the_keys_are_chosen_by_width(folder: Path) -> None:
    """None is cut; how to get help and to leave stand there always."""
    most = "Space Toggle  Enter Take  n Next  a Approve  z Undo"
    lines = {
        31: "Space Toggle  ? Keys  q Leave",
        79: f"{most}  ? Keys  q Leave",
        80: f"{most}  x Reject  ? Keys  q Leave",
        132: f"{most}  x Reject  A Page  * Kind  r Turn over  b Block  v Range  ? Keys  q Leave",
    }

    async def scenario() -> None:
        async with run_reviewer(folder, ()) as driver:
            for width, line in lines.items():
                await driver.resize(width, 24)
                assert last_line(driver) == line

    run_async(scenario())


def test_the_hints_follow_the_settings_and_can_be_clicked(folder: Path) -> None:
    """A key of the settings stands in the line; a click on its word is the key."""

    async def scenario() -> None:
        config = Config(keys={"approve": "ctrl+a"})
        async with run_reviewer(folder, (), size=(80, 24), config=config) as driver:
            line = driver.text()[-1]
            assert "ctrl+a Approve" in line
            await driver.click("#keys", (line.index("Approve") + 1, 0))

    run_async(scenario())
    assert read_document(folder, "rain").meta.status == "reviewed"


def test_the_hints_are_those_of_the_session(tmp_path: Path) -> None:
    """A blind pass offers nothing to take; in an adjudication the two sides and neither."""
    for name, spans in (("anna", (HEADING,)), ("bob", (SOUTH,))):
        make_package(tmp_path / name, {"rain": (ARTICLE, spans)}, annotator=name)
    blind = make_assignment(Options(tmp_path / "anna", blind=True), "carla", ())
    both = make_assignment(Options(tmp_path / "anna", against=(tmp_path / "bob",)), "carla", ())

    async def scenario(assignment: Assignment) -> str:
        async with run_reviewer(assignment.folder, assignment=assignment, size=(80, 24)) as driver:
            return last_line(driver)

    assert run_async(scenario(blind)) == "Space Toggle  a Approve  z Undo  x Reject  * Kind  b Block  ? Keys  q Leave"
    expected = "1 anna  2 bob  0 neither  Space Toggle  n Next  a Approve  ? Keys  q Leave"
    assert run_async(scenario(both)) == expected


def test_a_message_covers_no_figures(folder: Path) -> None:
    """It takes the place of the keys, on as many rows as it needs; status and figures stay in sight."""

    async def scenario() -> None:
        async with run_reviewer(folder, size=(60, 16)) as driver:
            await driver.press("z")
            assert last_line(driver) == "rain: nothing to undo"
            driver.screen.say("long " * 20 + "end")
            await driver.settle()
            status, figures, first, second = (line.strip() for line in driver.text()[-4:])
            assert (first, second) == (" ".join(["long"] * 11), " ".join(["long"] * 9) + " end")
            assert status.startswith("rain · gold · en · ")
            assert figures.startswith("1 cetr  precision ")

    run_async(scenario())


def test_what_is_wrong_stays_beside_what_is_said_next(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An error is not replaced by a lesser message; after its time the keys are back."""
    monkeypatch.setattr("annotate.review.widgets.keyline.WRONG_SECONDS", 0.5)
    monkeypatch.setattr("annotate.review.widgets.keyline.SECONDS", 0.25)

    async def scenario() -> None:
        async with run_reviewer(folder, (), size=(80, 24)) as driver:
            line = driver.screen.query_one(KeyLine)
            driver.screen.say("copied")
            driver.screen.say("not saved", wrong=True)
            driver.screen.say("copied")
            assert line.message == "not saved · copied"
            while line.message:
                await driver._pilot.pause(0.05)
            await driver.settle()
            assert last_line(driver).endswith("? Keys  q Leave")

    run_async(scenario())


def test_what_was_not_saved_before_is_told_apart(folder: Path) -> None:
    """Somebody who reads that the last key was in vain presses it again, and takes back what it did."""

    async def scenario() -> None:
        async with run_reviewer(folder, (), size=(80, 24)) as driver:
            driver.screen.say("no such page", wrong=True)
            driver.screen.say("not saved: the disk is full", wrong=True)
            await driver.press("j", "space")
            assert driver.said() == "no such page · earlier: not saved: the disk is full"
            await driver.press("space")
            assert driver.said() == "no such page · earlier: not saved: the disk is full"

    run_async(scenario())


def test_what_is_said_next_does_not_prolong_an_error(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It may have been put right by now: each message has its own time."""
    monkeypatch.setattr("annotate.review.widgets.keyline.WRONG_SECONDS", 0.5)

    async def scenario() -> None:
        async with run_reviewer(folder, (), size=(80, 24)) as driver:
            driver.screen.say("not saved", wrong=True)
            while "not saved" in driver.said():
                driver.screen.say("copied")
                await driver._pilot.pause(0.05)
            assert driver.said() == "copied"

    run_async(asyncio.wait_for(scenario(), 120))


def test_what_is_said_again_is_not_shown_twice(folder: Path) -> None:
    """Every error is there once, and behind them the last of what else was said."""

    async def scenario() -> None:
        async with run_reviewer(folder, (), size=(80, 24)) as driver:
            for message, wrong in (("not saved", True), ("copied", False), ("not saved", True)):
                driver.screen.say(message, wrong=wrong)
            assert driver.said() == "not saved"
            driver.screen.say("is missing", wrong=True)
            driver.screen.say("copied")
            driver.screen.say("nothing to undo")
            assert driver.said() == "not saved · is missing · nothing to undo"

    run_async(scenario())


def test_a_narrow_screen_cuts_the_status_and_shows_the_figures(folder: Path) -> None:
    """Each has its row, however long the note of the document is."""

    async def scenario() -> None:
        async with run_reviewer(folder, size=(40, 12)) as driver:
            await driver.press("f")
            await driver.type("a note that is longer than the screen is wide")
            await driver.press("enter")
            status, figures, _ = (line.strip() for line in driver.text()[-3:])
            assert status.startswith("rain · gold · en · ") and status.endswith("…")
            assert figures.startswith("1 cetr  precision ")

    run_async(scenario())


def test_a_message_goes_with_the_next_decision(folder: Path) -> None:
    """What was said of the last one would be read as an answer to this one; an error stays."""

    async def scenario() -> None:
        async with run_reviewer(folder, (), size=(80, 24)) as driver:
            await driver.press("z", "j")
            assert driver.said() == "rain: nothing to undo"
            await driver.press("space")
            assert driver.said() == ""
            driver.screen.say("not saved", wrong=True)
            await driver.press("space")
            assert driver.said() == "earlier: not saved"

    run_async(scenario())


def test_hints_are_dropped_from_the_least_important_on() -> None:
    """The first that does not fit ends the choice, so that the order holds."""
    hints = [Hint("a", "one", ""), Hint("b", "a long one", ""), Hint("c", "two", "")]
    assert choose_hints(hints, hints[2:], 14) == [hints[0], hints[2]]
    assert choose_hints(hints, hints[2:], 13) == [hints[2]]


def test_the_keys_are_grouped() -> None:
    """Every key stands under one heading, and what the last line names is a key."""
    groups = describe_keys({})
    assert [*groups] == [*GROUPS, "In the lines", "In the list of documents", "Among the words of a line"]
    assert groups["Finish the document"][0] == ("a", "Approve and go on", "approve")
    assert groups["Mark"][7] == ("1 to 9", "Take column 1 to 9 for the stretch or range", "choose-1 to choose-9")
    assert {*HINTS, *ALWAYS} <= {binding.id for binding in BINDINGS}


def test_the_meta_panel_is_for_people(tmp_path: Path) -> None:
    """No value reads as Python writes it."""
    captured = Captured(time="2026-11-20T15:02:16Z", tool="hand", viewport=(1280, 900))
    folder = make_package(tmp_path / "news", {"rain": (ARTICLE, (SOUTH,))}, captured=captured)

    async def scenario() -> None:
        async with run_reviewer(folder, (), size=(120, 40)) as driver:
            await driver.press("i")
            shown = [line.partition("meta")[0] and line.rpartition("│")[2].strip() for line in driver.text()]
            for expected in ("fragmented no", "title –", "captured time 2026-11-20T15:02:16Z", "captured tool hand"):
                assert expected in shown
            assert "captured viewport 1280 × 900" in shown
            assert "annotator –" in shown

    run_async(scenario())
    values = (None, "", True, False, 0.97, [1, 2], "x", 200)
    assert [describe_value(v) for v in values] == ["–", "–", "yes", "no", "0.970", "1 × 2", "x", "200"]

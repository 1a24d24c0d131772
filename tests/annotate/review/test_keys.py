"""Every key that changes something, and the dialogs."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError
from pathlib import Path

import msgspec
import pytest
from textual.command import CommandList

from annotate.review.dialogs.extractors import ColumnChooser
from annotate.review.opened import reread
from cetr.document import Spans
from evaluate.package import RangeSelector, make_fragments, read_document, read_journal, write_document
from evaluate.providers.peers import install_hint
from tests.annotate.review.driving import Driver, until
from tests.annotate.review.pages import ARTICLE, HEADING, LATER, MONDAY, NORTH, SOUTH, line_with, span_of
from tests.annotate.review.two_columns import WHOLE, drive, presses

TAKEN: tuple[tuple[tuple[str, ...], Spans, str | None], ...] = (
    (("A",), (WHOLE, MONDAY), "accept"),
    (("equals_sign",), ((NORTH[0], SOUTH[1]), MONDAY), "accept"),
    (("g", "n", "enter"), (WHOLE,), "accept"),
    (("g", "n", "j", "2"), (NORTH,), "accept"),
    (("g", "n", "2"), (SOUTH,), None),
    (("G", "N", "1"), (SOUTH, MONDAY), "accept"),
    (("g", "n", "0"), (), "accept"),
)
"""Keys, what is marked then, and the decision, if that is one."""


def test_predictions_are_taken_for_page_stretch_and_agreement(folder: Path) -> None:
    """A and = act on the page; Enter and digits on the stretch of lines that differ around the cursor."""

    async def scenario(driver: Driver) -> None:
        for keys, spans, action in TAKEN:
            before = len(list(read_journal(folder)))
            await driver.press("right_square_bracket", "left_square_bracket", *keys)
            assert (keys, read_document(folder, "dry").spans) == (keys, spans)
            assert [d.action for d in read_journal(folder)][before:] == ([action] if action else [])
            await driver.press(*(["z"] if action else []))

    drive(folder, scenario)


def test_a_range_is_toggled_as_one_decision(folder: Path) -> None:
    """`v`, movement, Space: all lines of the range, one journal entry, one undo."""
    drive(folder, presses("g", "j", "j", "v", "j", "j", "j", "space"))
    assert read_document(folder, "dry").spans == (WHOLE,)
    assert len(list(read_journal(folder))) == 1


def test_words_inside_a_line_are_trimmed(folder: Path) -> None:
    """`t` opens the words; what is cut there is cut from the fragment, to the letter."""
    drive(folder, presses("slash", "umbrella", "enter", "t", "l", "l", "l", "greater_than_sign", "enter"))
    document = read_document(folder, "dry")
    assert document.text == "The south stays dry;"
    assert [d.action for d in read_journal(folder)] == ["trim"]


def test_the_words_of_the_dialog_can_be_left_alone(folder: Path) -> None:
    """Escape changes nothing."""
    drive(folder, presses("g", "j", "j", "t", "space", "escape"))
    assert list(read_journal(folder)) == []


def test_optional_flag_and_reject(folder: Path) -> None:
    """`o` marks as optional, `f` notes, `x` rejects and goes on to the next document."""

    async def scenario(driver: Driver) -> None:
        await driver.press("g", "j", "j", "o", "f")
        await driver.type("heading?")
        await driver.press("enter", "x")
        assert driver.document == "rain"

    drive(folder, scenario)
    meta = read_document(folder, "dry").meta
    assert (meta.optional, meta.note, meta.status) == ((HEADING,), "heading?", "rejected")
    assert [d.action for d in read_journal(folder)] == ["optional", "flag", "reject"]


def test_columns_are_chosen_in_the_order_of_the_screen(folder: Path) -> None:
    """`p`, Space: the name gets the number of its column; the predictions come in."""

    async def scenario(driver: Driver) -> None:
        await driver.press("p", "space")
        assert any("[1] " in line for line in driver.text())
        await driver.press("enter")
        assert len(driver.screen.desk.columns) == 1
        assert any(line.startswith(" 1 ") and "F1" in line for line in driver.text())

    drive(folder, scenario, columns=0)


def test_what_is_not_installed_is_not_offered(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An extractor whose library is missing stands below the list with the way to get it."""

    def find_version(name: str) -> str:
        if name in ("goose3", "magic-html"):
            raise PackageNotFoundError(name)
        return "1"

    monkeypatch.setattr("evaluate.providers.peers.version", find_version)

    async def scenario(driver: Driver) -> None:
        await driver.press("p")
        names = driver.app.screen.query_one(ColumnChooser).names
        assert "trafilatura" in names
        assert not {"goose3", "magic-html"} & set(names)
        said = " ".join(" ".join(driver.text()).replace("│", " ").split())
        hints = dict.fromkeys(install_hint(name).partition(": ")[2] for name in ("goose3", "magic-html"))
        assert f"Not installed: goose3, magic-html ({'; '.join(hints)})" in said
        assert "Space: choose Enter: take Escape: leave" in said

    drive(folder, scenario)


def test_undo_goes_to_what_it_changes(folder: Path) -> None:
    """The cursor stands on the line that was taken back."""

    async def scenario(driver: Driver) -> None:
        await driver.press("g", "j", "j", "space", "G", "z")
        assert driver.screen.lines.cursor == 2

    drive(folder, scenario)


def test_undo_and_redo_say_when_there_is_nothing(folder: Path) -> None:
    """On a page nobody has decided on, and on one that another tool has changed since."""

    async def scenario(driver: Driver) -> None:
        await driver.press("z")
        assert driver.said() == "dry: nothing to undo"
        await driver.press("Z")
        assert driver.said() == "dry: nothing to redo"
        await driver.press("g", "j", "j", "space")
        document = read_document(folder, "dry")
        meta = msgspec.structs.replace(document.meta, fragments=())
        write_document(folder, "dry", meta=meta, text="", expected=document.revision)
        assert driver.screen.desk.opened is not None
        driver.screen.desk.opened = reread(driver.screen.desk.opened)
        await driver.press("z")
        assert "dry: cannot undo 'toggle': another tool has changed the document since" in driver.said()

    drive(folder, scenario)


def test_copying_gives_the_derived_text(folder: Path) -> None:
    """`Y` puts the document's text on the clipboard, `y` that of the line."""

    async def scenario(driver: Driver) -> None:
        await driver.press("Y")
        assert driver.app.clipboard == read_document(folder, "dry").text
        await driver.press("g", "j", "j", "y")
        assert driver.app.clipboard == "Rain is expected"
        assert driver.said() == "copied 16 characters"

    drive(folder, scenario)


def test_toggling_twice_gives_the_fragments_back(folder: Path) -> None:
    """A line that joins two fragments and is let go leaves them as they were captured, range selectors included."""
    document = read_document(folder, "dry")
    place = RangeSelector(start="/p", start_offset=0, end="/p", end_offset=9)
    known = tuple(msgspec.structs.replace(f, xpath=place) for f in make_fragments(ARTICLE, (HEADING, SOUTH, MONDAY)))
    meta = msgspec.structs.replace(document.meta, fragments=known, fragmented=True)
    write_document(folder, "dry", meta=meta, text=document.text, expected=document.revision)

    async def scenario(driver: Driver) -> None:
        for text in ("It will rain", "The south"):
            driver.screen.lines.go_to(driver.screen.lines.row_of(line_with(driver.screen.look().page, text)))
            await driver.press("b")
            assert read_document(folder, "dry").meta.fragments != known
            await driver.press("b")
            assert read_document(folder, "dry").meta.fragments == known

    drive(folder, scenario)


def test_the_command_palette_runs_actions(folder: Path) -> None:
    """`:` and a part of what an action does."""

    async def scenario(driver: Driver) -> None:
        await driver.press("colon")
        await driver.type("approve and go")
        found = driver.app.screen.query_one(CommandList)
        await until(lambda: found.highlighted == 0 and "pprove and go" in str(found.get_option_at_index(0).prompt))
        await driver.press("enter")
        await until(lambda: read_document(folder, "dry").meta.status == "reviewed")

    drive(folder, scenario)


def test_text_that_continues_a_paragraph_belongs_to_its_block(folder: Path) -> None:
    """`b` on a wrapped paragraph takes all of its lines."""
    drive(folder, presses("slash", "railways", "enter", "b"))
    assert LATER in read_document(folder, "dry").text
    assert span_of(ARTICLE, LATER)[1] <= read_document(folder, "dry").spans[0][1]

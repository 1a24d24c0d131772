"""The list of documents: clicks, filter, order, and where it stands in a narrow terminal."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from annotate.review.documents import Entry
from annotate.review.listing import Listing
from annotate.review.model.page import build_page
from annotate.review.model.structure import name_block, write_around
from annotate.review.widgets.documents import DocumentList, name_entry
from annotate.review.widgets.panel import SidePanel
from evaluate.package import discard_document, read_document
from tests.annotate.review.driving import Driver, run_reviewer
from tests.annotate.review.pages import HEADING, SOUTH
from tests.annotate.review.threads import run_async
from tests.annotate.review.two_columns import drive


def test_a_click_on_the_marks_toggles_and_a_click_on_a_name_opens(folder: Path) -> None:
    """The mouse does what the keys do."""

    async def scenario(driver: Driver) -> None:
        lines = driver.screen.lines
        column = next(x for x in range(40) if lines.header()[x] == "G")
        await driver.click("#lines", (column, 2))
        assert read_document(folder, "dry").spans == ((HEADING), SOUTH)
        await driver.click("#documents", (3, 1))
        assert driver.document == "rain"

    drive(folder, scenario)


def test_the_list_is_filtered_and_sorted(folder: Path) -> None:
    """`/` in the list filters it; `S` changes its order; Escape shows all again."""

    async def scenario(driver: Driver) -> None:
        desk = driver.screen.desk
        await driver.press("tab", "slash")
        await driver.type("rai")
        await driver.press("enter")
        assert desk.listing.arranged() == ["rain"]
        await driver.press("slash")
        await driver.type("bow")
        await driver.press("enter")
        assert (desk.listing.arranged(), driver.said()) == ([], "no document has 'bow'; Escape shows all")
        await driver.press("escape", "S", "S", "S")
        assert (desk.listing.order, desk.listing.arranged()) == ("f1", ["rain", "dry"])
        await driver.press("S")
        assert desk.listing.order == "disputed"

    drive(folder, scenario)


def test_what_failed_is_last_in_the_order_of_disputes(folder: Path) -> None:
    """An extractor that gave nothing disputes nothing."""
    discard_document(folder.parent / "first", "dry")

    async def scenario(driver: Driver) -> None:
        desk = driver.screen.desk
        await driver.press(*"SSSS")
        assert (desk.listing.order, desk.listing.arranged(), desk.listing.entries["dry"].failed) == (
            "disputed",
            ["rain", "dry"],
            True,
        )

    drive(folder, scenario, columns=1)


@pytest.mark.parametrize("key", ["tab", "enter", "escape"])
def test_in_a_narrow_terminal_the_list_steps_aside(folder: Path, key: str) -> None:
    """Whichever way one goes back from the list that covers the lines, they are seen and in use."""

    async def scenario() -> None:
        async with run_reviewer(folder, (), size=(60, 20)) as driver:
            lines, documents = driver.screen.lines, driver.screen.query_one(DocumentList)
            await driver.press("tab")
            assert (lines.is_on_screen, documents.is_on_screen) == (False, True)
            await driver.press(key)
            assert (lines.is_on_screen, lines.has_focus, documents.is_on_screen) == (True, True, False)

    run_async(scenario())


def test_in_a_narrow_terminal_the_lines_stay_beside_the_panel(folder: Path) -> None:
    """What is shown on the right elsewhere is below them, and takes half of the rows."""

    async def scenario() -> None:
        async with run_reviewer(folder, (), size=(60, 20)) as driver:
            await driver.press("i")
            lines, panel = driver.screen.lines.region, driver.screen.query_one(SidePanel).region
            assert (lines.width, panel.width) == (60, 60)
            assert (panel.y, lines.height, panel.height) == (lines.bottom, 8, 9)

    run_async(scenario())


def test_the_markdown_of_the_marks_is_shown_with_the_kind_of_the_block(tmp_path: Path) -> None:
    """On the right, from the line under the cursor on, with its indentation."""
    html = "<h2>A</h2>\n<blockquote>\n<ul>\n<li>one</li>\n</ul>\n</blockquote>\n<pre>if x:\n    y</pre>\n"
    page = build_page(html)
    spans = ((html.index("A"), html.index("</pre>")),)
    lines = len(page)
    assert write_around(page, spans, 0, lines) == "## A\n\n> - one\n\n```\nif x:\n    y\n```"
    kinds = [name_block(page, line, 0, lines) for line in range(lines)]
    assert [kind for kind in kinds if kind] == ["heading 2", "quote, list item", "code", "code"]


def test_a_row_of_a_table_is_shown_in_its_table() -> None:
    """Though its beginning is above the lines that are asked for, if that is not far."""
    html = "<p>One</p>\n<table>\n" + "".join(f"<tr><td>a{n}</td>\n<td>b{n}</td></tr>\n" for n in range(60)) + "</table>"
    page = build_page(html)
    whole = ((0, len(html)),)
    shown = write_around(page, whole, 30, 34).split("\n")
    assert (shown[:3], len(shown)) == (["|  |  |", "| --- | --- |", "| a0 | b0 |"], 62)
    assert write_around(page, whole, 100, 104).split("\n")[2].startswith("| a4")
    assert name_block(page, 30, 30, 31) == "table cell"


def test_a_key_shows_the_markdown(folder: Path) -> None:
    """It follows the cursor, and the same key takes it away."""

    async def scenario(driver: Driver) -> None:
        panel = driver.screen.query_one(SidePanel)
        await driver.press("D")
        shown = "\n".join(driver.text())
        assert ("Markdown" in shown, "at the cursor: " in shown, panel.display) == (True, True, True)
        kinds = []
        for key in "jk":
            await driver.press(key)
            kinds.append(
                next(line.partition("at the cursor: ")[2] for line in driver.text() if "at the cursor" in line)
            )
        assert [kind.strip() for kind in kinds] == ["paragraph", "heading 1"]
        await driver.press("D")
        assert not panel.display

    drive(folder, scenario)


def test_approving_goes_on_in_the_order_of_the_list(folder: Path) -> None:
    """By F1 or status the approved document moves; the next one is the one that stood below it."""

    async def scenario(driver: Driver) -> None:
        await driver.press("S", "a")
        assert driver.screen.desk.listing.order == "status"
        assert driver.document == "rain"
        assert driver.screen.desk.listing.arranged() == ["dry", "rain"]
        await driver.press("R")
        assert driver.screen.desk.listing.arranged() == ["rain", "dry"]

    drive(folder, scenario)


@pytest.mark.parametrize(
    ("entry", "room", "shown"),
    [
        (Entry("4f3a9c01d2e8", title="Rain is expected in the north"), 24, ("Rain is expected…", " 4…d2e8")),
        (Entry("4f3a9c01d2e8", title="Rain"), 24, ("Rain", " 4f3a9c01d2e8")),
        (Entry("rain", title="Rain is expected"), 12, ("Rain i…", " rain")),
        (Entry("page-0001", url="https://example.org/1"), 20, ("page-0001", " https://e…")),
        (Entry("page-0001"), 20, ("page-0001", "")),
    ],
)
def test_a_title_comes_before_a_name(entry: Entry, room: int, shown: tuple[str, str]) -> None:
    """People know a page by its title; without one the name is what there is."""
    assert name_entry(entry, room) == shown
    assert sum(map(len, shown)) <= room


def test_long_lines_scroll_sideways(folder: Path) -> None:
    """With the arrow keys, as far as there is text; numbers and marks stay."""

    async def scenario() -> None:
        async with run_reviewer(folder, (), size=(60, 20)) as driver:

            def row() -> str:
                return next(line for line in driver.text() if line.split()[:1] == ["4"])

            first = row()
            await driver.press("right")
            scrolled = row()
            await driver.press("right", "right", "right")
            furthest, longest = row(), max(map(len, driver.text()))
            await driver.press("left", "left", "left", "left")
            assert row() == first
            assert first.endswith("<p>It will rain in the north of the country u")
            assert scrolled.endswith("· e north of the country until the evening,")
            assert furthest.startswith(first[:14])
            assert longest > len(furthest)  # of some line the end is in sight

    run_async(scenario())


def test_settled_documents_are_arranged_once() -> None:
    """The list is made anew only for what became known, as a package may have 20,000 documents."""
    listing = Listing(["a", "b"], {})
    listing.entries["b"] = replace(listing.entries["b"], status="draft")
    first = listing.arranged()
    listing.entries["b"] = replace(listing.entries["b"], status="reviewed")
    assert listing.arranged() is first
    listing.rearrange(order="status")
    listing.entries["a"] = replace(listing.entries["a"], status="draft")
    assert listing.arranged() == ["a", "b"]

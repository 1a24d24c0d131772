"""The order of the documents holds while one works through it."""

from __future__ import annotations

from pathlib import Path

from textual.widgets import Static

from annotate.review.columns import Result
from annotate.review.documents import Entry, arrange
from annotate.review.listing import Listing
from annotate.review.widgets.scores import format_result
from tests.annotate.review.driving import Driver
from tests.annotate.review.two_columns import drive


def test_a_fix_does_not_move_the_open_document(folder: Path) -> None:
    """By F1, the worst first: made perfect, it stays where it was, and the next is the next; `R` sorts anew."""

    async def scenario(driver: Driver) -> None:
        await driver.press("S", "S", "S", "K")
        assert (driver.screen.desk.listing.arranged(), driver.document) == (["rain", "dry"], "rain")
        await driver.press("A")
        assert driver.screen.desk.listing.entries["rain"].f1 == 1.0
        assert driver.screen.desk.listing.arranged() == ["rain", "dry"]
        await driver.press("J")
        assert driver.document == "dry"
        await driver.press("R")
        assert driver.screen.desk.listing.arranged() == ["dry", "rain"]

    drive(folder, scenario)


def test_documents_come_in_the_order_in_which_they_were_named(folder: Path) -> None:
    """Such as those of `annotate next`, the best first; `S` sorts them by name, and after the last order as given."""

    async def scenario(driver: Driver) -> None:
        progress = driver.screen.query_one("#progress", Static)
        assert (driver.document, str(progress.content)) == ("rain", "0/2 done · as given")
        await driver.press("a")
        assert driver.document == "dry"
        await driver.press("S")
        assert (driver.screen.desk.listing.arranged(), str(progress.content)) == (["dry", "rain"], "1/2 done · by name")
        await driver.press(*"SSSSS")
        assert driver.screen.desk.listing.arranged() == ["rain", "dry"]

    drive(folder, scenario, documents=("rain", "dry"))


def test_many_documents_keep_the_order_in_which_they_were_named() -> None:
    """Also when a filter has left some of them out meanwhile."""
    names = [f"d{7 * i % 20}" for i in range(20)]
    listing = Listing(names, {})
    listing.rearrange(wanted="d1")
    assert listing.arranged() == [name for name in names if "d1" in name]
    listing.rearrange(wanted="")
    assert listing.arranged() == names


def test_an_unmarked_draft_is_not_the_worst() -> None:
    """It has no F1 to be sorted by, and marks on it are no gain."""
    known = [Entry("draft", f1=0.0, unmarked=True), Entry("bad", f1=0.1), Entry("good", f1=0.9)]
    assert arrange(known, "f1") == ["bad", "good", "draft"]
    unmarked = Result(unmarked=True)
    assert format_result(unmarked, unmarked) == "nothing is marked yet"
    assert format_result(Result(1.0, 1.0, 1.0), unmarked) == "precision 1.000  recall 1.000  F1 1.000"


def test_an_approved_document_stays_in_a_filtered_list(folder: Path) -> None:
    """What was looked for by status is worked through without holes; the filter, given again, is applied anew."""

    async def scenario(driver: Driver) -> None:
        await driver.press("tab", "slash")
        await driver.type("gold")
        await driver.press("enter", "escape", "tab", "slash")
        await driver.type("gold")
        await driver.press("enter", "tab", "a")
        assert (driver.screen.desk.listing.arranged(), driver.document) == (["dry", "rain"], "rain")
        await driver.press("R")
        assert driver.screen.desk.listing.arranged() == ["rain"]

    drive(folder, scenario)

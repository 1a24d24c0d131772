"""The form of metadata, and what else of a page's metadata is shown."""

from __future__ import annotations

from pathlib import Path

import msgspec

from annotate.review.widgets.keyline import KeyLine
from evaluate.package import Source, read_document, read_journal, write_document
from tests.annotate.review.driving import Driver
from tests.annotate.review.two_columns import drive


def test_the_meta_form_refuses_what_is_no_language(folder: Path) -> None:
    """A wrong tag is named and nothing saved; a right one is saved in its usual letter case."""

    async def scenario(driver: Driver) -> None:
        await driver.press("m", "tab", "tab", "end")
        await driver.type("glish!")
        await driver.press("enter")
        assert any("'english!' is not a BCP 47 tag" in line for line in driver.text())
        await driver.press("ctrl+u")
        await driver.type("de-at")
        await driver.press("enter")

    drive(folder, scenario)
    assert read_document(folder, "dry").meta.language == "de-AT"
    entry = next(iter(read_journal(folder)))
    assert (entry.action, entry.detail) == ("meta", {"fields": {"language": ["en", "de-AT"]}})


def test_what_a_page_calls_itself_does_not_reach_the_terminal(folder: Path) -> None:
    """Commands for the terminal are not shown, neither in a message, and stay in the file if nobody changes it."""
    document = read_document(folder, "dry")
    harmful = "Nice\x1b]52;c;Y3VybA==\x07 page"
    meta = msgspec.structs.replace(
        document.meta, title=harmful, note=harmful, language="e\x1bn", source=Source(headers={harmful: harmful})
    )
    write_document(folder, "dry", meta=meta, text=document.text)

    async def scenario(driver: Driver) -> None:
        for keys in (("m",), ("f",), ("i",), ("tab",)):
            driver.screen.query_one(KeyLine).say(harmful, wrong=True)
            await driver.press(*keys)
            shown = "\n".join(driver.text())
            assert not set(shown) & {"\x1b", "\x07"}
            if keys in (("m",), ("f",)):
                assert "Nice\ufffd]52;c;Y3VybA==\ufffd page" in shown
                await driver.press("enter")

    drive(folder, scenario)
    assert read_document(folder, "dry").meta == meta
    assert list(read_journal(folder)) == []


def test_the_meta_form_leaves_alone_what_nobody_changed(folder: Path) -> None:
    """A page without an address, or with a language longer than we write it, can still get a title."""
    document = read_document(folder, "dry")
    meta = msgspec.structs.replace(document.meta, url="", language="de-CH-1901")
    write_document(folder, "dry", meta=meta, text=document.text)

    async def scenario(driver: Driver) -> None:
        await driver.press("m", "tab")
        await driver.type("Rain")
        await driver.press("enter")

    drive(folder, scenario)
    (entry,) = read_journal(folder)
    assert entry.detail == {"fields": {"title": [None, "Rain"]}}


def test_enter_saves_from_a_box_too(folder: Path) -> None:
    """On a flag it saves the form as it stands and toggles nothing; the next key is one of the reviewer's again."""

    async def scenario(driver: Driver) -> None:
        await driver.press("m", *["tab"] * 6, "enter", "x")

    drive(folder, scenario)
    meta = read_document(folder, "dry").meta
    assert (meta.fragmented, meta.status) == (False, "rejected")

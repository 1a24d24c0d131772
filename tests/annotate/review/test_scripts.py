"""Text of any script on the screen, and in a search."""

from __future__ import annotations

import re
from pathlib import Path
from unicodedata import normalize

import pytest
from rich.cells import cell_len

from annotate.review.documents import Entry, arrange
from annotate.review.model.linetext import ease
from annotate.review.model.page import build_page
from annotate.review.widgets.linedrawing import _compile
from tests.annotate.review.driving import run_reviewer
from tests.annotate.review.pages import make_package
from tests.annotate.review.threads import run_async

VIETNAMESE, KOREAN = "Hà Nội mùa thu", "한국 뉴스"


TURKISH, PERSIAN = "İstanbul haberleri", "کتاب\u200cها"


@pytest.mark.parametrize(
    ("text", "written"),
    [
        (VIETNAMESE, VIETNAMESE),
        (VIETNAMESE, normalize("NFD", VIETNAMESE)),
        (KOREAN, normalize("NFD", KOREAN)),
        (TURKISH, TURKISH.replace("b", "\xadb")),
        (PERSIAN.replace("\u200c", ""), PERSIAN),
        ("คำไทย", "คำ\u200bไทย"),
    ],
)
def test_a_search_finds_words_however_they_are_written(tmp_path: Path, text: str, written: str) -> None:
    """In the page and in the list of documents; a keyboard writes letters with their accents in one, and few people
    type characters that nobody sees.
    """
    folder = make_package(tmp_path / "news", {"one": (f"<p>First line.</p>\n<p>{written}</p>", ())}, title=written)

    async def scenario() -> None:
        async with run_reviewer(folder, ()) as driver:
            await driver.press("slash")
            await driver.type(text)
            await driver.press("enter")
            assert (driver.screen.lines.pattern, driver.screen.lines.line) == (text, 1)
            drawn = driver.screen.lines.render_line(1)
            assert ease("".join(part.text for part in drawn if part.style and part.style.reverse)) == ease(text)
            await driver.press("tab", "slash")
            await driver.type(text)
            await driver.press("enter")
            assert driver.screen.desk.listing.arranged() == ["one"]

    run_async(scenario())


@pytest.mark.parametrize("title", ["हिन्दी समाचार", "ข่าววันนี้", "👩\u200d🍳 “`code`”"])
def test_columns_stand_after_titles_of_any_script(tmp_path: Path, title: str) -> None:
    """As they are drawn, nothing of a row is lost or moved."""
    folder = make_package(tmp_path / "news", {"one": ("<p>Text.</p>", ())}, title=title)

    async def scenario() -> None:
        async with run_reviewer(folder) as driver:
            row, border, _ = driver.text()[1].partition("│")
            assert row.split()[-3:] == ["one", "en", "0"]
            assert cell_len(row + border) == driver.screen.query_one("#left").region.right

    run_async(scenario())


@pytest.mark.parametrize("letter", ["ที่", "ក្រី", "👨\u200d👩\u200d👧", "e\u0323\u0302", "&eacute;", "&#x1F44D;"])
def test_lines_of_text_without_spaces_break_between_letters(letter: str) -> None:
    """A line is marked as a whole; its end would cut a letter, or the reference that stands for one."""
    for shift in range(len(letter)):
        html = f"<p>{'x' * shift}{letter * 200}</p>"
        breaks = build_page(html).start[1:].tolist()
        assert {(place - len("<p>") - shift) % len(letter) for place in breaks} == {0}


def test_what_is_pasted_into_a_search_is_found_and_shown() -> None:
    """Copied from a page, it may have soft hyphens, and letters apart from their accents."""
    pasted = normalize("NFD", VIETNAMESE).replace("m", "\xadm")
    assert arrange([Entry("a", title=VIETNAMESE), Entry("b", title="Hanoi")], "name", pasted) == ["a"]
    (found,) = re.finditer(_compile(pasted) or "", f"{VIETNAMESE}!")
    assert found[0] == VIETNAMESE


def test_a_row_of_flags_breaks_between_them_in_linear_time() -> None:
    """A flag is two letters that belong together by how many stand before them."""
    breaks = build_page(f"<p>{'🇩🇪' * 100_000}</p>").start[1:]
    assert len(breaks) > 3000
    assert set((breaks - len("<p>")) % 2) == {0}


def test_breaks_elsewhere_stay_where_they_are() -> None:
    """Words of Latin letters are cut where the method of the tag ratios cuts them."""
    html = "<p>" + "Lorem ipsum dolor sit amet. " * 50 + "x" * 500
    page = build_page(html)
    assert page.start.tolist() == page.model.lines.start.tolist()

"""The reviewer driven by its keys."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest
from rich.color import Color
from textual.filter import dim_color
from textual.strip import Strip

from annotate.review.assignment import Assignment
from annotate.review.columns import Column
from annotate.review.config import Config
from annotate.review.screens.help import describe_signs
from annotate.review.screens.keys import BINDINGS
from annotate.review.symbols import ASCII, UNICODE, Symbols, draw_bar
from annotate.review.widgets.documents import fits_ends
from evaluate.package import Status, read_document, read_journal
from tests.annotate.review.driving import run_reviewer
from tests.annotate.review.pages import ARTICLE, HEADING, MONDAY, NORTH, SOUTH, make_package
from tests.annotate.review.threads import run_async


def two_pages(tmp_path: Path) -> Path:
    """A package with the same article marked well and badly."""
    pages = {"dry": (ARTICLE, (SOUTH,)), "rain": (ARTICLE, ((HEADING[0], NORTH[1]),))}
    return make_package(tmp_path / "news", pages)


def test_toggle_undo_approve(tmp_path: Path) -> None:
    """Going to a line, toggling it, taking it back and approving is on disk and in the journal, step by step."""
    folder = two_pages(tmp_path)

    async def scenario() -> None:
        async with run_reviewer(folder) as driver:
            await driver.press("slash")
            await driver.type("sun comes")
            await driver.press("enter", "b")
            assert read_document(folder, "dry").spans == (SOUTH, MONDAY)
            await driver.press("z")
            assert read_document(folder, "dry").spans == (SOUTH,)
            await driver.press("Z", "a")
            assert driver.document == "rain"

    run_async(scenario())
    assert read_document(folder, "dry").spans == (SOUTH, MONDAY)
    assert read_document(folder, "dry").meta.status == "reviewed"
    assert [d.action for d in read_journal(folder)] == ["toggle", "undo", "redo", "approve"]


def test_accepting_the_prediction_brings_the_f1_to_one(tmp_path: Path) -> None:
    """What is shown below the lines changes with the decision."""
    folder = two_pages(tmp_path)

    async def scenario() -> None:
        async with run_reviewer(folder) as driver:
            assert "F1 1.000" not in "\n".join(driver.text())
            await driver.press("A")
            assert "F1 1.000" in "\n".join(driver.text())
            assert "0 lines differ" in "\n".join(driver.text())

    run_async(scenario())


def test_a_broken_extractor_is_named_and_nothing_else_breaks(tmp_path: Path) -> None:
    """An extractor that is not there is shown as failed; lines can still be toggled."""
    folder = two_pages(tmp_path)
    assignment = Assignment(folder, ("dry", "rain"), (Column("no-such-extractor"),), "ann")

    async def scenario() -> None:
        async with run_reviewer(folder, assignment=assignment) as driver:
            assert "failed: no extractor named 'no-such-extractor'" in "\n".join(driver.text())
            await driver.press("j", "space")

    run_async(scenario())
    assert [d.action for d in read_journal(folder)] == ["toggle"]


@pytest.mark.long
def test_a_broken_document_is_named_and_the_others_can_be_reviewed(tmp_path: Path) -> None:
    """Its error is one message; no key does harm while nothing is open; the next document opens."""
    folder = two_pages(tmp_path)
    (folder / "dry.json").write_text("{", "utf-8")
    empty = make_package(tmp_path / "empty", {"nothing": ("", ())})

    async def scenario() -> None:
        async with run_reviewer(folder) as driver:
            assert "dry.json" in driver.said()
            for binding in BINDINGS:
                if binding.id not in ("quit", "palette", "browser", "next-document", "approve", "reject"):
                    await driver.press(binding.key.split(",")[0])
                    if driver.app.screen is not driver.screen:
                        await driver.press("escape")
            await driver.press("tab", "g", "enter", "A")
        async with run_reviewer(folder) as driver:
            await driver.press("right_square_bracket", "z")
            assert driver.document == "rain"
            await driver.press("left_square_bracket")
            assert "this is the first document" in driver.said()
        async with run_reviewer(empty) as driver:
            await driver.press("j", "space", "b", "t", "n", "A", "o", "d", "e", "a")

    run_async(scenario())
    assert [d.action for d in read_journal(folder)] == ["accept", "undo"]
    assert [d.action for d in read_journal(empty)] == ["approve"]


@pytest.mark.parametrize(("key", "row"), [("g", 2), ("v", 0), ("o", 0)])
def test_the_cursor_stays_where_the_person_has_begun(tmp_path: Path, key: str, row: int) -> None:
    """A late prediction takes it to the first difference, unless a range or a decision was begun on the first line."""
    folder = make_package(tmp_path / "news", {"rain": ("<p>Ad</p>\n" + ARTICLE, ())})

    async def scenario() -> None:
        async with run_reviewer(folder, ()) as driver:
            await driver.press(key)
            driver.screen.desk.set_columns([Column("cetr")])
            await driver.settle()
            assert driver.screen.lines.cursor == row

    run_async(scenario())


def test_headings_stay_above_their_columns_when_the_terminal_is_resized(tmp_path: Path) -> None:
    """The bar of the ratio is as wide as there is room for, and the columns are behind it."""
    folder = two_pages(tmp_path)

    async def scenario() -> None:
        async with run_reviewer(folder, size=(160, 32)) as driver:
            for width in (80, 60, 160):
                await driver.resize(width, 32)
                header, first, *_ = (line.rpartition("│")[2] for line in driver.text())
                assert (width, header.index("G1")) == (width, first.index("··"))

    run_async(scenario())


def test_what_a_fresh_user_is_told(tmp_path: Path) -> None:
    """An approval of an empty page is named, and how to leave is said where everything is said."""
    folder = make_package(tmp_path / "news", {"dry": (ARTICLE, ()), "rain": (ARTICLE, (SOUTH,))})

    async def scenario() -> None:
        async with run_reviewer(folder) as driver:
            await driver.press("a")
            assert driver.said() == "dry: approved as a page without main content; undo takes it back"
            await driver.press("a")
            assert driver.said() == "that was the last document"
            await driver.press("ctrl+c")
            assert driver.said() == "q quits; what was saved stays saved"
            assert not driver.app._notifications

    run_async(scenario())


def test_documents_of_one_site_are_told_apart(tmp_path: Path) -> None:
    """A name that is too long for the list keeps its number."""
    folder = make_package(tmp_path / "news", {f"old-news-example-org-000{i}": (ARTICLE, ()) for i in (1, 2)})

    async def scenario() -> None:
        async with run_reviewer(folder, (), size=(80, 24)) as driver:
            assert [line[:26] for line in driver.text()[1:3]] == [
                "▶○old-news-example…0001 en",
                " ○old-news-example…0002 en",
            ]

    run_async(scenario())
    assert fits_ends("example-org-0001", 16) == "example-org-0001"
    assert fits_ends("example-org-0001", 15) == "example-or…0001"


def test_a_name_takes_what_languages_and_flags_leave_free(tmp_path: Path) -> None:
    """At 80 columns usual names are whole; a flag or a longer language cuts those that it stands beside."""
    folder = make_package(tmp_path / "news", {"localhost-news-0001": (ARTICLE, ())})
    make_package(folder, {"localhost-news-0002": (ARTICLE, ())}, note="look again")
    shown: list[str] = []

    async def scenario() -> None:
        async with run_reviewer(folder, (), size=(80, 24)) as driver:
            shown.extend(line[:26] for line in driver.text()[1:4] if "000" in line)

    run_async(scenario())
    make_package(folder, {"localhost-news-0003": (ARTICLE, ())}, language="pt-BR")
    run_async(scenario())
    assert shown == [
        "▶○localhost-news-0001   en",
        " ○localhost-news-0002 ⚑ en",
        "▶○localhost-news-0001   en",
        " ○localhost-n…0002 ⚑    en",
        " ○localhost-new…0003 pt-BR",
    ]


@pytest.mark.parametrize("theme", ["textual-dark", "textual-light"])
def test_everything_can_be_read(tmp_path: Path, theme: str) -> None:
    """Text has a contrast of 4.5 and more with what is behind it, signs, bars and tags one of 3 and more."""
    pages = {"dry": (ARTICLE, (SOUTH,)), "rain": (ARTICLE, ((HEADING[0], NORTH[1]),))}
    folder = make_package(tmp_path / "news", pages, note="look again")
    faint: set[tuple[str, float]] = set()

    async def scenario() -> None:
        async with run_reviewer(folder, ("cetr", "plain"), config=Config(theme=theme)) as driver:
            for key in ("n", "v", "j", "k", "z", "d", "i"):
                await driver.press(key)
                for strip in driver.app.screen._compositor.render_strips():
                    faint.update(_find_faint(strip))
            driver.screen.say("not saved", wrong=True)
            await driver.settle()
            for strip in driver.app.screen._compositor.render_strips():
                faint.update(_find_faint(strip))

    run_async(scenario())
    assert not faint


def _find_faint(strip: Strip) -> Iterator[tuple[str, float]]:
    for segment in strip:
        style = segment.style
        if style is None or style.color is None or style.bgcolor is None or not segment.text.strip():
            continue
        ink = dim_color(style.bgcolor, style.color) if style.dim else style.color
        contrast = _measure_contrast(ink, style.bgcolor)
        text = segment.text.strip()
        # Signs, borders and bars have no letters; the names of tags are dimmed.
        if contrast < (4.5 if any(map(str.isalpha, text)) and not text.startswith("<") else 3):
            yield text, round(contrast, 1)


def _measure_contrast(one: Color, other: Color) -> float:
    """As the accessibility guidelines have it, 1 to 21."""
    light, dark = sorted((_measure_luminance(one), _measure_luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _measure_luminance(colour: Color) -> float:
    shares = (value / 255 for value in colour.get_truecolor())
    red, green, blue = (s / 12.92 if s <= 0.04045 else ((s + 0.055) / 1.055) ** 2.4 for s in shares)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize(("signs", "config"), [(UNICODE, Config()), (ASCII, Config(ascii=True))])
def test_every_status_has_a_sign_of_its_own(tmp_path: Path, signs: Symbols, config: Config) -> None:
    """A document of any status stands in the list with its sign, which the legend explains."""
    for status in get_args(Status):
        make_package(tmp_path / "news", {f"page-{status}": (ARTICLE, (SOUTH,))}, status=status)
    expected = {status: getattr(signs, status) for status in get_args(Status)}
    assert len(set(expected.values())) == len(expected)
    assert all(f"{sign} {status}" in describe_signs(signs) for status, sign in expected.items())

    async def scenario() -> None:
        async with run_reviewer(tmp_path / "news", config=config) as driver:
            screen = driver.text()
            for status, sign in expected.items():
                assert any(f"{sign}page-{status}" in line for line in screen)

    run_async(scenario())


@pytest.mark.long
def test_ascii_means_all_that_is_drawn(tmp_path: Path) -> None:
    """Borders, dialogs and what Textual draws itself are of ASCII; the text of a page is what it is, dots and all."""
    name = "a-name-that-is-cut-as-it-is-longer-than-the-list-0001"
    folder = make_package(tmp_path / "news", {name: ("<p>Größe · größer</p>" + ARTICLE, (SOUTH,))}, note="look again")

    async def scenario() -> None:
        async with run_reviewer(folder, size=(100, 30), config=Config(ascii=True)) as driver:
            assert "Größe · größer" in "\n".join(driver.text())
            for keys in ("", "d", "i", "c", "f", "m", "n t", "p", "z question_mark", "colon"):
                await driver.press(*keys.split())
                shown = "\n".join(driver.text()).replace("Größe · größer", "")
                assert (keys, [c for c in shown if not c.isascii()]) == (keys, [])
                await driver.press("escape")

    run_async(scenario())


def test_a_harvested_document_is_found_and_approved(tmp_path: Path) -> None:
    """The filter knows its status; approved it is reviewed, and undo makes it harvested again."""
    folder = make_package(tmp_path / "news", {"dry": (ARTICLE, (SOUTH,))})
    make_package(folder, {"rain": (ARTICLE, (NORTH,))}, status="harvested", annotator="rule news")

    async def scenario() -> None:
        async with run_reviewer(folder) as driver:
            await driver.press("tab", "slash")
            await driver.type("harvested")
            await driver.press("enter")
            assert driver.screen.desk.listing.arranged() == ["rain"]
            await driver.press("right_square_bracket", "a")
            assert read_document(folder, "rain").meta.status == "reviewed"
            await driver.press("z")

    run_async(scenario())
    approved, undone = read_journal(folder, "rain")
    assert (approved.action, approved.annotator) == ("approve", "ann")
    assert approved.detail["fields"]["status"] == ["harvested", "reviewed"]
    assert undone.action == "undo"
    assert read_document(folder, "rain").meta.status == "harvested"


def test_a_bar_has_a_threshold_where_there_is_one() -> None:
    """Where nothing was cut, no sign says where."""
    assert [draw_bar(UNICODE, 0.5, 0.25, threshold, 4) for threshold in (0.75, None)] == ["█◆ ┊", "█◆  "]

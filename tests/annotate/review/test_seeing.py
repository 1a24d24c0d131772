"""The page in a window beside the terminal: a real one, on a virtual screen, with a real mouse."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from annotate.review.model.page import build_page
from annotate.review.screens.seeing import lines_of
from annotate.review.window import WindowProgram
from annotate.window.messages import Deed, Look
from evaluate.package import read_document
from tests.annotate.review.driving import Driver, run_reviewer, until
from tests.annotate.review.pages import ARTICLE, HEADING, NORTH, make_package, span_of
from tests.annotate.review.threads import run_async
from tests.annotate.window import MISSING, virtual_screen

BLOCK = "margin: 0; height: 300px; font-size: 100px; line-height: 100px"
PAGE = f"""<html><body style="margin: 0">
<p style="{BLOCK}">First</p>
<p style="{BLOCK}">Second</p>
</body></html>
"""
FIRST, SECOND = span_of(PAGE, "First"), span_of(PAGE, "Second")


def do(*arguments: object) -> str:
    """Move the mouse of the screen, press its buttons and keys."""
    return subprocess.run(["xdotool", *map(str, arguments)], check=True, capture_output=True, text=True).stdout


def find_windows(name: str) -> list[str]:
    """The visible windows with a name; none also if another window is closed meanwhile, which ends the search."""
    search = ["xdotool", "search", "--onlyvisible", "--name", name]
    return subprocess.run(search, check=False, capture_output=True, text=True).stdout.split()


@pytest.mark.long
@pytest.mark.skipif(bool(MISSING), reason=f"{' and '.join(MISSING)} not installed (apt-get install xvfb xdotool)")
def test_what_is_done_in_the_window_is_decided_in_the_terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A click takes an element back, a drag marks text, Enter approves; another document follows; q closes it."""
    folder = make_package(tmp_path / "news", {"one": (PAGE, (FIRST,)), "two": (PAGE, (SECOND,))})

    def gold(name: str = "one") -> tuple[tuple[int, int], ...]:
        return read_document(folder, name).spans

    async def review() -> None:
        async with run_reviewer(folder, ()) as driver:
            heard: list[Deed] = []
            taking = driver.screen._take_deed

            async def take(deed: Deed) -> None:
                heard.append(deed)
                await taking(deed)

            monkeypatch.setattr(driver.screen, "_take_deed", take)
            await driver.press("w")
            await until(lambda: [deed.kind for deed in heard] == ["ready"])
            windows: list[str] = []
            await until(lambda: bool(windows.extend(find_windows("page.invalid")) or windows))
            (window,) = windows
            do("windowfocus", "--sync", window)

            def at(x: int, y: int) -> tuple[object, ...]:
                return ("mousemove", "--window", window, x, 140 + y)

            do(*at(60, 40), "mousemove_relative", "1", "1", "click", "1")
            await until(lambda: gold() == ())
            do(*at(2, 340), "mousedown", "1", *at(100, 345), *at(700, 350), "mouseup", "1")
            await until(lambda: gold() == (SECOND,))
            assert driver.screen.lines.line == build_page(PAGE).html[: SECOND[0]].count("\n")
            do("key", "Return")
            await until(lambda: read_document(folder, "one").meta.status == "reviewed")
            await until(lambda: [deed.name for deed in heard if deed.kind == "ready"] == ["one", "two"])
            do(*at(60, 40), "mousemove_relative", "1", "1", "click", "1")
            await until(lambda: gold("two") == ((FIRST[0], SECOND[1]),))
            do("key", "q")
            await until(lambda: not driver.screen._window.is_open)
            await driver.settle()
            await driver.press("w", "q")

    with virtual_screen() as display:
        monkeypatch.setenv("DISPLAY", display)
        run_async(review())


async def act(driver: Driver, *deeds: Deed) -> None:
    """Do something in a window that is not there."""
    for deed in deeds:
        driver.screen.call_later(driver.screen._take_deed, deed)
        await driver.settle()


def test_what_was_done_on_another_document_is_not_decided(folder: Path) -> None:
    """The window may lag behind; and nothing is decided behind a dialog."""

    async def review() -> None:
        async with run_reviewer(folder, ()) as driver:
            opened = driver.screen.desk.opened
            await act(driver, Deed("rain", "add", (NORTH,)), Deed("dry", "add", ()))
            await driver.press("f")
            await act(driver, Deed("dry", "add", (NORTH,)))
            assert driver.screen.desk.opened is opened
            assert driver.said() == "the terminal is asking a question: answer it first"

    run_async(review())


def test_marks_of_the_window_are_decisions_like_others(folder: Path) -> None:
    """Marked, cut, taken back by a second click, undone; what is not rendered is never marked."""
    title = span_of(ARTICLE, "Rain | The Daily")

    async def review() -> None:
        async with run_reviewer(folder, ()) as driver:

            def gold() -> tuple[tuple[int, int], ...]:
                return driver.screen.desk.opened.state.spans

            before = gold()
            await act(driver, Deed("dry", "add", (title, HEADING)))
            assert gold() == (HEADING, *before)
            await act(driver, Deed("dry", "add", (HEADING,)))
            assert gold() == before
            await act(driver, Deed("dry", "cut", before))
            assert gold() == ()
            await act(driver, Deed("dry", "command", command="undo"), Deed("dry", "command", command="undo"))
            assert gold() == (HEADING, *before)
            await act(driver, Deed("dry", "problem", command="it shows no text"))
            assert driver.said() == "the window: dry: it shows no text"

    run_async(review())


def test_the_lines_of_spans() -> None:
    """They are the lines with text in the spans, each once."""
    page = build_page(ARTICLE)
    assert lines_of(page, (HEADING, NORTH)) == [2, 3, 4, 5]
    assert lines_of(page, ((HEADING[0] - 4, HEADING[0]), (0, 0))) == []


def test_a_browser_that_cannot_open_is_told() -> None:
    """The reviewer gets one line that says why."""
    said: list[str] = []

    async def open_one() -> None:
        window = WindowProgram("/no/such/browser", said.append, said.append)
        await window.open(Look("", "rain"))
        await until(lambda: not window.is_open)
        await window.close()

    run_async(open_one())
    assert said == ["--browser: /no/such/browser: is not a program; name the program of a Chromium, or leave it out"]


def test_without_a_screen_it_says_so_at_once(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The message names the page's file, and no browser is started."""
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)

    async def review() -> None:
        async with run_reviewer(folder, ()) as driver:
            await driver.press("w")
            page = folder / "dry.html"
            assert driver.said() == f"there is no screen for a window; the saved page is {page}"
            assert driver.screen._window is None

    run_async(review())

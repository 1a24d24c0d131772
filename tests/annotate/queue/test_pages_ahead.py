"""Pages that are prepared while another one is marked: they take nothing from it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext

from annotate.capture.errors import CaptureError
from annotate.capture.hand import Hand
from annotate.capture.session import Session
from annotate.capture.settings import Settings
from annotate.capture.world import FREEZE_KEY
from tests.annotate.capturing import QUICK, finish
from tests.annotate.site import RESPONSES
from tests.annotate.window import Mouse, Window, with_window
from tests.annotate.working import Person, work

OPENS = b"<p>Next.</p><script>open('/other.html'); setTimeout(() => open('/article.html'), 200)</script>"
ALL = (
    "Bread & butter <today>\nFlour, water and salt; 5 € a kilo — that is all 🍞 there is to it.\n"
    "Buy a toaster now\nWait twelve hours, then bake."
)


@pytest.fixture
def opener(site: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """The address of a page that opens two windows."""
    monkeypatch.setitem(RESPONSES, "/opener.html", (200, {"Content-Type": "text/html"}, OPENS))
    return f"{site}/opener.html"


@pytest.mark.long
@with_window
@pytest.mark.parametrize("page", ["other.html", "opener.html"])
def test_a_drag_goes_on_while_the_next_page_is_loaded(
    window: Window, page: str, site: str, opener: str, tmp_path: Path
) -> None:
    """With a real mouse in a real window: neither the next page's tab nor a window that it opens comes in between."""

    def meanwhile(session: Session) -> None:
        ahead = session.prepare(f"{site}/{page}")
        finish(ahead)
        assert ahead.frozen is not None and ahead.frozen.screenshot
        session.pump(0.3)

    settings = Settings(limits=QUICK, annotator="tester")
    text, pages = window.run(partial(drag, tmp_path / "gold", settings, f"{site}/article.html", meanwhile))
    assert text == ALL
    assert sorted(pages) == [f"{site}/article.html", f"{site}/{page}"]


@pytest.mark.long
@with_window
def test_a_drag_goes_on_while_the_page_is_frozen(window: Window, site: str, tmp_path: Path) -> None:
    """With its layout and its picture: what was begun before the toolbar came is marked when it is let go of."""

    def meanwhile(session: Session) -> None:
        Hand(session).press(FREEZE_KEY)
        assert session.frozen.screenshot is not None

    settings = Settings(limits=QUICK, auto_freeze=False, annotator="tester")
    text, _ = window.run(partial(drag, tmp_path / "gold", settings, f"{site}/article.html", meanwhile))
    assert text == ALL


@with_window
def test_what_a_page_loads_when_it_is_seen_it_loads_in_the_background(
    window: Window, site: str, tmp_path: Path
) -> None:
    """In a real window, where what is not in front is not seen."""

    def prepare(context: BrowserContext) -> str:
        session = Session(context, tmp_path / "gold", Settings(limits=replace(QUICK, screens=5), screenshot=False))
        session.open(f"{site}/article.html")
        ahead = session.prepare(f"{site}/lazy.html#endless")
        finish(ahead)
        session.open(f"{site}/lazy.html#endless", ahead=ahead)
        return session.frozen.html

    html = window.run(prepare)
    assert '<p id="late">Came into view.</p>' in html and ">Item 10.</p>" in html


@with_window
def test_a_window_has_no_empty_tab(window: Window, site: str, tmp_path: Path) -> None:
    """The first page comes into the one with which the window opens, which stays where that page fails."""

    def look(context: BrowserContext) -> list[list[str]]:
        session = Session(context, tmp_path / "gold", Settings(limits=QUICK, screenshot=False))
        seen = []
        for page in ("article.html", "missing.html", "other.html"):
            with suppress(CaptureError):
                session.open(f"{site}/{page}")
            seen.append([page.url for page in context.pages if not page.is_closed()])
        return seen

    article, other = f"{site}/article.html", f"{site}/other.html"
    assert window.run(look)[::2] == [[article], [other]]


def drag(
    folder: Path, settings: Settings, url: str, meanwhile: Callable[[Session], None], context: BrowserContext
) -> tuple[str, list[str]]:
    """Drag over the main content, with something that happens half way: what is marked, and the pages in the window."""
    session = Session(context, folder, settings)
    session.open(url)
    start, end = session.page.evaluate(_CORNERS)
    mouse = Mouse(session)
    mouse.move(*start)
    mouse.down()
    mouse.move((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    meanwhile(session)
    mouse.move(*end)
    mouse.up()
    return session.state.text, [page.url for page in context.pages if page.url != "about:blank"]


_CORNERS = """() => {
  const range = document.createRange();
  range.selectNodeContents(document.querySelector("#head"));
  const head = range.getBoundingClientRect();
  const { right, top, bottom } = document.querySelector("#two").getBoundingClientRect();
  return [[head.left + 1, (head.top + head.bottom) / 2], [right - 5, (top + bottom) / 2]];
}"""


def test_windows_of_a_page_ahead_are_closed_and_told(
    session: Session, site: str, opener: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where the browser lets it open them: the headless one does, and one whose profile allows it."""
    before = len(session.context.pages)
    open_pages: list[int] = []

    def count(person: Person, hand: Hand) -> None:
        person.pump(0.1)
        if [ahead.tab.shut for ahead in person.run.ahead.ready.values()] != [2]:
            person.deeds.insert(0, count)
            return
        open_pages.append(len(person.context.pages) - before)
        hand.press("n")

    person = Person(session, count)
    work(session, person, f"{site}/article.html", opener)
    assert open_pages == [2]
    assert capsys.readouterr().err.splitlines() == [
        f"annotate: {opener}: 2 windows that it opened were closed",
        "annotate: 2 of 2 pages are left; run the same command again to continue",
    ]


def test_nothing_is_prepared_while_somebody_drags(session: Session, site: str) -> None:
    """The next page has its tab once the button is up."""
    ready: list[int] = []

    def count(person: Person, hand: Hand) -> None:
        ready.append(len(person.run.ahead.ready))

    def press(person: Session, hand: Hand) -> None:
        hand.move(100, 100)
        hand.down()

    person = Person(session, press, count, count, lambda _, hand: hand.up(), count)
    work(session, person, f"{site}/article.html", f"{site}/other.html")
    assert ready == [0, 0, 1]


def test_two_pages_are_ready_before_their_turn(session: Session, site: str) -> None:
    """Frozen behind the one that is marked, not the third; and they come as they were frozen."""
    urls = [f"{site}/{page}" for page in ("article.html", "other.html", "scripts.html", "lazy.html")]
    ready: list[list[str]] = []
    came: list[bool] = []

    def look(person: Person, hand: Hand) -> None:
        person.pump(0.1)
        done = [url for url, ahead in person.run.ahead.ready.items() if ahead.frozen is not None]
        if len(done) < 2:
            person.deeds.insert(0, look)
            return
        person.pump(0.3)
        ready.append(done)
        frozen = person.run.ahead.ready[urls[1]].frozen
        person.deeds.append(lambda person, _: came.append(person.frozen is frozen))
        hand.press("n")

    work(session, Person(session, look), *urls)
    assert ready == [urls[1:3]]
    assert came == [True]


def test_what_cannot_be_frozen_ahead_fails_in_its_turn(session: Session, site: str) -> None:
    """An empty page runs on in the background, and says why where it is opened."""
    session.open(f"{site}/article.html")
    ahead = session.prepare(f"{site}/hidden.html")
    finish(ahead)
    assert ahead.frozen is None and not ahead.tab.held
    with pytest.raises(CaptureError, match="the page is empty"):
        session.open(f"{site}/hidden.html", ahead=ahead)


def test_the_page_before_is_in_front_until_the_next_one_has_come(session: Session, site: str) -> None:
    """No empty tab in between: the new page comes to the front once it is there."""
    session.open(f"{site}/article.html")
    session.set_aside()
    shown: list[str] = []
    session.context.once("page", lambda page: shown.append(page.url))
    session.open(f"{site}/other.html")
    assert shown[0].startswith("about:blank#")  # opened behind the other

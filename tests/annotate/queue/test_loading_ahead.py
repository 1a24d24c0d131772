"""The next pages of a queue load while one is marked."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from annotate.capture.ahead import Ahead
from annotate.capture.errors import BusyError
from annotate.capture.hand import Hand
from annotate.capture.loading import load
from annotate.capture.model import Saved
from annotate.capture.session import Session
from annotate.capture.tab import Limits, Tab
from annotate.capture.working import work_through
from annotate.queue.politeness import Pace, Politeness, Robots
from evaluate.package import read_document, read_package
from tests.annotate.capturing import QUICK
from tests.annotate.site import RESPONSES
from tests.annotate.working import Person, make_run, work
from tests.servers import Quiet, serving


def test_the_next_page_loads_while_one_is_marked(session: Session, site: str) -> None:
    """A page prepared in the background is there when it is opened, and has its source."""
    session.open(f"{site}/article.html", progress="1/2")
    ahead = session.prepare(f"{site}/other.html")
    Hand(session).drag("#head")
    Hand(session).press("Enter")
    assert isinstance(session.outcome, Saved)
    assert ahead.tab.page.url == f"{site}/other.html"
    session.open(f"{site}/other.html", ahead=ahead)
    Hand(session).drag("p")
    Hand(session).press("Enter")
    assert isinstance(session.outcome, Saved)
    document = read_document(session.folder, session.outcome.name)
    assert document.text == "This is another page."
    assert document.path(".source.html").exists()


def test_a_page_that_was_closed_before_its_turn_is_loaded_anew(session: Session, site: str) -> None:
    """Its tab is there in the window, and may be closed or crash."""
    session.open(f"{site}/article.html")
    ahead = session.prepare(f"{site}/other.html")
    ahead.tab.close_page()
    session.open(f"{site}/other.html", ahead=ahead)
    Hand(session).drag("p")
    assert session.state.text == "This is another page."


def test_a_page_that_does_not_load_ahead_loads_when_it_is_opened(session: Session, site: str) -> None:
    """The browser lets no script lead to such a URL, and no server answers for it."""
    session.open(f"{site}/article.html")
    url = "data:text/html,<p>This is another page."
    session.open(url, ahead=session.prepare(url))
    Hand(session).drag("p")
    assert session.state.text == "This is another page."


def test_a_page_that_loads_in_the_background_is_given_its_time(
    session: Session, site: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It may take no longer than any other, and what took longer may be tried again."""
    session.open(f"{site}/article.html")
    with socket.create_server(("127.0.0.1", 0)) as silent:
        page = f'<p>text</p><script src="http://127.0.0.1:{silent.getsockname()[1]}/"></script>'.encode()
        monkeypatch.setitem(RESPONSES, "/waiting.html", (200, {"Content-Type": "text/html"}, page))
        ahead = session.prepare(f"{site}/waiting.html")
        ahead.tab.page.wait_for_url("**/waiting.html", wait_until="commit")
        session.settings = replace(session.settings, limits=replace(QUICK, timeout=1))
        with pytest.raises(BusyError, match="did not load within 1 s"):
            session.open(f"{site}/waiting.html", ahead=ahead)


class _Thinking(Quiet, BaseHTTPRequestHandler):
    """Answers the first request when it ``may``, and others at once."""

    requested: list[str]
    may: Event

    def do_GET(self) -> None:
        self.requested.append(self.path)
        if len(self.requested) == 1:
            self.may.wait(60)
        with suppress(BrokenPipeError):  # the browser has given it up
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(b"<p>This is another page.</p>")


@pytest.fixture
def ahead(session: Session, site: str) -> Iterator[tuple[Ahead, type[_Thinking]]]:
    """A page that was requested while another one is open, and its server."""
    thinking = type("Thinking", (_Thinking,), {"requested": [], "may": Event()})
    with serving(ThreadingHTTPServer(("127.0.0.1", 0), thinking)) as server:
        try:
            session.open(f"{site}/article.html")
            ahead = session.prepare(f"http://{server}/page.html")
            while not thinking.requested:
                session.pump()
            yield ahead, thinking
        finally:
            thinking.may.set()


def test_a_page_that_is_on_its_way_is_not_requested_again(
    session: Session, ahead: tuple[Ahead, type[_Thinking]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The answer to the first request might come just then, and the page would be replaced, or fail."""
    begun, thinking = ahead

    def load_now(*arguments: Any) -> None:
        thinking.may.set()
        load(*arguments)

    monkeypatch.setattr("annotate.capture.perform.load", load_now)
    session.open(begun.tab.url, ahead=begun)
    Hand(session).drag("p")
    assert (thinking.requested, session.state.text) == (["/page.html"], "This is another page.")


def test_a_page_that_was_on_its_way_for_too_long_is_requested_again(
    session: Session, ahead: tuple[Ahead, type[_Thinking]]
) -> None:
    """A person may be at the page before for any time, and the answer may have been lost."""
    begun, thinking = ahead
    begun.tab.begun -= session.settings.limits.timeout
    session.open(begun.tab.url, ahead=begun)
    Hand(session).drag("p")
    assert (thinking.requested, session.state.text) == (["/page.html"] * 2, "This is another page.")


class _SlowRobots(Robots):
    """A site whose robots.txt comes when the person has had the toolbar twice."""

    def __init__(self) -> None:
        super().__init__()
        self.answered = Event()
        self.came_in_time = True

    def allows(self, url: str) -> bool:
        """Wait for the answer."""
        if url.endswith("other.html"):
            self.came_in_time &= self.answered.wait(60)
        return True

    def delay(self, url: str) -> float:
        """None."""
        return 0.0


class _Closer(Session):
    """A session whose person closes the window between two looks at it, while the next page is to be prepared."""

    def __init__(self, session: Session, robots: _SlowRobots) -> None:
        super().__init__(session.context, session.folder, session.settings)
        self.robots = robots
        self.looks = 0

    def prepare(self, url: str) -> Ahead:
        """Too late."""
        self.page.close()
        return super().prepare(url)

    def wait(self, limit: float | None = None) -> Saved | None:
        """Look, and again."""
        self.looks += 1
        if self.looks == 2:
            self.robots.answered.set()
        return super().wait(limit)


def test_a_window_may_be_closed_while_the_next_page_is_prepared(
    session: Session, site: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The queue is left, in one line; the toolbar had answered while robots.txt was on its way."""
    pages = ((f"{site}/article.html", None), (f"{site}/other.html", None))
    robots = _SlowRobots()
    closer = _Closer(session, robots)
    politeness = Politeness(robots, Pace(0), retries=0)
    work_through(make_run(session, pages, politeness, closer))
    assert capsys.readouterr().err == "annotate: 2 of 2 pages are left; run the same command again to continue\n"
    assert (robots.came_in_time, closer.looks > 2) == (True, True)


@pytest.mark.long
def test_a_site_that_does_not_answer_is_passed_over_with_what_loads_of_it(
    session: Session, site: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its fourth page, which loads in the background, is given up with its tab, and another site's page comes."""
    tabs: list[int] = []

    def load_hastily(tab: Tab, url: str, limits: Limits, waiting: Callable[[], None]) -> None:
        load(tab, url, limits if url.startswith(site) else replace(limits, timeout=1), waiting)

    monkeypatch.setattr("annotate.capture.perform.load", load_hastily)

    def look(person: Person, _: Hand) -> None:
        tabs.append(len(person.context.pages))

    with socket.create_server(("127.0.0.1", 0)) as silent:
        dead = [(f"http://127.0.0.1:{silent.getsockname()[1]}/{number}", None) for number in range(4)]
        pages = [(f"{site}/article.html", None), *dead, (f"{site}/other.html", None)]
        person = Person(session, *[look] * 9, lambda person, hand: hand.press("Control+a", "Enter"), look)
        run = make_run(session, pages, Politeness(None, Pace(0), retries=0), person)
        run.depth = 5
        work_through(run)
        person.close()
    late = "did not load within 1 s; allow more with --timeout"
    not_tried = "not tried: 3 pages of its site in a row did not load in time; the next run tries it again"
    assert [reason for _, reason in run.failures] == [late, late, late, not_tried]
    assert (tabs[8] - tabs[0], tabs[-1] - tabs[0]) == (5, 1)  # the first page is set aside
    assert not run.ahead.ready


def test_files_do_not_load_ahead(session: Session, tmp_path: Path) -> None:
    """The browser does not let a tab in the background go to a file, so there is no tab that would wait for ever."""
    for name in ("one", "other"):
        (tmp_path / f"{name}.html").write_text(f"<p>The {name} page.</p>")
    tabs: list[int] = []

    def look(person: Person, _: Hand) -> None:
        tabs.append(len(person.context.pages))

    person = Person(session, *[look] * 5, lambda person, hand: hand.press("Control+a", "Enter"), look)
    work(session, person, *((tmp_path / f"{name}.html").as_uri() for name in ("one", "other")))
    assert tabs[:5] == [tabs[0]] * 5
    assert read_package(person.folder).names == ("file-0001",)


def test_the_next_page_is_scrolled_while_one_is_marked(session: Session, site: str) -> None:
    """What a page in the background loads when it is seen is there when the page is opened, from its top."""
    session.open(f"{site}/article.html")
    session.settings = replace(session.settings, limits=Limits(screens=5))
    ahead = session.prepare(f"{site}/lazy.html#endless")
    while not ahead.is_done:
        session.wait(limit=0.02)
        ahead.go_on()
    assert ahead.tab.world.peek("[scrollY, document.querySelectorAll('.item').length >= 10]") == [0, True]
    session.open(f"{site}/lazy.html#endless", ahead=ahead)
    assert ">Item 10.</p>" in session.frozen.html

"""Pages that lead elsewhere, open windows, or do not come to an end."""

from __future__ import annotations

import socket
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from threading import Event

import pytest

from annotate.capture.hand import Hand
from annotate.capture.session import Session
from annotate.capture.tab import Limits
from evaluate.package import read_document
from tests.annotate.capture.drags import save
from tests.annotate.capturing import QUICK, capture
from tests.annotate.site import RESPONSES


def test_a_page_that_leaves_stays_while_it_is_marked(session: Session, site: str) -> None:
    """Reloading, leaving, opening windows, downloading and changing text wait until the page is released."""
    before = len(session.context.pages)
    session.settings = replace(session.settings, limits=Limits(settle=0))  # before it leaves by itself
    session.open(f"{site}/restless.html")
    opened = len(session.context.pages) - before - 1
    session.pump(1.6)
    Hand(session).drag("#main")
    Hand(session).press("m")
    assert (session.page.url, len(session.context.pages)) == (f"{site}/restless.html", before + 1 + opened)
    document = save(session)
    assert (document.text, document.meta.multiple_articles) == ("A page that does not stay.", True)
    session.close()
    assert len(session.context.pages) == before


def test_a_window_that_a_page_has_opened_leaves_it_alone(session: Session, tmp_path: Path) -> None:
    """It is closed when the page is frozen: its scripts would change what is being marked."""
    before = len(session.context.pages)
    page = tmp_path / "page.html"
    page.write_text(
        "<p id=a>To be marked.</p><script>const other = open('', 'other');"
        "const code = other.document.createElement('script'); other.document.head.append(code);"
        "code.textContent = 'setInterval(() => { opener.a.className += 1; }, 20)';</script>"
    )
    session.open(str(page))
    classes = session.page.get_attribute("#a", "class")
    session.pump(0.3)
    assert session.page.get_attribute("#a", "class") == classes
    assert len(session.context.pages) == before + 1


def test_a_page_that_jumps_on_is_captured_where_it_ends(session: Session, site: str) -> None:
    """A redirect by script is followed before the page is frozen; URL and source are those of the last page."""
    saved = capture(session, f"{site}/jump.html", ["#head"])
    document = read_document(session.folder, saved.name)
    assert document.meta.url == f"{site}/article.html"
    assert b"Bread" in document.path(".source.html").read_bytes()


@pytest.mark.parametrize(("settle", "begins"), [(0, 20), (3, 20), (3, 300)])
def test_a_script_without_end_is_ended(session: Session, settle: float, begins: int) -> None:
    """Whenever it begins, the page is captured as its script has left it."""
    session.settings = replace(session.settings, limits=replace(session.settings.limits, settle=settle, busy=0.5))
    page = "<p id=main>Before.</p><script>onload = () => setTimeout(() => { while (true); }, BEGINS)</script>"
    page = page.replace("BEGINS", str(begins))
    assert capture(session, f"data:text/html,{page}", ["#main"]).text == "Before."


def test_a_page_that_would_leave_by_itself_stays(session: Session) -> None:
    """A refresh that the document itself asks for does not come while the page is marked."""
    session.settings = replace(session.settings, limits=replace(session.settings.limits, settle=0))
    session.open('data:text/html,<meta http-equiv="refresh" content="3;url=about:blank"><p id=main>It stays.')
    session.tab.pause(3.5)
    Hand(session).drag("#main")
    assert save(session).text == "It stays."


@pytest.mark.long
def test_a_page_that_leads_to_what_never_comes_is_marked_where_it_is(
    session: Session, site: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As long as another document is on its way, the browser answers nothing that is asked of a page."""
    session.settings = replace(session.settings, limits=replace(QUICK, timeout=10, quiet=1))
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"http://127.0.0.1:{silent.getsockname()[1]}/"
        page = f"<p id=main>It stays.<script>onload = () => setTimeout(() => location = '{address}', 300)</script>"
        monkeypatch.setitem(RESPONSES, "/leading.html", (200, {"Content-Type": "text/html"}, page.encode()))
        session.open(f"{site}/leading.html")
        Hand(session).drag("#main")
        assert save(session).text == "It stays."


def answer_late(server: socket.socket, asked: Event) -> None:
    """Answer a request after a while, within the time that a document may take."""
    connection, _ = server.accept()
    with connection:
        connection.recv(10_000)
        asked.set()
        time.sleep(1)
        connection.sendall(b"HTTP/1.0 200 OK\r\nContent-Type: text/html\r\n\r\n<p id=main>It comes.")


@pytest.mark.long
def test_a_page_that_runs_for_long_may_lead_to_a_slow_one(
    session: Session, site: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The document has its time from when the page is first asked for something meanwhile."""
    limits = replace(QUICK, timeout=5)
    session.settings = replace(session.settings, limits=limits, auto_freeze=False)
    with socket.create_server(("127.0.0.1", 0)) as server, ThreadPoolExecutor(1) as thread:
        server.settimeout(30)
        address = f"http://127.0.0.1:{server.getsockname()[1]}/"
        page = f"<p>Wait.<script>onload = () => setTimeout(() => location = '{address}', 6000)</script>"
        monkeypatch.setitem(RESPONSES, "/waiting.html", (200, {"Content-Type": "text/html"}, page.encode()))
        answered = thread.submit(answer_late, server, asked := Event())
        session.open(f"{site}/waiting.html")
        while not (asked.is_set() or answered.done()):
            session.tab.pause(0.1)
        session.tab.pause(0.5)
        session.tab.world.peek("0")
        session.page.keyboard.press("F2")
        Hand(session).hear_page()
        session.pump()
        Hand(session).drag("#main")
        assert save(session).text == "It comes."

"""Pages whose close the browser loses, as it does with one that comes just when a new document does."""

from __future__ import annotations

import socket
from dataclasses import replace

import pytest
from playwright.sync_api import Page

from annotate.capture.errors import SlowError
from annotate.capture.loading import load
from annotate.capture.opening import open_tab
from annotate.capture.session import Session
from tests.annotate.capturing import QUICK
from tests.annotate.site import RESPONSES


@pytest.fixture(autouse=True)
def losing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Playwright asks the browser once, and waits; in vain, here."""
    monkeypatch.setattr(Page, "close", lambda page: page.is_closed() or page.wait_for_event("close", timeout=20_000))


def test_the_browser_is_asked_again(session: Session, site: str) -> None:
    """The tab watches whether it closes."""
    tab = open_tab(session.context, QUICK)
    load(tab, f"{site}/other.html", QUICK)
    tab.close_page()
    assert tab.page.is_closed()


def test_a_page_is_closed_whose_script_does_not_come(
    session: Session, site: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The tab watches as soon as there is a document, whether it is whole or not."""
    with socket.create_server(("127.0.0.1", 0)) as silent:
        page = f"<script src=http://127.0.0.1:{silent.getsockname()[1]}/></script>".encode()
        monkeypatch.setitem(RESPONSES, "/waiting.html", (200, {"Content-Type": "text/html"}, page))
        tab = open_tab(session.context, QUICK)
        with pytest.raises(SlowError):
            load(tab, f"{site}/waiting.html", replace(QUICK, timeout=2))
        tab.close_page()
        assert tab.page.is_closed()


def test_a_page_that_a_person_leaves_for_another_is_closed(session: Session, site: str) -> None:
    """That is when a new document comes."""
    session.open(f"{site}/article.html")
    session.tab.world.cdp.send("Page.navigate", {"url": "about:blank"})
    session.wait(60)
    assert (session.outcome, session.page.is_closed()) == ("leave", True)

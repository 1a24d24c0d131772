"""Pages that run before they are frozen, or again."""

from __future__ import annotations

import base64
import socket
import time
from contextlib import suppress
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pytest
from matplotlib.image import imread
from playwright.sync_api import BrowserContext
from playwright.sync_api import Error as PlaywrightError

from annotate.capture.errors import CaptureError
from annotate.capture.hand import Hand
from annotate.capture.session import Session
from annotate.capture.settings import Settings
from annotate.capture.world import World
from evaluate.package import read_package
from tests.annotate.capture.results import saved_document
from tests.annotate.capturing import QUICK, finish
from tests.annotate.window import Window, with_window


def test_a_released_page_runs_and_is_frozen_anew(session: Session, site: str) -> None:
    """Released, the page works again without the toolbar; the freeze key serialises it as it is then."""
    session.open(f"{site}/article.html")
    Hand(session).press("r")
    session.page.evaluate("() => { document.querySelector('#one').textContent = 'Changed by the person.'; }")
    Hand(session).press("F2")
    Hand(session).drag("#one")
    Hand(session).click("save")
    document = saved_document(session)
    assert document.text == "Changed by the person."
    assert 'id="one">Changed by the person.<' in document.html


@pytest.mark.parametrize(("address", "is_kept"), [("other.html", False), ("article.html#two", True)])
def test_where_a_script_led_a_person_the_response_is_another_pages(
    session: Session, site: str, address: str, is_kept: bool
) -> None:
    """Of a page that was shown without loading it, the response is not known; a fragment changes nothing."""
    session.open(f"{site}/article.html")
    Hand(session).press("r")
    session.page.evaluate(f"history.pushState(null, '', '{address}')")
    Hand(session).press("F2")
    assert session.frozen.url == f"{site}/{address}"
    assert (session.frozen.source is not None, session.frozen.source_bytes is not None) == (is_kept, is_kept)


def test_what_is_saved_of_a_released_page_takes_the_place_of_what_was_saved_before(session: Session, site: str) -> None:
    """A page rejected for its banner, come back to, released and marked is one document, which has one outcome."""
    session.open(f"{site}/article.html")
    Hand(session).press("d", "4")
    assert saved_document(session).meta.status == "rejected"
    session.resume(session.set_aside())
    Hand(session).press("r")
    session.page.evaluate("() => { document.querySelector('#one').textContent = 'Without the banner.'; }")
    Hand(session).press("F2")
    assert session.state.is_saved
    Hand(session).drag("#one")
    Hand(session).press("Enter")
    document = saved_document(session)
    assert (document.text, document.meta.status, document.meta.note) == ("Without the banner.", "gold", "")
    assert read_package(session.folder).names == (document.name,)


def test_a_page_that_leads_nowhere_can_be_frozen_later(session: Session, site: str) -> None:
    """The key pressed on the browser's own page of an error is answered in words, and works on the next page."""
    session.settings = replace(session.settings, auto_freeze=False)
    session.open(f"{site}/article.html")
    for _ in range(2):  # before anything was frozen, and after
        with suppress(PlaywrightError):
            session.page.goto("http://127.0.0.1:9/")
        session.page.wait_for_url("chrome-error:**")
        with pytest.raises(CaptureError, match="which cannot be opened"):
            Hand(session).press("F2")
        session.page.goto(f"{site}/article.html")
        Hand(session).press("F2")
        assert session.frozen.url == f"{site}/article.html"
        session.release()


def test_a_page_that_is_still_empty_can_be_frozen_later(session: Session, site: str) -> None:
    """Frozen too early, a page that is held runs on, and the key works once there is something to mark."""
    session.settings = replace(session.settings, auto_freeze=False)
    session.open(f"{site}/hidden.html")
    with pytest.raises(CaptureError, match="the page is empty: it shows no text"):
        Hand(session).press("F2")
    session.page.evaluate("() => { document.querySelector('p').style.display = 'block'; }")
    Hand(session).press("F2")
    Hand(session).drag("p")
    Hand(session).click("save")
    assert saved_document(session).text == "nobody sees this"


def test_a_mark_on_what_is_hidden_when_the_page_is_frozen_anew_is_missed(session: Session, site: str) -> None:
    """The text is in the HTML, but nobody sees it any more."""
    session.open(f"{site}/article.html")
    hand = Hand(session)
    hand.drag("#one")
    hand.drag("#head")
    hand.press("r")
    session.page.evaluate("document.querySelector('#one').style.display = 'none'")
    Hand(session).press("F2")
    assert session.state.text == "Bread & butter <today>"
    said = "continued where you left off; 1 of 2 parts are no longer on the page"
    assert (session.state.message, session.state.tone) == (said, "bad")


def test_a_page_that_was_held_begins_with_what_is_selected(session: Session, site: str) -> None:
    """What selectors match is marked each time the page is frozen with the key."""
    session.settings = replace(session.settings, auto_freeze=False, select=("#one", "#two"), drop=("#two",))
    session.open(f"{site}/article.html")
    for _ in range(2):
        Hand(session).press("F2")
        assert session.state.text == "Flour, water and salt; 5 € a kilo — that is all 🍞 there is to it."
        Hand(session).press("r")


def test_what_a_selector_does_not_find_a_person_marks(session: Session, site: str) -> None:
    """With a window a selector is a beginning: that it matches nothing is said, and the page stays."""
    session.settings = replace(session.settings, select=("#nothing",))
    session.open(f"{site}/article.html")
    assert (session.state.message, session.outcome) == ("'#nothing' matches nothing", None)


def test_a_page_that_is_not_at_rest_says_so(session: Session, site: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """After a while, until it is frozen; one that was prepared in the background has nothing to say."""
    said: list[str] = []
    monkeypatch.setattr(World, "say_over_page", lambda _, text: said.append(text))
    monkeypatch.setattr("annotate.capture.perform._SAID_AFTER", 1000.0)
    session.open(f"{site}/other.html")
    assert not any(said)
    monkeypatch.setattr("annotate.capture.perform._SAID_AFTER", 0.0)
    session.open(f"{site}/article.html")
    assert [text for text in said if text] == ["Loading. Keys take effect once the toolbar is here."]
    assert said[-1] == ""
    ahead = session.prepare(f"{site}/other.html")
    finish(ahead)
    said.clear()
    session.open(f"{site}/other.html", ahead=ahead)
    assert not any(said)


def test_a_page_whose_picture_does_not_come_says_that_it_loads(
    session: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From the second second on, although it has not even begun to settle."""
    said: list[str] = []
    monkeypatch.setattr(World, "say_over_page", lambda _, text: said.append(text))
    monkeypatch.setattr("annotate.capture.perform._SAID_AFTER", 1000.0)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        (tmp_path / "page.html").write_text(f"<p>Text.<img src=http://127.0.0.1:{silent.getsockname()[1]}>")
        session.open((tmp_path / "page.html").as_uri())
    assert "Loading. Keys take effect once the toolbar is here." in said
    assert said[-1] == ""


def test_the_key_that_freezes_does_nothing_in_a_frozen_frame(session: Session, tmp_path: Path) -> None:
    """The next keys are commands there, as before."""
    (tmp_path / "page.html").write_text("<p>Text.<iframe srcdoc=Inside></iframe>")
    session.open((tmp_path / "page.html").as_uri())
    session.page.evaluate("document.querySelector('iframe').focus()")
    Hand(session).press("F2", "?", "c")
    assert session.state.mode == "cut"
    assert session.tab.world.evaluate("gold.keepsKeys", session.tab.world.frames[1]) is False


@pytest.mark.long
@with_window
@pytest.mark.parametrize("hold", [True, False])
def test_a_page_that_runs_says_which_key_freezes_it(window: Window, site: str, tmp_path: Path, hold: bool) -> None:
    """Over the page, in its next document, too, and not in it; the toolbar comes without."""

    def look(context: BrowserContext) -> None:
        settings = Settings(limits=QUICK, screenshot=False, auto_freeze=not hold)
        session = Session(context, tmp_path / "gold", settings)
        session.open(f"{site}/article.html")
        if not hold:
            Hand(session).press("r")
        _wait_until_dimmed(session, True)
        session.page.goto(f"{site}/other.html")
        _wait_until_dimmed(session, True)
        html = session.page.evaluate("() => document.documentElement.outerHTML")
        Hand(session).press("F2")
        assert html in session.frozen.html
        _wait_until_dimmed(session, False)

    window.run(look)


def _wait_until_dimmed(session: Session, dimmed: bool) -> None:
    """Wait until the browser draws over the page, so that its white is none, or no longer does."""
    end = time.monotonic() + 60
    while True:
        session.pump(0.1)
        with suppress(PlaywrightError):  # it has drawn nothing of a document that has just come
            shot = session.tab.world.cdp.send("Page.captureScreenshot", {"format": "png", "fromSurface": True})
            if (imread(BytesIO(base64.b64decode(shot["data"])))[-1, 0, 0] < 0.9) == dimmed:
                return
        assert time.monotonic() < end

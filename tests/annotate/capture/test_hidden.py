"""Pages that hide all of their text until a script shows it, which never comes."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import BrowserContext

from annotate.capture.hand import Hand
from annotate.capture.model import Saved
from annotate.capture.opening import open_tab
from annotate.capture.session import Session
from annotate.capture.tab import Limits, Tab
from evaluate.package import read_document
from tests.annotate.capturing import capture
from tests.annotate.site import RESPONSES

AMP = """<style>body{animation:-amp-start 8s steps(1,end) 0s 1 normal both}
@keyframes -amp-start{from{visibility:hidden}to{visibility:visible}}</style>
<noscript><style>body{animation:none}</style></noscript>"""
HIDDEN = {
    "transparent": "<style>body{opacity:0;transition:opacity 3s}</style>",
    "absent": "<style>html body.late{display:none!important}</style>",
    "invisible": "<style>:root{visibility:hidden}</style>",
    "amp": AMP,
    "all": "<style>*{visibility:hidden!important}</style>",
    "texts": "<style>.late p{opacity:0}</style>",
    "wrapper": "<style>main{display:none} main div{visibility:hidden}</style>",
}
_SHOWS_TEXT = "document.querySelector('p').checkVisibility({ visibilityProperty: true, opacityProperty: true })"


def show(page: str, head: str, site: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """Serve a page with something in its head; returns its address."""
    html = (
        f"<!doctype html><html lang=en><head>{head}</head><body class=late>"
        "<a style='position:absolute;left:-999px'>Skip</a><main><div><p>The text of the page.</p></div></main>"
        "<nav style='position:fixed;visibility:hidden'>Menu.</nav></body></html>"
    )
    monkeypatch.setitem(RESPONSES, f"/{page}.html", (200, {"Content-Type": "text/html"}, html.encode()))
    return f"{site}/{page}.html"


@pytest.fixture(scope="module")
def tab(browser: BrowserContext) -> Iterator[Tab]:
    """One tab for all covers."""
    made = open_tab(browser, Limits())
    yield made
    made.close()


@pytest.mark.parametrize("how", HIDDEN)
def test_a_page_that_hides_itself_is_shown(
    session: Session, site: str, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    """It can be marked as it is seen, says so, is saved as it was, and is hidden again when it runs."""
    session.open(show(how, HIDDEN[how], site, monkeypatch))
    assert session.state.message == "the page hides its text until a script shows it; it is shown here"
    menu = session.page.evaluate("getComputedStyle(document.querySelector('nav')).visibility")
    assert menu == ("visible" if how == "all" else "hidden")
    assert session.page.evaluate(_SHOWS_TEXT)
    hand = Hand(session)
    hand.drag("p")
    hand.press("Enter")
    assert isinstance(session.outcome, Saved)
    document = read_document(session.folder, session.outcome.name)
    assert (document.text, document.meta.extra["revealed"]) == ("The text of the page.", True)
    assert "cetr-gold" not in document.html
    assert HIDDEN[how].splitlines()[0] in document.html
    session.release()
    assert session.page.evaluate("document.adoptedStyleSheets.length") == 0


def test_a_page_without_rules_that_hide_it_is_left_alone(
    session: Session, site: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A part that is hidden stays hidden, and nothing is said."""
    address = show("part", "<style>.late i{display:none}</style>", site, monkeypatch)
    saved = capture(session, address, ["body"])
    assert saved.text == "The text of the page."
    assert "revealed" not in read_document(session.folder, saved.name).meta.extra


def test_what_is_in_no_slot_is_not_hidden_by_a_rule(tab: Tab) -> None:
    """It is never shown, also where nothing else of a page can be looked into."""
    script = "host.attachShadow({ mode: 'closed' }).innerHTML = '<b>The text.</b>'"
    tab.page.set_content(f"<p id=host><b>In no slot.</b></p><script>{script}</script>")
    assert not tab.world.reveal_page()


@pytest.mark.parametrize("style", ["opacity: 0", "display: none", "visibility: hidden"])
def test_an_important_style_of_an_elements_own_hides_nothing(tab: Tab, style: str) -> None:
    """It stays as it is in the document, and has its effect again when the page runs."""
    tab.page.set_content(f"<body style='{style} !important'><main style='{style} !important'><p>The text of the page.")
    assert tab.world.reveal_page()
    assert tab.page.evaluate(_SHOWS_TEXT)
    assert tab.page.content().count(f'style="{style} !important"') == 2
    tab.world.peek("gold.hidePage()")
    assert not tab.page.evaluate(_SHOWS_TEXT)


@pytest.mark.parametrize(
    ("style", "words", "button", "shown"),
    [
        ("opacity: 0", 200, "BOOK NOW", True),
        ("visibility: hidden", 200, "BOOK NOW", True),
        ("opacity: 0", 20, "BOOK NOW", False),
        ("opacity: 0", 200, "We value your privacy, and so do 512 partners.", False),
        ("display: none", 200, "BOOK NOW", False),
        ("opacity: 0; position: absolute", 200, "BOOK NOW", False),
    ],
)
def test_a_button_alone_is_not_the_page(tab: Tab, style: str, words: int, button: str, shown: bool) -> None:
    """A page that hides all of itself but a button is shown; a part of a short page, or one without a place, is not."""
    tab.page.set_content(f"<div style='{style}'><p>{'words ' * words}</div><a href=/book>{button}</a>")
    assert tab.world.reveal_page() is shown
    assert tab.page.evaluate(_SHOWS_TEXT) is shown


COVER = "id=cover style='position:fixed;inset:0;background:white;z-index:9'"
TEXT = "<body><a style='position:absolute;left:-999px'>Skip</a><main style='%s'><p>The text of the page.</p></main>"


@pytest.mark.parametrize(
    ("style", "cover", "taken"),
    [
        ("", f"<div {COVER}><p>Loading, please wait …</p><svg width=60 height=60></svg></div>", True),
        ("opacity:0", f"<section><div {COVER}></div></section>", True),
        ("display:none", f"<div style='position:fixed;inset:0'><div {COVER}>Loading</div></div>", True),
        ("margin-top:2000px", f"<div {COVER}></div>", False),
        ("position:relative;z-index:10", f"<div {COVER}></div>", False),
        ("", f"<div {COVER}><p>We value your privacy, and so do 512 partners.</p></div>", False),
        ("", f"<div {COVER}>Cookies? <button>No</button></div>", False),
        ("", f"<div {COVER}><canvas style='width:100%;height:100%'></canvas></div>", False),
        ("", "<div id=cover style='position:fixed;inset:0;background:#0008'></div>", False),
        ("display:none", f"<x-app {COVER}></x-app>", False),
    ],
)
def test_an_empty_cover_is_taken_away(tab: Tab, style: str, cover: str, taken: bool) -> None:
    """One that a script was to remove; not what asks, shows a picture, stands behind the text or is the page itself."""
    tab.page.set_content(f"<style>html{{overflow:hidden}}</style>{TEXT % style}{cover}")
    assert tab.world.reveal_page() is taken
    assert tab.page.evaluate("cover.checkVisibility()") is not taken
    assert not taken or tab.page.evaluate(_SHOWS_TEXT)
    scrolls = tab.page.evaluate("getComputedStyle(document.documentElement).overflowY")
    assert scrolls == ("visible" if taken else "hidden")

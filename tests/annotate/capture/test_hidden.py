"""Pages that hide all of their text until a script shows it, which never comes."""

from __future__ import annotations

from pathlib import Path

import pytest

from annotate.capture.hand import Hand
from annotate.capture.model import Saved
from annotate.capture.session import Session
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


def show(page: str, head: str, site: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """Serve a page with something in its head; returns its address."""
    html = (
        f"<!doctype html><html lang=en><head>{head}</head><body class=late>"
        "<a style='position:absolute;left:-999px'>Skip</a><main><div><p>The text of the page.</p></div></main>"
        "<nav style='position:fixed;visibility:hidden'>Menu.</nav></body></html>"
    )
    monkeypatch.setitem(RESPONSES, f"/{page}.html", (200, {"Content-Type": "text/html"}, html.encode()))
    return f"{site}/{page}.html"


@pytest.mark.parametrize("how", HIDDEN)
def test_a_page_that_hides_itself_is_shown(
    session: Session, site: str, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    """It can be marked as it is seen, says so, is saved as it was, and is hidden again when it runs."""
    session.open(show(how, HIDDEN[how], site, monkeypatch))
    assert session.state.message == "the page hides its text until a script shows it; it is shown here"
    menu = session.page.evaluate("getComputedStyle(document.querySelector('nav')).visibility")
    assert menu == ("visible" if how == "all" else "hidden")
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


UNSLOTTED = "<p id=host><b>In no slot.</b></p><script>host.attachShadow({mode:'closed'}).innerHTML='%s'</script>"


@pytest.mark.parametrize(
    "page", ["<style>i{display:none}</style><p>The text.</p><i>A part.</i>", UNSLOTTED % "<b>The text.</b>"]
)
def test_a_page_without_rules_that_hide_it_is_left_alone(session: Session, tmp_path: Path, page: str) -> None:
    """A part that is hidden stays hidden, and nothing is said."""
    (tmp_path / "page.html").write_text(f"<!doctype html><html lang=en><body>{page}")
    saved = capture(session, (tmp_path / "page.html").as_uri(), ["body"])
    assert saved.text == "The text."
    assert "revealed" not in read_document(session.folder, saved.name).meta.extra

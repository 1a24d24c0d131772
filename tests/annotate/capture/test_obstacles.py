"""What a page puts between a person and its text."""

from __future__ import annotations

import socketserver
from pathlib import Path

import pytest

from annotate.capture.errors import CaptureError
from annotate.capture.hand import Hand
from annotate.capture.session import Session
from tests.annotate.capture.drags import marked, save
from tests.annotate.capturing import capture
from tests.servers import serving


def test_strict_content_security_policy_and_trusted_types(session: Session, site: str) -> None:
    """The toolbar needs nothing that a page can forbid."""
    assert marked(session, f"{site}/csp.html", "#main") == "No style, no script, no source but our own."
    Hand(session).press("?", "p")
    assert save(session).text == "No style, no script, no source but our own."


def test_text_that_cannot_be_selected_is_selected(session: Session, site: str) -> None:
    """``user-select: none``, buttons and draggable text give way; generated text is no part of the document."""
    text = marked(session, f"{site}/stubborn.html", "#main", "#quoted", "#button", "#drag")
    assert text.splitlines() == [
        "Text that does not want to be selected.",
        "Text after generated text.",
        "Text on a button",
        "Text that can be dragged",
    ]
    assert "Generated" not in save(session).text


def test_a_modal_dialog_of_the_page_does_not_lock_the_toolbar(session: Session, site: str) -> None:
    """The dialog's text can be marked and the toolbar clicked, although all else is inert."""
    assert marked(session, f"{site}/stubborn.html#modal", "#asked") == "Do you accept all our partners?"
    assert save(session).text == "Do you accept all our partners?"


def test_a_style_of_the_element_itself_does_not_forbid_to_select(session: Session) -> None:
    """It has the last word on what the browser selects; the selection is made by hand then."""
    session.open("data:text/html,<p id=a style='user-select: none !important'>Not to be copied.</p><p>More.</p>")
    Hand(session).drag("#a")
    assert session.state.text == "Not to be copied."


@pytest.mark.parametrize("tag", ["iframe src", "object data", "embed src"])
def test_a_drag_may_be_released_over_a_frame(session: Session, tmp_path: Path, tag: str) -> None:
    """The document in which the drag began marks what was selected in it; the frame takes the mouse again, also if the
    page is released during a drag.
    """
    page, name = tmp_path / "page.html", tag.split()[0]
    (tmp_path / "inside.html").write_text("<p id=b>Inside.</p>")
    frame = f"<{tag}=inside.html style='border: 0' width=400 height=200></{name}>"
    page.write_text(f"<body style='margin: 0'><p id=a style='margin: 0; height: 40px'>Above a frame.</p>{frame}")
    session.open(str(page))
    hand = Hand(session)
    hand.move(1, 10)
    hand.down()
    hand.move(300, 150, steps=4)
    hand.up()
    session.pump()
    assert session.state.text == "Above a frame."
    assert session.page.get_attribute(name, "style") == "border: 0"
    hand.drag("#b", frame=1)
    assert session.state.text == "Above a frame.\nInside."
    hand.move(1, 10)
    hand.down()
    assert session.page.get_attribute(name, "style") != "border: 0"
    session.release()
    assert session.page.get_attribute(name, "style") == "border: 0"


def test_what_lies_over_a_text_lets_the_mouse_through(session: Session, tmp_path: Path) -> None:
    """A layer without text, against copying, is none against marking; the page has it back when it is released."""
    page = tmp_path / "page.html"
    page.write_text("<p id=a>Under a layer.</p><p>More.</p><div id=layer style='position: fixed; inset: 0'></div>")
    session.open(str(page))
    Hand(session).drag("#a")
    assert session.state.text == "Under a layer."
    Hand(session).press("r")
    assert session.page.get_attribute("#layer", "style") == "position: fixed; inset: 0"


@pytest.mark.parametrize(
    "link",
    [
        "<a href=# class=over></a>",
        "<a href=# class=over><span class=sr>Read more</span></a>",
        "<div class=over><div style='height: 100%'><a href=#></a></div></div>",
        "<a href=# class=stretched>Read more</a>",
    ],
    ids=["empty", "with text for screen readers", "in a layer", "stretched by its pseudo-element"],
)
def test_a_link_over_a_whole_card_lets_the_mouse_through(session: Session, tmp_path: Path, link: str) -> None:
    """Text below it is dragged over as anywhere."""
    style = """.card { position: relative } .over, .stretched::after { position: absolute; inset: 0; content: "" }
        .sr { position: absolute; width: 1px; height: 1px; overflow: hidden; clip: rect(0, 0, 0, 0) }"""
    card = f"<div class=card><h2>Title.</h2><p id=a>Text of a card.</p>{link}</div>"
    (tmp_path / "page.html").write_text(f"<!doctype html><style>{style}</style><p>Before.</p>{card}", "utf-8")
    assert marked(session, (tmp_path / "page.html").as_uri(), "#a") == "Text of a card."


SHADOW = """<!doctype html><p>Before.</p>
<div id=host style="position: relative; height: 200px"><p>One.</p><p id=a>Two.</p></div>
<script>host.attachShadow({ mode: "open" }).innerHTML = `<div id=inner style="%s"><slot></slot></div>%s`</script>"""


def test_what_scrolls_around_a_slot_is_no_cover(session: Session, tmp_path: Path) -> None:
    """It shows what is in its slot, so that it keeps the mouse, whose wheel turns it."""
    style = "position: absolute; inset: 0; overflow: auto"
    (tmp_path / "page.html").write_text(SHADOW % (style, ""), "utf-8")
    session.open((tmp_path / "page.html").as_uri())
    box = session.page.locator("#a").bounding_box()
    assert box is not None
    Hand(session).move(box["x"] + 5, box["y"] - 5)  # between the paragraphs
    session.pump()
    assert session.page.evaluate("host.shadowRoot.firstChild.getAttribute('style')") == style


def test_a_cover_in_a_shadow_root_lets_the_mouse_through(session: Session, tmp_path: Path) -> None:
    """As a link over a whole card does that is a component."""
    cover = "<a href=# style='position: absolute; inset: 0'></a>"
    (tmp_path / "page.html").write_text(SHADOW % ("", f"<p>Shadow.</p>{cover}"), "utf-8")
    assert marked(session, (tmp_path / "page.html").as_uri(), "#a") == "Two."
    Hand(session).drag("#host >>> p")
    assert session.state.text == "Shadow.\nTwo."


def test_what_a_page_has_made_inert_is_marked(session: Session, tmp_path: Path) -> None:
    """Inert text, as behind a banner, can be marked; the page is inert again when it is released."""
    page = tmp_path / "page.html"
    style = "<style>[inert] i { display: none }</style>"
    text = "<main inert=yes><p id=a>Behind <i>no</i> a <b>banner.</b></p></main><p>Do you agree?</p>"
    page.write_text(style + text)
    session.open(str(page))
    Hand(session).drag("#a")
    assert session.state.text == "Behind a banner."
    assert '<main inert="yes">' in save(session).html
    session.release()
    assert session.page.get_attribute("main", "inert") == "yes"


def test_a_drag_goes_into_what_can_be_edited(session: Session, tmp_path: Path) -> None:
    """The browser ends a selection before it, as before the text of an editor; it can be edited again when released."""
    page = tmp_path / "page.html"
    page.write_text("<p id=a>Before.</p><div contenteditable=plaintext-only><p id=b>In it.</p></div><p>More.</p>")
    session.open(str(page))
    hand, world = Hand(session), session.tab.world
    hand.move(*world.call("dragEnds", world.call("spansOfMatch", "#a", 0), False))
    hand.down()
    hand.move(*world.call("dragEnds", world.call("spansOfMatch", "#b", 0), True), steps=6)
    hand.up()
    session.pump()
    assert session.state.text == "Before.\nIn it."
    assert "contenteditable" in save(session).html
    session.release()
    assert session.page.get_attribute("div", "contenteditable") == "plaintext-only"


def test_a_server_without_https_is_told(session: Session) -> None:
    """It answers in plain text to what it does not understand."""

    class Handler(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            self.wfile.write(b"HTTP/1.1 400 Bad Request\r\n\r\n")

    with (
        serving(socketserver.TCPServer(("127.0.0.1", 0), Handler)) as address,
        pytest.raises(CaptureError, match="the server does not speak https: write http:// if"),
    ):
        capture(session, f"https://{address}/", ["p"])

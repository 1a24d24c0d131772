"""Shadow roots, slots, and an order of the page that is not the document's."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import BrowserContext

from annotate.capture.hand import Hand
from annotate.capture.session import Session
from annotate.markup.unseen import find_unseen
from annotate.render.page import render_page
from cetr.document import Kind, lex
from evaluate.package import attach_files, read_document
from evaluate.package.files import LAYOUT
from tests.annotate.capture.drags import save
from tests.annotate.capturing import capture

# In the document what is in the shadow root stands before what is in its slot; on the page it stands around it.
SLOTS = """<!doctype html><html lang=en><body><p id=before>Before.</p>
<div id=host><p id=a>First.</p><p id=b>Second.</p></div><p id=after>After.</p>
<script>host.attachShadow({ mode: "%s" }).innerHTML =
  "<section><h2>Heading.</h2><slot></slot><footer>Footer.</footer></section>"</script></body></html>"""


DRAGS = (
    ("#host >>> h2", "#a", "Heading.\nFirst."),
    ("#a", "#host >>> footer", "Footer.\nFirst.\nSecond."),
    ("#before", "#host >>> h2", "Before.\nHeading."),
    ("#b", "#after", "Footer.\nSecond.\nAfter."),
)
"""From where to where one drags, and what is marked then."""


@pytest.mark.parametrize("mode", ["open", "closed"])
def test_a_drag_through_slots_marks_what_is_seen(session: Session, tmp_path: Path, mode: str) -> None:
    """What is drawn between its ends, neither what the document has between them nor less."""
    (tmp_path / "page.html").write_text(SLOTS % mode, "utf-8")
    session.open((tmp_path / "page.html").as_uri())
    hand, world = Hand(session), session.tab.world
    for start, end, text in DRAGS:
        hand.press("x")
        hand.move(*world.call("dragEnds", world.call("spansOfMatch", start, 0), False))
        hand.down()
        hand.move(*world.call("dragEnds", world.call("spansOfMatch", end, 0), True), steps=6)
        hand.up()
        session.pump()
        assert session.state.text == text
        assert session.state.reordered == text.startswith("Footer.")
    save(session)


def test_an_element_has_what_is_in_its_slots(session: Session, tmp_path: Path) -> None:
    """Picked with the mouse, as it is seen."""
    (tmp_path / "page.html").write_text(SLOTS % "open", "utf-8")
    session.open((tmp_path / "page.html").as_uri())
    hand = Hand(session)
    hand.press("e")
    box = session.page.locator("#host h2").bounding_box()
    assert box is not None
    hand.move(box["x"] + 3, box["y"] + 3)
    hand.press("ArrowUp")
    hand.click_at(box["x"] + 3, box["y"] + 3)
    assert session.state.text == "Heading.\nFooter.\nFirst.\nSecond."


@pytest.mark.parametrize(
    ("style", "reordered"),
    [
        ("display: flex; flex-direction: column-reverse", True),
        ("display: grid; & p:first-child { order: 9 }", True),
        ("display: flex; flex-direction: column-reverse; height: 2em; overflow: auto", True),
        ("columns: 2; height: 6em", False),
        ("", False),
    ],
)
def test_an_order_that_is_not_the_documents_is_shown(
    session: Session, tmp_path: Path, style: str, reordered: bool
) -> None:
    """The text as it is saved comes up by itself, and says why; and a rectangle takes what no drag could."""
    body = "".join(f"<p>Part {i}.</p>" for i in range(3))
    page = f"<!doctype html><html lang=en><style>main {{ {style} }}</style><body><main>{body}</main></body></html>"
    (tmp_path / "page.html").write_text(page, "utf-8")
    session.open((tmp_path / "page.html").as_uri())
    hand = Hand(session)
    hand.press("e")
    boxes = [box for i in range(3) if (box := session.page.locator("p").nth(i).bounding_box())]
    hand.move(2, min(box["y"] for box in boxes) - 4)
    hand.down()
    hand.move(1270, max(box["y"] + box["height"] for box in boxes) + 4, steps=3)
    hand.up()
    session.pump()
    assert session.state.text == "Part 0.\nPart 1.\nPart 2."
    assert session.state.reordered is reordered
    world = session.tab.world
    shown = world.call("readPanel")
    assert shown.startswith("The page shows this in another order.") is reordered


FORMULA = "<math><mover><mi>x</mi><mo>^</mo></mover><mfrac><mi>a</mi><mi>b</mi></mfrac></math>"
LOW = "<div style='height: 60px; overflow: %s'><p>One.</p><p>Two.</p><p>Three.</p><p>Four.</p></div><p>After.</p>"


@pytest.mark.parametrize(
    "body",
    [f"<ruby>漢<rt>kan</rt></ruby> {FORMULA}", LOW % "auto", LOW % "hidden"],
    ids=["small-letters", "scrolling", "cut-off"],
)
def test_what_only_seems_to_be_reordered_is_not(session: Session, tmp_path: Path, body: str) -> None:
    """Letters over others are in one line; what is in a low box reaches below what follows, where nobody sees it."""
    (tmp_path / "page.html").write_text(f"<!doctype html><html lang=en><body>{body}</body></html>", "utf-8")
    session.open((tmp_path / "page.html").as_uri())
    Hand(session).press("Control+a")
    assert session.state.text
    assert session.state.reordered is False


def test_shadow_roots_open_closed_and_nested(session: Session, site: str) -> None:
    """A drag through shadow roots of all kinds marks their text, and they are saved as declarative ones."""
    session.open(f"{site}/shadow.html")
    hand = Hand(session)
    hand.drag("#closed >>> b")
    assert session.state.text == "here"
    hand.drag("open-card >>> closed-part >>> p")
    hand.drag("open-card >>> h2")
    hand.drag("#slotted")
    hand.drag("#slotting >>> i")
    hand.drag("#slotting b")
    document = save(session)
    assert sorted(document.text.splitlines()) == [
        "Around:",
        "Bold light text",
        "Nested closed text.",
        "Open heading & 🍞",
        "Slotted light text.",
        "here",
    ]
    assert (
        '<div id="closed"><template shadowrootmode="closed"><p>Closed text <b>here</b>.</p></template></div>'
        in document.html
    )
    assert document.html.count('<template shadowrootmode="open">') == 1
    assert document.html.count('<template shadowrootmode="closed">') == 3


def test_the_saved_page_shows_the_same_shadows(session: Session, site: str, tmp_path: Path) -> None:
    """Loaded again, the saved HTML has the same rendered text: declarative shadow roots do what scripts did."""
    saved = capture(session, f"{site}/shadow.html", ["body"])
    html = read_document(session.folder, saved.name).html
    again = tmp_path / "again.html"
    again.write_text(html.replace("<script>", "<script type=none>"))
    assert capture(session, str(again), ["body"]).text == saved.text
    assert "Nested closed text." in saved.text


HOSTS = """<!doctype html><html lang=en><body><p>First.</p>
<div class=none>Hidden, <b>hidden</b> <i style="display: contents">hidden</i></div>
<div class=named>Hidden. <b slot=a>In A.</b> <b slot=b>Hidden</b> <b>Hidden</b></div>
<div class=full>Bare, <b>assigned.</b></div><div class=bare></div>
<div style="display: contents">No box.</div><div style="display: contents; visibility: hidden">Hidden</div>
<script>for (const [name, html] of Object.entries({
  none: "In the root. <p>In it.</p>", bare: "<slot name=c>Fallback <u>shown.</u></slot> <slot>This, too.</slot>",
  named: "<slot name=a>Hidden</slot>", full: "<slot><u>Hidden</u> hidden</slot>",
})) document.querySelector(`.${name}`).attachShadow({ mode: name < "f" ? "open" : "closed" }).innerHTML = html
</script></body></html>"""
"""Shadow hosts whose children are in no slot, slots with text of their own, and elements without a box."""


def test_what_is_in_no_slot_is_unseen(session: Session, browser: BrowserContext, tmp_path: Path) -> None:
    """It is not marked, and neither counts as seen afterwards, with the layout of the capture or that of the file."""
    (tmp_path / "page.html").write_text(HOSTS, "utf-8")
    saved = capture(session, (tmp_path / "page.html").as_uri(), ["body"])
    words = "First. In the root. In it. In A. Bare, assigned. Fallback shown. This, too. No box.".split()
    assert sorted(saved.text.split()) == sorted(words)
    document = read_document(session.folder, saved.name)
    assert browser.browser is not None
    for layout in (document.path(LAYOUT).read_bytes(), render_page(browser.browser, document)[0]):
        attach_files(session.folder, saved.name, {LAYOUT: layout})
        tokens = lex(document.html)
        seen = tokens.select(np.flatnonzero((tokens.kind == Kind.TEXT) & ~find_unseen(document)))
        texts = (document.html[start:end] for start, end, *_ in seen.walk())
        assert sorted(" ".join(texts).split()) == sorted(words)

"""The toolbar on pages that would have it otherwise, and how mouse and keyboard share it."""

from __future__ import annotations

from pathlib import Path

import pytest

from annotate.capture.hand import Hand
from annotate.capture.model import Saved
from annotate.capture.session import Session
from evaluate.package import read_meta
from tests.annotate.capture.toolbars import BOX, TEXT, find_controls, open_page


def test_no_style_of_the_page_reaches_the_toolbar(session: Session, tmp_path: Path) -> None:
    """It is where it is on a page without style sheets, and as large."""
    open_page(session, tmp_path, "")
    expected = find_controls(session)
    hide = "display: none !important; visibility: hidden !important; opacity: 0 !important; scale: 0 !important"
    for style in (
        "* { all: unset }",
        "* { all: unset !important }",
        "* { display: block !important; font-size: 40px !important; direction: rtl !important }",
        f"html > *:not(head, body), [popover] {{ {hide} }}",
        "html { zoom: 0.5 }",
        "body { zoom: 2 }",
        "html { overflow-y: scroll } ::-webkit-scrollbar { width: 14px }",
    ):
        open_page(session, tmp_path, f"<style>{style}</style>")
        assert find_controls(session) == expected, style


@pytest.mark.parametrize(
    "dialogs",
    [
        "const host = document.body.appendChild(document.createElement('div')); "
        "const d = host.attachShadow({mode: 'open'}).appendChild(document.createElement('dialog')); d.showModal()",
        "const [a, b] = [0, 0].map(() => document.body.appendChild(document.createElement('dialog'))); "
        "a.showModal(); b.showModal()",
    ],
    ids=["in a shadow root", "the last of two"],
)
def test_whatever_dialog_is_on_top_the_toolbar_can_be_clicked(session: Session, tmp_path: Path, dialogs: str) -> None:
    """A modal dialog makes all that is not within it inert."""
    hand = open_page(session, tmp_path, f"<script>{dialogs}</script>")
    hand.click("suggest")
    hand.click("suggest")
    assert session.state.text == TEXT


def test_the_toolbar_of_a_saved_page_is_as_large(session: Session, tmp_path: Path) -> None:
    """Its save can be undone there."""
    hand = open_page(session, tmp_path, "")
    expected = session.tab.world.evaluate(BOX, session.tab.world.frames[0])
    hand.drag("#text")
    hand.press("Enter")
    assert session.wait(60) is not None
    aside = session.set_aside()
    open_page(session, tmp_path, "")
    session.resume(aside)
    assert session.state.is_saved
    world = session.tab.world
    assert world.evaluate(BOX, world.frames[0]) == expected
    Hand(session).click("withdraw")
    assert session.state.message == "no longer saved; the marks are kept as a draft"


def test_a_drag_goes_on_below_the_toolbar(session: Session, tmp_path: Path) -> None:
    """Where it ends on the toolbar it marks the text to there, not all to the end of the page."""
    hand = open_page(session, tmp_path, "".join(f"<p>Line {i}.</p>" for i in range(100)))
    world = session.tab.world
    hand.move(*world.call("dragEnds", world.call("spansOfMatch", "#text", 0), False))
    hand.down()
    hand.move(*world.call("whereIs", "save"), steps=5)
    hand.up()
    hand.click("pick")
    last = int(session.state.text.split()[-1].rstrip("."))
    assert session.state.text.startswith(TEXT) and 10 < last < 30
    assert session.state.picking


def test_escape_closes_what_was_opened(session: Session, tmp_path: Path) -> None:
    """The keys and the other outcomes, also once a note is written; the text stays beside what is marked."""
    hand = open_page(session, tmp_path, "")
    hand.drag("#text")
    world = session.tab.world
    for keys, stays in ((("?",), False), (("o",), False), (("p",), True)):
        before = world.evaluate(BOX, world.frames[0])
        hand.press(*keys)
        if keys == ("o",):
            hand.click("note-box")
            hand.type("A note.\n")
        hand.press("Escape")
        assert (world.evaluate(BOX, world.frames[0]) != before) is stays, keys
    assert session.state.note == "A note."


def test_keys_pressed_in_a_frame_reach_the_toolbar(session: Session, tmp_path: Path) -> None:
    """Where one has marked something in a frame, its document has the keys."""
    hand = open_page(session, tmp_path, "<iframe srcdoc='<p>Text in a frame.</p>'></iframe>")
    world = session.tab.world
    hand.drag("p", frame=1)
    assert session.state.text == "Text in a frame."
    (top, bottom, _) = world.evaluate(BOX, world.frames[0])
    for key, larger in (("p", True), ("p", True), ("p", False), ("?", True), ("h", False), ("h", True)):
        hand.press(key)
        above, below, _ = world.evaluate(BOX, world.frames[0])
        assert (below - above > bottom - top) is larger
    hand.press("l")
    hand.type("de\n")
    assert session.state.language == "de"


@pytest.mark.parametrize(
    "frame",
    [
        "<iframe src='http://127.0.0.1:9/'></iframe>",
        "<iframe style='position: absolute; left: -9999px' srcdoc='<input>'></iframe>"
        "<script>onload = () => frames[0].document.querySelector('input').focus()</script>",
    ],
    ids=["that failed", "that is not seen"],
)
def test_a_frame_without_marks_keeps_no_keys(session: Session, tmp_path: Path, frame: str) -> None:
    """Whether it was clicked or had the focus from the beginning; it is as it was when the page is released."""
    hand = open_page(session, tmp_path, frame)
    box = session.page.locator("iframe").bounding_box()
    assert box is not None
    hand.press("e")
    if box["x"] > 0:
        hand.click_at(box["x"] + 20, box["y"] + 20)
    hand.press("c")
    assert (session.state.picking, session.state.mode) == (True, "cut")
    hand.press("r")
    assert session.page.evaluate("() => document.querySelector('iframe').style.pointerEvents") == ""


def test_what_changes_nothing_is_told(session: Session, tmp_path: Path) -> None:
    """Cutting where nothing is marked, or undoing what is not there."""
    hand = open_page(session, tmp_path, "<p id=more>More.</p>")
    hand.drag("#text")
    assert session.state.message == "+8 words"
    hand.press("c")
    hand.drag("#more")
    assert session.state.message == "nothing changed"
    hand.press("z")
    assert session.state.message == "-8 words"
    hand.press("z")
    assert session.state.message == "nothing changed"


def test_only_a_message_that_is_cut_off_has_a_tooltip(session: Session, tmp_path: Path) -> None:
    """A tooltip covers the controls around the pointer, and would only repeat what can be read."""
    hand = open_page(session, tmp_path, "")
    world = session.tab.world
    hints = []
    for text in ("short", "long " * 100):
        world.call("announce", text)
        hand.move(*world.call("whereIs", "message"), steps=2)
        hints.append(world.call("readHint"))
    assert hints == ["", "long " * 100]


def test_a_narrow_window_has_room_for_whole_messages(session: Session, tmp_path: Path) -> None:
    """They have two lines, so that the toolbar stays as it is and needs no tooltip, which would cover its controls. The
    number of words is beside the first of them, half a line of 16.8 pixels above the middle.
    """
    hand = open_page(session, tmp_path, "")
    world, before = session.tab.world, session.page.viewport_size
    assert before is not None
    places, hints = [], []
    try:
        session.page.set_viewport_size({"width": 480, "height": 800})
        for text in ("short", "rejected: not a page of its own; change it and save again, or undo the save"):
            world.call("announce", text)
            hand.move(*world.call("whereIs", "message"), steps=2)
            hints.append(world.call("readHint"))
            places.append(world.call("whereIs", "grip"))
        middle, number = (world.call("whereIs", name)[1] for name in ("message", "unit"))
    finally:
        session.page.set_viewport_size(before)
    assert hints == ["", ""]
    assert places[0] == places[1]
    assert round((middle - number) / 8.4) == 1


@pytest.mark.parametrize("row", [200, 700])
def test_the_toolbar_is_within_reach_in_a_window_made_smaller(session: Session, tmp_path: Path, row: int) -> None:
    """The grip moves it back to where all of it is visible."""
    hand = open_page(session, tmp_path, "")
    hand.move(*session.tab.world.call("whereIs", "grip"))
    hand.down()
    hand.move(560, row, steps=3)
    hand.up()
    before = session.page.viewport_size
    assert before is not None
    try:
        session.page.set_viewport_size({"width": 400, "height": 300})
        x, y = session.tab.world.call("whereIs", "grip")
        assert 0 < x < 400 and 0 < y < 300
    finally:
        session.page.set_viewport_size(before)


@pytest.mark.parametrize("control", ["preview", "help", "multiple-box", "fragmented-box", "suggest", "text-panel"])
def test_enter_saves_whatever_was_clicked(session: Session, tmp_path: Path, control: str) -> None:
    """The mouse leaves the keys to the page; it does not make Enter press what was clicked once more."""
    hand = open_page(session, tmp_path, "")
    hand.drag("#text")
    if control == "text-panel":
        hand.press("p")
    hand.click(control)
    hand.press("Enter")
    assert isinstance(session.outcome, Saved)
    assert session.outcome.text == TEXT


def test_a_click_on_the_toolbar_ends_typing(session: Session, tmp_path: Path) -> None:
    """What was typed as the language is taken, and the keys are commands again."""
    hand = open_page(session, tmp_path, "")
    hand.drag("#text")
    hand.click("language-box")
    hand.press("Control+a")
    hand.type("de")
    hand.click("pick")
    assert (session.state.language, session.state.picking) == ("de", True)
    hand.press("e")
    assert not session.state.picking
    hand.press("l")
    hand.type("fr")
    hand.press("Escape")
    assert session.state.language == "de"


def test_what_is_opened_is_seen_wherever_the_toolbar_is(session: Session, tmp_path: Path) -> None:
    """Moved within the lower half of the window it grows upwards, in the upper half downwards."""
    hand = open_page(session, tmp_path, "")
    for distance in (-100.0, -1000.0):
        x, y = session.tab.world.call("whereIs", "grip")
        hand.move(x, y)
        hand.down()
        hand.move(x, y + distance, steps=3)
        hand.up()
        hand.click("help")
        top, bottom, window = session.tab.world.evaluate(BOX, session.tab.world.frames[0])
        assert bottom - top > 200
        assert top >= 0 and bottom <= window
        hand.click("help")


def test_the_toolbar_stays_where_it_was_put(session: Session, tmp_path: Path) -> None:
    """It is in the same place on the next page."""
    hand = open_page(session, tmp_path, "")
    x, y = session.tab.world.call("whereIs", "grip")
    hand.move(x, y)
    hand.down()
    hand.move(x - 60, 90, steps=3)
    hand.up()
    session.pump()
    placed = find_controls(session)
    session.set_aside().close()
    open_page(session, tmp_path, "")
    assert find_controls(session) == placed


def test_a_note_is_kept_with_the_draft_and_saved(session: Session, tmp_path: Path) -> None:
    """Typed into its box, where keys are no commands."""
    hand = open_page(session, tmp_path, "")
    hand.press("o")
    hand.click("note-box")
    hand.type("half of it\n")
    open_page(session, tmp_path, "")
    assert session.state.note == "half of it"
    hand.drag("#text")
    hand.press("Enter")
    assert isinstance(session.outcome, Saved)
    assert read_meta(session.folder, session.outcome.name).note == "half of it"


def test_keys_are_commands_again_on_a_page_that_was_rejected(session: Session, tmp_path: Path) -> None:
    """Who comes back to it finds the box for a reason closed, and takes the save back with a key."""
    hand = open_page(session, tmp_path, "")
    hand.press("d", "2")
    assert isinstance(session.outcome, Saved) and session.outcome.rejected == "dead or an error page"
    session.resume(session.set_aside())
    hand.press("u")
    assert (session.state.is_saved, session.state.message) == (False, "no longer saved; the marks are kept as a draft")


def test_a_colour_followed_by_a_comment_is_a_colour(session: Session, site: str) -> None:
    """A value of the style ends at its semicolon, whatever stands after that."""
    session.open(f"{site}/article.html")
    world = session.tab.world
    shown = """(() => {
      gold.toolbarStyle = gold.toolbarStyle.replace(/--paper:[^;]*;/, "--paper: rgb(1, 2, 3); /* nearly black */");
      gold.closeToolbar();
      const { attachShadow } = Element.prototype;
      let root;
      Element.prototype.attachShadow = function (options) { return (root = attachShadow.call(this, options)); };
      gold.openToolbar(gold.state, {});
      Element.prototype.attachShadow = attachShadow;
      return getComputedStyle(root.querySelector(".bar")).backgroundColor;
    })()"""
    assert world.evaluate(shown, world.frames[0]) == "rgb(1, 2, 3)"


@pytest.mark.parametrize("style", ["", "html { zoom: 0.5 }", "html { zoom: 2 }", "html { transform: scale(1) }"])
def test_the_end_of_a_page_can_be_scrolled_above_the_toolbar(session: Session, tmp_path: Path, style: str) -> None:
    """A page that does not scroll stays so, because a scroll bar would make it narrower."""
    last = "[gold.page.querySelector('#last').getBoundingClientRect().bottom, gold.host.getBoundingClientRect().top]"
    open_page(session, tmp_path, f"<style>{style}</style>{'<p>A line.' * 100}<p id=last>The last line.")
    world = session.tab.world
    world.evaluate("scrollTo({ top: 1e6, behavior: 'instant' })", world.frames[0])
    bottom, top = world.evaluate(last, world.frames[0])
    assert 0 < bottom < top
    open_page(session, tmp_path, f"<style>{style}</style>")
    world = session.tab.world
    assert world.evaluate("gold.page.scrollingElement.scrollHeight <= innerHeight", world.frames[0])

"""The session: a real browser, real mouse and keys, the toolbar a person uses, files on disk."""

from __future__ import annotations

from pathlib import Path

import pytest

from annotate.capture.errors import CaptureError, explain_failures
from annotate.capture.hand import Hand
from annotate.capture.model import Saved
from annotate.capture.session import Session
from evaluate.package import Statement, check_fragments, read_journal, read_package
from tests.annotate.capture.results import place_in, saved_document
from tests.annotate.capturing import capture
from tests.annotate.site import PAGES


def test_drags_mark_cut_and_save_exactly_what_is_seen(session: Session, site: str) -> None:
    """Two marks and a cut by mouse give the page's visible text, entities and emoji included, and nothing else."""
    session.open(f"{site}/article.html")
    Hand(session).drag("#main")
    Hand(session).press("c")
    Hand(session).drag("#ad")
    Hand(session).click("save")
    document = saved_document(session)
    assert document.text == (
        "Bread & butter <today>\n"
        "Flour, water and salt; 5 € a kilo — that is all 🍞 there is to it.\n"
        "Wait twelve hours, then bake."
    )
    assert [document.html[f.start : f.end][:12] for f in document.meta.fragments] == [
        "Bread &amp; ",
        "to it.",
        "Wait <a href",
    ]
    assert all(check.exact for check in check_fragments(document.html, document.meta.fragments))
    assert document.meta.fragmented
    assert document.meta.language == "en-GB"
    assert document.meta.title == "Bread & butter"
    assert document.meta.metadata["title"] == Statement(value="Bread & butter <today>", source="h1")
    assert document.meta.source is not None and document.meta.source.status == 200
    assert document.path(".source.html").read_bytes() == (PAGES / "article.html").read_bytes()
    decision = next(read_journal(session.folder))
    assert (decision.action, decision.annotator, decision.after) == ("capture", "tester", document.meta.spans)
    assert decision.seconds is not None


def test_a_crash_ends_the_page_and_no_more(session: Session, site: str) -> None:
    """What waits for a page whose process crashes is told so; the next page is captured."""
    session.open(f"{site}/article.html")
    with pytest.raises(CaptureError, match=r"^it: .*the browser's process for it crashed"), explain_failures("it"):
        session.tab.world.cdp.send("Page.crash")
    assert capture(session, f"{site}/article.html", ["#head"]).words == 3


def test_a_page_that_no_browser_is_left_for_is_told_in_a_line(session: Session, site: str, tmp_path: Path) -> None:
    """A screen that goes takes the browser along between two pages; what the browser logged is left out."""
    assert session.context.browser is not None
    context = session.context.browser.new_context()
    session = Session(context, tmp_path / "gold", session.settings)
    context.close()
    with pytest.raises(CaptureError, match=r"^http.*article.html: cannot be captured: its window was closed, or .*$"):
        session.open(f"{site}/article.html")


def test_what_is_saved_holds_no_trace_of_the_tool(session: Session, site: str) -> None:
    """The saved HTML is the page's own, to the letter."""
    session.open(f"{site}/article.html")
    Hand(session).drag("#one")
    Hand(session).click("save")
    html = saved_document(session).html
    bare = session.context.new_page()
    bare.goto(f"{site}/article.html")
    assert html == "<!DOCTYPE html>" + bare.evaluate("() => document.documentElement.outerHTML")
    bare.close()


def test_a_page_can_neither_see_nor_steer_the_tool(session: Session, site: str) -> None:
    """A page that listens, patches, polls and leaves finds nothing, and what is marked is saved."""
    session.open(f"{site}/hostile.html")
    # A browser may tell a page that the pointer rests over it as soon as it is laid out.
    before = session.tab.world.evaluate("document.documentElement.dataset.found ?? ''", session.tab.world.frames[0])
    assert before in ("", "mousemove")
    Hand(session).drag("#main")
    session.pump(0.3)
    Hand(session).press("f", "f")
    Hand(session).click("save")
    document = saved_document(session)
    assert document.text == "The text that a person wants to mark, whatever the page does."
    assert ("data-found" in document.html) == bool(before)
    session.release()
    session.pump(0.1)
    found = session.page.evaluate("() => document.documentElement.dataset.found ?? ''")
    assert found == before


def test_undo_redo_clear_and_flags(session: Session, site: str) -> None:
    """Keys undo and redo marks; the flags and the language that are set are saved."""
    session.open(f"{site}/article.html")
    Hand(session).drag("#head")
    Hand(session).drag("#two")
    assert session.state.words == 8 and session.state.fragmented
    Hand(session).press("z")
    assert (session.state.words, session.state.fragmented, session.state.can_redo) == (3, False, True)
    Hand(session).press("y", "x", "Control+z")
    assert session.state.words == 8
    Hand(session).press("f", "m", "l")
    Hand(session).type("de-AT\n")
    Hand(session).press("Enter")
    meta = saved_document(session).meta
    assert (meta.fragmented, meta.multiple_articles, meta.language) == (False, True, "de-AT")


def test_the_whole_page_is_taken_by_keys(session: Session, site: str) -> None:
    """Ctrl+A marks it, or cuts it out, as a drag over all of it does; nothing of the toolbar is in it or selected."""
    session.open(f"{site}/article.html")
    Hand(session).press("Control+a")
    assert "Bread & butter" in session.state.text
    assert "Suggest" not in session.state.text
    assert session.tab.world.peek("getSelection().isCollapsed") is True
    Hand(session).press("c", "Control+a")
    assert session.state.text == ""
    Hand(session).press("z")
    Hand(session).press("Enter")
    assert isinstance(session.outcome, Saved)


def test_a_drag_behind_a_dialog_says_why_nothing_happens(session: Session, tmp_path: Path) -> None:
    """What an open modal dialog makes inert cannot be selected; text in the dialog can."""
    page = "<p id=behind>Text behind it.</p><dialog><p id=inside>Text inside.</p></dialog>"
    (tmp_path / "page.html").write_text(f"{page}<script>document.querySelector('dialog').showModal()</script>", "utf-8")
    session.open((tmp_path / "page.html").as_uri())
    hand = Hand(session)
    hand.drag("#behind")
    said = "a dialog of the page is in front of this: let the page run (r)"
    assert (session.state.message, session.state.text) == (said, "")
    hand.press("e")
    hand.click_at(*session.tab.world.call("dragEnds", session.tab.world.call("spansOfMatch", "#behind", 0), False))
    assert (session.state.message, session.state.text) == (said, "")
    hand.press("e")
    hand.drag("#inside")
    assert (session.state.message, session.state.text) == ("+2 words", "Text inside.")


def test_leaving_writes_nothing(session: Session, site: str) -> None:
    """A page that is left makes no package."""
    session.open(f"{site}/article.html")
    Hand(session).press("q")
    assert session.wait(60) is None
    assert session.outcome == "leave"
    assert not session.folder.exists()


def test_enter_pressed_twice_saves_once(session: Session, site: str) -> None:
    """A key that was pressed again while the document was written makes no second one."""
    session.open(f"{site}/article.html")
    Hand(session).drag("#one")
    for key in ("Enter", "Enter", "q"):
        session.page.keyboard.press(key)
    session.wait(60)
    assert read_package(session.folder).names == (saved_document(session).name,)


def test_what_is_typed_changes_no_page(session: Session) -> None:
    """Not in what can be edited, either: a letter that is no command goes nowhere."""
    session.open("data:text/html,<body contenteditable><p id=a>edit me</p>")
    hand = Hand(session)
    hand.click_at(*place_in(session, "#a"))
    hand.press("d")
    assert session.page.text_content("#a") == "edit me"
    hand.drag("#a")
    assert session.state.text == "edit me"


def test_keys_are_where_they_are_on_other_keyboards(session: Session, site: str) -> None:
    """On a Cyrillic keyboard the key of ``c`` types ``с`` and cuts all the same."""
    session.open(f"{site}/article.html")
    event = {"key": "с", "code": "KeyC", "windowsVirtualKeyCode": 67}
    session.tab.world.cdp.send("Input.dispatchKeyEvent", {"type": "keyDown", **event})
    session.pump()
    assert session.state.mode == "cut"


def test_ctrl_and_a_drag_cut(session: Session, site: str) -> None:
    """Whatever the mode is it does the other thing, and marks again while cutting."""
    session.open(f"{site}/article.html")
    hand = Hand(session)
    hand.drag("#two")
    with hand.holding_ctrl():
        hand.drag("#two a")
    assert session.state.text == "Wait , then bake."
    hand.press("c")
    with hand.holding_ctrl():
        hand.drag("#two a")
    assert session.state.text == "Wait twelve hours, then bake."


def test_a_click_on_a_frozen_page_says_why_nothing_happens(session: Session, site: str) -> None:
    """On what can be clicked; the page runs by key or by button, and is frozen anew."""
    session.open(f"{site}/article.html")
    hand = Hand(session)
    hand.click_at(*place_in(session, "#one"))
    assert session.state.message == "drag over the main content"
    hand.click_at(*place_in(session, "#two a"))
    assert (session.state.message, session.state.tone) == ("the page is frozen: let it run (r)", "bad")
    hand.drag("#two a")
    assert session.state.message == "+2 words"
    hand.click("release")
    assert session.state.text == "" and session.page.evaluate("() => 1") == 1
    hand.press("F2")
    assert session.state.text == "twelve hours"

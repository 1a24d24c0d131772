"""The session: a real browser, real mouse and keys, the toolbar a person uses, files on disk."""

from __future__ import annotations

import base64
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pytest
from matplotlib.image import imread
from msgspec.structs import replace as replace_fields
from playwright.sync_api import BrowserContext
from playwright.sync_api import Error as PlaywrightError

from annotate.browser import START
from annotate.capture.errors import CaptureError, explain_failures
from annotate.capture.hand import Hand
from annotate.capture.model import Saved
from annotate.capture.session import Session
from annotate.capture.settings import Settings
from annotate.capture.world import World
from evaluate.package import (
    Document,
    Statement,
    check_fragments,
    read_document,
    read_journal,
    read_package,
    write_document,
)
from tests.annotate.capturing import QUICK, capture
from tests.annotate.site import PAGES, RESPONSES
from tests.annotate.window import Window, with_window


def saved_document(session: Session) -> Document:
    """The document just saved."""
    assert isinstance(session.outcome, Saved)
    return read_document(session.folder, session.outcome.name)


def place_in(session: Session, selector: str) -> tuple[float, float]:
    """A place of the viewport in the upper left corner of an element."""
    box = session.page.locator(selector).bounding_box()
    assert box is not None
    return box["x"] + 3, box["y"] + 5


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


def test_elements_are_picked_widened_and_narrowed(session: Session, site: str) -> None:
    """In picking mode a click takes the element under the mouse; arrows go to the parent and back."""
    session.open(f"{site}/article.html")
    Hand(session).press("e")
    place = place_in(session, "#one b")
    Hand(session).move(*place)
    Hand(session).press("ArrowUp", "ArrowUp", "ArrowDown")
    Hand(session).click_at(*place)
    assert session.state.text == "Flour, water and salt; 5 € a kilo — that is all 🍞 there is to it."


def test_a_link_is_text_while_marking(session: Session, site: str) -> None:
    """A drag that begins on a link marks its text, and a click on it goes nowhere."""
    session.open(f"{site}/article.html")
    Hand(session).drag("#two a")
    Hand(session).click_at(*place_in(session, "#two a"))
    session.pump(0.2)
    assert session.state.text == "twelve hours"
    assert session.page.url == f"{site}/article.html"


def test_a_draft_survives_a_closed_window(session: Session, site: str) -> None:
    """What was marked and not saved is there again when the page is opened again."""
    session.open(f"{site}/article.html")
    Hand(session).drag("#one")
    Hand(session).press("m")
    text = session.state.text
    session.page.close()
    assert session.wait() is None
    session.open(f"{site}/article.html")
    assert (session.state.text, session.state.multiple) == (text, True)
    Hand(session).click("save")
    assert saved_document(session).text == text
    assert not (session.folder / ".drafts").exists()


def test_the_way_back_does_not_lead_away_from_the_marks(session: Session, site: str) -> None:
    """Before the page there was an empty tab, to which the browser's "back" went."""
    session.open(f"{site}/article.html")
    history = session.tab.world.cdp.send("Page.getNavigationHistory")
    assert [entry["url"] for entry in history["entries"]] == [f"{site}/article.html"]


def test_who_leaves_for_what_no_network_brings_has_left(session: Session, site: str) -> None:
    """An empty page or one of the browser's own has no toolbar to say so with; the draft is kept."""
    session.open(f"{site}/article.html")
    Hand(session).drag("#head")
    text = session.state.text
    session.tab.world.cdp.send("Page.navigate", {"url": "about:blank"})
    session.wait(limit=5)
    assert (session.outcome, session.page.is_closed()) == ("leave", True)
    session.open(f"{site}/article.html")
    assert (session.state.text, session.state.message) == (text, "continued where you left off")


def test_what_is_saved_is_opened_for_correction(session: Session, site: str) -> None:
    """Replacing a document begins with its gold drawn on the page; the journal has what was there before."""
    session.open(f"{site}/article.html")
    Hand(session).drag("#one")
    Hand(session).click("save")
    first = saved_document(session)
    session.open(f"{site}/article.html", name=first.name)
    assert (session.state.spans, session.state.message) == (first.spans, "this is what is saved; you can correct it")
    Hand(session).drag("h1")
    Hand(session).click("save")
    second = saved_document(session)
    assert (second.name, second.text) == (first.name, f"Bread & butter <today>\n{first.text}")
    assert [(d.before, d.after) for d in read_journal(session.folder)][1] == (first.spans, second.spans)


@pytest.mark.parametrize(
    ("kind", "page", "language"),
    [
        ("text/html", "<html lang=fr xml:lang=en><body lang=de>", "fr"),
        ("text/html", "<html xml:lang=fr><body lang=de>", "fr"),
        ("text/html", "<html lang=''><body lang=de>", "de"),
        ("text/html", "<meta http-equiv=content-language content=it><body>", "it"),
        ("application/xhtml+xml", "<html xmlns='http://www.w3.org/1999/xhtml' xml:lang='fr'><body>", "fr"),
    ],
)
def test_the_language_is_what_the_page_says(session: Session, kind: str, page: str, language: str) -> None:
    """Of its whole, in HTML or XML, or else of its body."""
    end = "</body></html>" if "xhtml" in kind else ""
    session.open(f"data:{kind},{page}<p>Text.</p>{end}")
    assert session.state.language == language


def test_what_no_capture_finds_out_outlives_a_correction(session: Session, site: str) -> None:
    """Page type, note and optional spans of a document that is marked anew are kept."""
    session.settings = replace(session.settings, page_type="article")
    name = capture(session, f"{site}/article.html", ["#one"]).name
    document = read_document(session.folder, name)
    gold, after = document.spans[0], document.html.index("Wait <a")
    noted = replace_fields(document.meta, note="odd", optional=((after, after + 4),))
    write_document(session.folder, name, meta=noted, text=document.text)
    session.settings = replace(session.settings, page_type=None)
    capture(session, f"{site}/article.html", ["#one", "h1"], name=name)
    meta = read_document(session.folder, name).meta
    assert (meta.page_type, meta.note, meta.optional) == ("article", "odd", noted.optional)
    assert meta.spans[0][1] == gold[1] and meta.spans[0][0] < gold[0]


def test_a_page_that_has_changed_is_replaced_by_a_new_document(session: Session, tmp_path: Path) -> None:
    """A saved page is never written over: the old document goes when the new one is there."""
    page = tmp_path / "page.html"
    for number, text in enumerate(("Old text.", "New text.")):
        page.write_text(f"<p>{text}</p>")
        name = None if number == 0 else "file-0001"
        assert capture(session, page.as_uri(), ["p"], name=name).name == f"file-000{number + 1}"
    assert [path.name for path in sorted(session.folder.glob("*.html"))] == ["file-0002.html", "file-0002.source.html"]
    assert [d.detail for d in read_journal(session.folder)] == [{}, {"replaces": "file-0001"}]


def test_a_released_page_runs_and_is_frozen_anew(session: Session, site: str) -> None:
    """Released, the page works again without the toolbar; the freeze key serialises it as it is then."""
    session.open(f"{site}/article.html")
    Hand(session).press("r")
    session.page.evaluate("() => { document.querySelector('#one').textContent = 'Changed by the person.'; }")
    session.page.keyboard.press("F2")
    session.pump(0.1)
    Hand(session).drag("#one")
    Hand(session).click("save")
    document = saved_document(session)
    assert document.text == "Changed by the person."
    assert 'id="one">Changed by the person.<' in document.html


def test_what_is_saved_of_a_released_page_takes_the_place_of_what_was_saved_before(session: Session, site: str) -> None:
    """A page rejected for its banner, come back to, released and marked is one document, which has one outcome."""
    session.open(f"{site}/article.html")
    Hand(session).press("d", "4")
    assert saved_document(session).meta.status == "rejected"
    session.resume(session.set_aside())
    Hand(session).press("r")
    session.page.evaluate("() => { document.querySelector('#one').textContent = 'Without the banner.'; }")
    session.page.keyboard.press("F2")
    session.pump(0.1)
    assert session.state.is_saved
    Hand(session).drag("#one")
    Hand(session).press("Enter")
    document = saved_document(session)
    assert (document.text, document.meta.status, document.meta.note) == ("Without the banner.", "gold", "")
    assert read_package(session.folder).names == (document.name,)


def test_the_time_of_a_page_counts_once(session: Session, site: str) -> None:
    """A page that is released and frozen again takes up its own draft, whose time is that of the session."""
    session.open(f"{site}/article.html")
    session.clock = lambda: time.monotonic() + 100
    Hand(session).drag("#one")
    for _ in range(2):
        Hand(session).press("r")
        session.page.keyboard.press("F2")
        session.pump(0.1)
    Hand(session).click("save")
    seconds = next(read_journal(session.folder)).seconds
    assert seconds is not None and 100 <= seconds < 190


def test_an_overruled_flag_outlives_a_correction(session: Session, site: str) -> None:
    """Whether a document is fragmented stays as a person said, as long as all of its parts are there."""
    session.open(f"{site}/article.html")
    hand = Hand(session)
    hand.drag("h1")
    hand.drag("#two")
    assert session.state.fragmented
    hand.press("f")
    hand.click("save")
    name = saved_document(session).name
    session.open(f"{site}/article.html", name=name)
    assert not session.state.fragmented
    hand.click("save")
    assert not read_document(session.folder, name).meta.fragmented


def test_a_page_that_leads_nowhere_can_be_frozen_later(session: Session, site: str) -> None:
    """The key pressed on the browser's own page of an error is answered in words, and works on the next page."""
    session.settings = replace(session.settings, auto_freeze=False)
    session.open(f"{site}/article.html")
    for _ in range(2):  # before anything was frozen, and after
        with suppress(PlaywrightError):
            session.page.goto("http://127.0.0.1:9/")
        session.page.wait_for_url("chrome-error:**")
        session.page.keyboard.press("F2")
        with pytest.raises(CaptureError, match="which cannot be opened"):
            session.pump(0.1)
        session.page.goto(f"{site}/article.html")
        session.page.keyboard.press("F2")
        session.pump(0.1)
        assert session.frozen.url == f"{site}/article.html"
        session.release()


def test_a_page_that_is_still_empty_can_be_frozen_later(session: Session, site: str) -> None:
    """Frozen too early, a page that is held runs on, and the key works once there is something to mark."""
    session.settings = replace(session.settings, auto_freeze=False)
    session.open(f"{site}/hidden.html")
    session.page.keyboard.press("F2")
    with pytest.raises(CaptureError, match="the page is empty: it shows no text"):
        session.pump(0.1)
    session.page.evaluate("() => { document.querySelector('p').style.display = 'block'; }")
    session.page.keyboard.press("F2")
    session.pump(0.1)
    Hand(session).drag("p")
    Hand(session).click("save")
    assert saved_document(session).text == "nobody sees this"


def test_a_page_that_was_held_begins_with_what_is_selected(session: Session, site: str) -> None:
    """What selectors match is marked each time the page is frozen with the key."""
    session.settings = replace(session.settings, auto_freeze=False, select=("#one", "#two"), drop=("#two",))
    session.open(f"{site}/article.html")
    for _ in range(2):
        session.page.keyboard.press("F2")
        session.pump(0.1)
        assert session.state.text == "Flour, water and salt; 5 € a kilo — that is all 🍞 there is to it."
        Hand(session).press("r")


def test_what_a_selector_does_not_find_a_person_marks(session: Session, site: str) -> None:
    """With a window a selector is a beginning: that it matches nothing is said, and the page stays."""
    session.open(f"{site}/article.html")
    session.mark(["#nothing"])
    assert (session.state.message, session.outcome) == ("'#nothing' matches nothing", None)


def test_a_language_is_a_tag(session: Session, site: str) -> None:
    """What is typed into the language box is written in its usual form, or refused with an example."""
    session.open(f"{site}/article.html")
    Hand(session).drag("#one")
    Hand(session).press("l", "Control+a")
    Hand(session).type("PT_br\n")
    assert session.state.language == "pt-BR"
    Hand(session).press("l", "Control+a")
    Hand(session).type("portuguese\n")
    assert session.state.message == "'portuguese' is not a BCP 47 tag such as 'en' or 'pt-BR'"
    assert session.state.language == "pt-BR"


def test_a_suggestion_is_drawn_for_correction(session: Session, site: str) -> None:
    """The suggestion of a registered extractor is visible text only, and taken as one step that can be undone."""
    session.settings = type(session.settings)(limits=session.settings.limits, screenshot=False, method="plain")
    session.open(f"{site}/article.html")
    hand, world = Hand(session), session.tab.world
    hand.press("s")
    assert (session.state.text, len(session.state.proposed) > 0) == ("", True)
    assert world.peek("CSS.highlights.get('cetr-gold-proposed').size") > 0
    hand.click_at(*place_in(session, "#one"))
    assert "Flour" in session.state.text and session.state.proposed
    hand.press("s")
    assert "HIDDEN" not in session.state.text and "Flour" in session.state.text
    hand.press("z", "z")
    assert session.state.text == ""


def test_parts_are_gone_to_and_mapped(session: Session, tmp_path: Path) -> None:
    """Keys scroll to the next part; beside the scroll bar a mark shows where each of them is."""
    body = "".join(f"<p id=p{i} style='margin-bottom: 900px'>Part {i}.</p>" for i in range(4))
    (tmp_path / "page.html").write_text(f"<!doctype html><html lang=en><body>{body}</body></html>", "utf-8")
    session.open((tmp_path / "page.html").as_uri())
    session.mark(["#p0", "#p3"])
    hand, world = Hand(session), session.tab.world
    hand.press(".", ".")
    assert session.state.message == "part 2 of 2, “Part 3.”"
    assert 0 < session.page.evaluate("() => document.querySelector('#p3').getBoundingClientRect().top") < 900
    ticks = world.call("readMap")
    assert [kind for kind, *_ in ticks] == ["marked", "marked"]
    assert ticks[0][1] < 5 and 60 < ticks[1][1] < 90


def test_the_line_under_a_part_goes_when_another_one_is_marked(session: Session, tmp_path: Path) -> None:
    """From what was marked then, keys go to the part before it and to the one after it."""
    body = "".join(f"<p id=p{i}>Part {i}.</p>" for i in range(7))
    (tmp_path / "page.html").write_text(f"<!doctype html><html lang=en><body>{body}</body></html>", "utf-8")
    session.open((tmp_path / "page.html").as_uri())
    session.mark(["#p0", "#p6"])
    hand, world = Hand(session), session.tab.world
    hand.press(".")
    assert world.peek("CSS.highlights.get('cetr-gold-here').size") == 1
    hand.drag("#p2")
    assert world.peek("CSS.highlights.get('cetr-gold-here').size") == 0
    hand.press(".")
    assert session.state.message.endswith("“Part 6.”")
    hand.drag("#p4")
    hand.press(",")
    assert session.state.message.endswith("“Part 4.”")
    hand.press("x")
    assert world.peek("CSS.highlights.get('cetr-gold-here').size") == 0


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


def test_a_page_that_is_not_at_rest_says_so(session: Session, site: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """After a while, until it is frozen; one that was prepared in the background has nothing to say."""
    said: list[str] = []
    monkeypatch.setattr(World, "say_over_page", lambda _, text: said.append(text))
    session.open(f"{site}/other.html")
    assert not any(said)
    monkeypatch.setattr("annotate.capture.perform._SAID_AFTER", 0.0)
    session.open(f"{site}/article.html")
    assert [text for text in said if text] == ["Loading. Keys take effect once the toolbar is here."]
    assert said[-1] == ""
    ahead = session.prepare(f"{site}/other.html")
    ahead.finish()
    said.clear()
    session.open(f"{site}/other.html", ahead=ahead)
    assert not any(said)


_COUNT = "addEventListener('keydown', ({ key }) => { document.title += key; }, { capture: true })"


def test_keys_pressed_before_the_toolbar_are_done_once_it_is_here(
    session: Session, site: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In frames, too; the page neither gets nor makes them, and none of them ends a page that nobody has seen."""
    html = f"<title>-</title><script>{_COUNT}</script><p>Text.<iframe srcdoc=Inside></iframe>"
    monkeypatch.setitem(RESPONSES, "/keys.html", (200, {"Content-Type": "text/html"}, html.encode()))
    session.open(f"{site}/article.html")
    address = f"{site}/keys.html"
    ahead = session.prepare(address)
    page = ahead.tab.page
    page.wait_for_url(address)
    page.wait_for_load_state()
    page.keyboard.press("c")
    page.evaluate("dispatchEvent(new KeyboardEvent('keydown', { key: 'x', bubbles: true }))")
    page.evaluate("document.querySelector('iframe').focus()")
    page.keyboard.press("e")
    page.keyboard.press("Enter")
    session.open(address, ahead=ahead)
    assert page.title() == "-x"
    session.pump()
    assert (session.state.mode, session.state.picking) == ("cut", True)
    assert (session.state.message, session.state.tone) == ("Enter came before the toolbar: press it again", "bad")


def test_what_was_typed_before_the_box_for_it_is_no_command(session: Session, site: str) -> None:
    """The reason for a rejection that was typed too early is lost, and does nothing else, until Escape ends it."""
    session.open(f"{site}/article.html")
    address = f"{site}/other.html"
    ahead = session.prepare(address)
    ahead.tab.page.wait_for_url(address)
    ahead.tab.page.wait_for_load_state()
    ahead.tab.page.keyboard.type("dice")
    ahead.tab.page.keyboard.press("Enter")
    session.open(address, ahead=ahead)
    session.pump()
    assert (session.state.mode, session.state.picking, session.state.tone) == ("add", False, "")
    assert session.tab.world.call("isTyping")
    ahead = session.prepare(f"{site}/article.html")
    ahead.tab.page.wait_for_url(f"{site}/article.html")
    ahead.tab.page.wait_for_load_state()
    for key in ("l", "e", "Escape", "c"):
        ahead.tab.page.keyboard.press(key)
    session.open(f"{site}/article.html", ahead=ahead)
    session.pump()
    assert (session.state.mode, session.state.picking) == ("cut", False)


def test_the_keys_of_a_page_that_runs_again_are_its_own(session: Session, tmp_path: Path) -> None:
    """Its next documents get them, too."""
    (tmp_path / "page.html").write_text(f"<title>-</title><script>{_COUNT}</script><p>Text.")
    session.open((tmp_path / "page.html").as_uri())
    Hand(session).press("r", "c")
    assert session.page.title() == "-c"
    session.page.reload()
    Hand(session).press("e", "F2", "i")
    assert (session.page.title(), session.state.mode, session.state.picking) == ("-e", "optional", False)


def test_keys_pressed_while_the_page_is_frozen_are_done_once_the_toolbar_is_here(
    session: Session, tmp_path: Path
) -> None:
    """From F2 on the page gets none of them; where there is nothing to freeze it gets the next ones again."""
    session.settings = replace(session.settings, auto_freeze=False)
    (tmp_path / "page.html").write_text(f"<title>-</title><script>{_COUNT}</script><p hidden>Text.")
    session.open((tmp_path / "page.html").as_uri())
    keyboard = session.page.keyboard
    for key in ("c", "F2", "i"):
        keyboard.press(key)
    with pytest.raises(CaptureError, match="it shows no text"):
        session.pump()
    session.pump()
    keyboard.press("a")
    assert (
        session.page.evaluate("() => { document.querySelector('p').hidden = false; return document.title; }") == "-ca"
    )
    for key in ("F2", "i", "e"):
        keyboard.press(key)
    session.pump()
    assert (session.page.title(), session.state.mode, session.state.picking) == ("-ca", "optional", True)


def test_the_key_that_freezes_does_nothing_in_a_frozen_frame(session: Session, tmp_path: Path) -> None:
    """The next keys are commands there, as before."""
    (tmp_path / "page.html").write_text("<p>Text.<iframe srcdoc=Inside></iframe>")
    session.open((tmp_path / "page.html").as_uri())
    session.page.evaluate("document.querySelector('iframe').focus()")
    Hand(session).press("F2", "?", "c")
    assert session.state.mode == "cut"
    assert session.tab.world.evaluate("gold.keepsKeys", session.tab.world.frames[1]) is False


def test_keys_pressed_in_the_empty_window_are_done_once_the_toolbar_is_here(session: Session, site: str) -> None:
    """The window opens with a page of ours, in which they wait for the page that comes."""
    page = session.context.new_page()
    for other in session.context.pages[:-1]:
        other.close()
    page.goto(START)
    page.keyboard.press("c")
    page.keyboard.press("Enter")
    session.open(f"{site}/article.html")
    assert session.page == page
    session.pump()
    assert (session.state.mode, session.state.tone) == ("cut", "bad")
    assert session.state.message == "Enter came before the toolbar: press it again"


def test_keys_of_the_empty_window_are_done_in_their_order(
    session: Session, site: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No key that is pressed while the window is set up overtakes those before it."""
    for page in session.context.pages[1:]:
        page.close()
    (page,) = session.context.pages or [session.context.new_page()]
    page.goto(START)
    page.keyboard.press("c")
    pressed = iter("i")

    def peek_then_press(world: World, expression: str, peek: Callable[..., object] = World.peek) -> object:
        found = peek(world, expression)
        for key in pressed:
            page.keyboard.press(key)
        return found

    monkeypatch.setattr(World, "peek", peek_then_press)
    session.open(f"{site}/article.html")
    session.pump()
    assert session.state.mode == "optional"


@pytest.mark.parametrize("control", ["leave", "later"])
def test_leaving_writes_nothing(session: Session, site: str, control: str) -> None:
    """A page that is left makes no package."""
    session.open(f"{site}/article.html")
    Hand(session).press({"leave": "q", "later": "n"}[control])
    assert session.wait() is None
    assert session.outcome == control
    assert not session.folder.exists()


def test_enter_pressed_twice_saves_once(session: Session, site: str) -> None:
    """A key that was pressed again while the document was written makes no second one."""
    session.open(f"{site}/article.html")
    Hand(session).drag("#one")
    for key in ("Enter", "Enter", "q"):
        session.page.keyboard.press(key)
    session.pump(0.1)
    assert read_package(session.folder).names == (saved_document(session).name,)


def test_the_toolbar_is_within_reach_of_the_keyboard(session: Session, site: str) -> None:
    """A key goes to its buttons, arrows from one to the next, and space presses one."""
    session.open(f"{site}/article.html")
    hand = Hand(session)
    hand.press("b", "ArrowRight", " ")
    assert session.state.mode == "cut"
    hand.press("ArrowRight", "ArrowRight", "ArrowRight", "Enter")
    assert session.frozen.html and session.outcome is None
    hand.press("ArrowLeft", "ArrowLeft", "ArrowLeft", "ArrowLeft", " ")
    assert session.state.mode == "add"


def test_marks_to_begin_with(session: Session, site: str) -> None:
    """Selectors mark what a person then corrects; the toolbar says by how much a step changed the text."""
    session.open(f"{site}/article.html")
    session.mark(["#one", "#two"], ["#ad"])
    assert session.state.words == 19
    Hand(session).press("c")
    Hand(session).drag("#two")
    assert (session.state.words, session.state.message) == (14, "-5 words")


def test_the_toolbar_can_be_moved_out_of_the_way(session: Session, site: str) -> None:
    """Dragged by its grip it follows the mouse, and stays within the window."""
    session.open(f"{site}/article.html")
    hand, world = Hand(session), session.tab.world
    x, y = world.call("whereIs", "grip")
    hand.move(x, y)
    hand.down()
    hand.move(x - 100, 40, steps=4)
    hand.up()
    moved = world.call("whereIs", "grip")
    assert moved == pytest.approx([x - 100, 40], abs=1)
    hand.move(*moved)
    hand.down()
    hand.move(2000, 2000, steps=4)
    hand.up()
    left, top = world.call("whereIs", "leave")
    assert left < 1280 and top < 900
    assert session.state.text == ""


def test_the_toolbar_reads_from_left_to_right_on_any_page(session: Session) -> None:
    """The direction of the page's writing is not the toolbar's."""
    session.open("data:text/html,<html dir=rtl><p>text</p>")
    mark, save = (session.tab.world.call("whereIs", control)[0] for control in ("add", "save"))
    assert mark < save


def test_what_was_picked_is_seen_as_marked(session: Session, site: str) -> None:
    """The outline of an element goes once it is taken, and comes back over another one."""
    session.open(f"{site}/article.html")
    hand = Hand(session)
    hand.press("e")
    shown = []
    for selector in ("#one", "h1"):
        x, y = place_in(session, selector)
        hand.move(x, y)
        shown.append(session.tab.world.peek("CSS.highlights.has('cetr-gold-hover')"))
        hand.click_at(x, y)
        hand.move(x + 4, y + 1)
        shown.append(session.tab.world.peek("CSS.highlights.has('cetr-gold-hover')"))
    assert shown == [True, False, True, False]
    assert session.state.text.startswith("Bread & butter")


def test_a_draft_that_cannot_be_kept_is_told(session: Session, site: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A full disk costs the draft; what is marked stays on the page."""

    def fail(folder: Path, draft: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("annotate.capture.keeping.write_draft", fail)
    session.open(f"{site}/article.html")
    Hand(session).drag("#one")
    assert session.state.message == "no draft could be saved: No space left on device"
    Hand(session).click("save")
    assert saved_document(session).text.startswith("Flour")


def test_what_is_typed_changes_no_page(session: Session) -> None:
    """Not in what can be edited, either: a letter that is no command goes nowhere."""
    session.open("data:text/html,<body contenteditable><p id=a>edit me</p>")
    hand = Hand(session)
    hand.click_at(*place_in(session, "#a"))
    hand.press("d")
    assert session.page.text_content("#a") == "edit me"
    hand.drag("#a")
    assert session.state.text == "edit me"


def test_one_element_is_outlined_at_a_time(session: Session, site: str) -> None:
    """What was to be taken is no longer outlined once something else is to be cut."""
    session.open(f"{site}/article.html")
    hand = Hand(session)
    hand.press("e")
    shown = []
    for selector, key in (("#one", "c"), ("h1", "a")):
        hand.move(*place_in(session, selector))
        shown.append(
            session.tab.world.peek("[...CSS.highlights.keys()].filter((name) => /hover|cut/.test(name)).join()")
        )
        hand.press(key)
    assert shown == ["cetr-gold-hover", "cetr-gold-cut"]


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


@with_window
@pytest.mark.parametrize("hold", [True, False])
def test_a_page_that_runs_says_which_key_freezes_it(window: Window, site: str, tmp_path: Path, hold: bool) -> None:
    """Over the page, in its next document, too, and not in it; the toolbar comes without."""

    def look(context: BrowserContext) -> list[bool]:
        settings = Settings(limits=QUICK, screenshot=False, auto_freeze=not hold)
        session = Session(context, tmp_path / "gold", settings)
        session.open(f"{site}/article.html")
        if not hold:
            Hand(session).press("r")
        said = [_is_dimmed(session)]
        session.page.goto(f"{site}/other.html")
        session.pump(0.1)
        said.append(_is_dimmed(session))
        html = session.page.evaluate("() => document.documentElement.outerHTML")
        session.page.keyboard.press("F2")
        session.pump(0.1)
        assert html in session.frozen.html
        return [*said, _is_dimmed(session)]

    assert window.run(look) == [True, True, False]


def _is_dimmed(session: Session) -> bool:
    """Whether the browser has drawn over the page: its white is none."""
    shot = session.tab.world.cdp.send("Page.captureScreenshot", {"format": "png", "fromSurface": True})
    picture = imread(BytesIO(base64.b64decode(shot["data"])))
    return bool(picture[-1, 0, 0] < 0.9)


ENGLISH = "<p>It is not that the bread was bad, but that they have been at it for so long, and with this oven. " * 2


@pytest.mark.parametrize(
    ("attribute", "language", "guessed"),
    [("", "en", ["language"]), (" lang=en-GB", "en-GB", None), (" lang=cs", "en", ["language"])],
)
def test_a_language_that_a_page_does_not_name_or_names_wrong_is_guessed(
    session: Session, attribute: str, language: str, guessed: list[str] | None
) -> None:
    """From the main content, and marked as a guess; what the page says of itself is taken if it may be."""
    saved = capture(session, f"data:text/html,<html{attribute}>{ENGLISH}", ["p"])
    meta = read_document(session.folder, saved.name).meta
    assert (meta.language, meta.extra.get("guessed")) == (language, guessed)


def test_a_guessed_language_is_shown_and_can_be_corrected(session: Session, tmp_path: Path) -> None:
    """As soon as text is marked; a person has the last word, also where the guess is what was saved before."""
    (tmp_path / "page.html").write_text(f"<html lang=cs>{ENGLISH}", "utf-8")
    url = (tmp_path / "page.html").as_uri()
    session.open(url)
    hand = Hand(session)
    assert session.state.language == "cs"
    session.mark(["p"])
    assert session.state.language == "en"
    hand.press("Enter")
    assert isinstance(session.outcome, Saved)
    name = session.outcome.name
    assert read_document(session.folder, name).meta.extra["guessed"] == ["language"]
    session.open(url, name=name)
    assert session.state.language == "en"
    hand.press("l")
    hand.type("cs\n")
    hand.press("Enter")
    meta = read_document(session.folder, name).meta
    assert (meta.language, meta.extra.get("guessed")) == ("cs", None)
    session.open(url, name=name)
    assert session.state.language == "cs"


def test_a_draft_keeps_the_language_that_a_person_named(session: Session, tmp_path: Path) -> None:
    """Also where it is the one that the page names, while the text reads like another one."""
    (tmp_path / "page.html").write_text(f"<html lang=cs>{ENGLISH}", "utf-8")
    session.open((tmp_path / "page.html").as_uri())
    session.mark(["p"])
    hand = Hand(session)
    hand.press("l")
    hand.type("cs\n")
    assert session.state.language == "cs"
    hand.press("q")
    session.open((tmp_path / "page.html").as_uri())
    assert session.state.message == "continued where you left off"
    assert session.state.language == "cs"

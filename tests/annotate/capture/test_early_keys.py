"""Keys that are pressed before the toolbar is there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from annotate.browser import START
from annotate.capture.errors import CaptureError
from annotate.capture.hand import Hand
from annotate.capture.session import Session
from annotate.capture.world import World
from tests.annotate.site import RESPONSES

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


def test_keys_pressed_between_two_pages_are_done_on_the_next_one(session: Session, site: str) -> None:
    """The page before stays in front until the next one is there; it does not answer keys after its end."""
    session.open(f"{site}/article.html")
    before = session.page
    for key in ("0", "e"):
        before.keyboard.press(key)
    assert session.wait(60) is not None
    aside = session.set_aside()
    for key in ("c", "Enter"):
        before.keyboard.press(key)
    session.open(f"{site}/other.html")
    session.pump()
    assert (session.state.mode, session.state.picking) == ("cut", True)
    assert session.state.message == "Enter came before the toolbar: press it again"
    session.resume(aside)
    Hand(session).press("u", "i")
    assert (session.state.is_saved, session.state.mode) == (False, "optional")


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
    Hand(session).hear_page()
    with pytest.raises(CaptureError, match="it shows no text"):
        session.pump()
    session.pump()
    keyboard.press("a")
    assert (
        session.page.evaluate("() => { document.querySelector('p').hidden = false; return document.title; }") == "-ca"
    )
    for key in ("F2", "i", "e"):
        keyboard.press(key)
    Hand(session).hear_page()
    session.pump()
    assert (session.page.title(), session.state.mode, session.state.picking) == ("-ca", "optional", True)


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

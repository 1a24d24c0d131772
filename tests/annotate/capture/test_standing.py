"""Where the toolbar stands, and how it is reached."""

from __future__ import annotations

import pytest

from annotate.capture.hand import Hand
from annotate.capture.session import Session


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

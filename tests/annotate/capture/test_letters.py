"""Letters of several code points are marked whole, and are taken hold of by mouse."""

from __future__ import annotations

from pathlib import Path

import pytest

from annotate.capture.session import Session
from tests.annotate.capture.test_ends import open_text

POINTED = "\u05e9\u05b8\u05c1\u05dc\u05d5\u05b9\u05dd \u05e2\u05d5\u05b9\u05dc\u05b8\u05dd\u05c3"
FONT = 'style="font-family: Noto Naskh Arabic"'  # gives all of the ligature's width to its first letter
TANWIN = "\u0645\u062b\u0644\u064b\u0627"
TATWEEL = "\u0648\u0627\u0644\u0640"


@pytest.mark.parametrize("text", [POINTED, TANWIN, TATWEEL, POINTED[:2], "\u0644\u0627"])
def test_a_link_is_dragged_over_from_right_to_left(session: Session, tmp_path: Path, text: str) -> None:
    """From its first letter, with its points, to its last one, which may be the second half of a ligature."""
    hand = open_text(session, tmp_path, f"<div dir=rtl {FONT}><p><a href='#'>{text}</a> end</p></div>", "a")
    assert session.state.text == text
    hand.press("z")
    box = session.page.locator("a").bounding_box()
    assert box is not None
    middle = box["y"] + box["height"] / 2
    hand.move(box["x"] + box["width"] - 2, middle)
    hand.down()
    hand.move(box["x"] + 1, middle, steps=6)
    hand.up()
    session.pump()
    assert session.state.text == text


@pytest.mark.parametrize(
    ("text", "start", "end", "marked"),
    [
        ("\u101e\u1010\u1004\u103a\u1038", 1, 3, "\u1010\u1004\u103a"),
        ("\u1019\u103b\u102c\u1038", 1, 2, "\u1019\u103b"),
        ("ne\u0301e", 2, 4, "e\u0301e"),
        ("a👨‍👩‍👧b", 0, 4, "a👨‍👩‍👧"),
        ("🇩🇪🇫🇷", 6, 8, "🇫🇷"),
    ],
    ids=["burmese", "within", "accent", "family", "flag"],
)
def test_a_selection_takes_whole_letters(
    session: Session, tmp_path: Path, text: str, start: int, end: int, marked: str
) -> None:
    """A browser's caret comes between parts of a letter; what it draws as selected is all of it."""
    hand = open_text(session, tmp_path, f"<p id=one>{text}</p>", "#one")
    hand.press("x")
    select = (
        "getSelection().setBaseAndExtent(...[%d, %d].flatMap((at) => [document.querySelector('#one').firstChild, at]))"
    )
    session.tab.world.evaluate(select % (start, end), session.tab.world.frames[0])
    hand.press("t")
    assert session.state.text == marked


def test_a_joiner_that_nobody_sees_takes_no_letter(session: Session, tmp_path: Path) -> None:
    """It stands between the parts of a Persian word; the second part alone is selected."""
    hand = open_text(session, tmp_path, "<p id=one dir=rtl>\u06a9\u062a\u0627\u0628\u200c\u0647\u0627</p>", "#one")
    hand.press("x")
    select = (
        "getSelection().setBaseAndExtent(...[4, 7].flatMap((at) => [document.querySelector('#one').firstChild, at]))"
    )
    session.tab.world.evaluate(select, session.tab.world.frames[0])
    hand.press("t")
    assert session.state.text.lstrip("\u200c") == "\u0647\u0627"


def test_a_letter_is_not_both_content_and_optional(session: Session, tmp_path: Path) -> None:
    """Gold from elsewhere may part a letter from its accent; whole, it is content."""
    hand = open_text(session, tmp_path, "<p id=one>ne\u0301e and more</p>", "#one")
    start, end = session.state.spans[0]
    session.tab.world.call("tell", {"kind": "optional", "spans": [[start + 2, start + 4]]})
    session.pump()
    assert session.state.spans == ((start, start + 3), (start + 5, end))
    assert session.state.optional == ((start + 3, start + 4),)
    hand.press("z")
    assert session.state.spans == ((start, end),)

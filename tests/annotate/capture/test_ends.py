"""The ends of marked parts, moved by mouse and keys."""

from __future__ import annotations

from pathlib import Path

import pytest

from annotate.capture.hand import Hand
from annotate.capture.model import Saved
from annotate.capture.session import Session
from evaluate.package import read_document

PAGE = """<!doctype html><html lang=en><body style='font: 20px monospace'>
<p id=one>Flour &amp; water, a <b>pinch</b> of salt 🍞 and yeast.</p><p id=two>Wait twelve hours.</p>
<div>Subscribe now</div></body></html>"""


@pytest.fixture
def hand(session: Session, tmp_path: Path) -> Hand:
    """A hand on a page of two paragraphs, none of them marked."""
    file = tmp_path / "page.html"
    file.write_text(PAGE, "utf-8")
    session.open(file.as_uri())
    return Hand(session)


def find(hand: Hand, text: str) -> tuple[int, int]:
    """Where a text stands in the saved HTML."""
    start = hand.session.frozen.html.index(text)
    return start, start + len(text)


def drag_end(hand: Hand, at: str, to: str, *, edge: str, frame: int = 0) -> None:
    """Drag from the edge of a text to the same edge of another one."""
    world = hand.session.tab.world
    for text, press in ((at, hand.down), (to, hand.up)):
        hand.move(*world.call("dragEnds", [find(hand, text)], edge == "end"), steps=4)
        press()
    hand.session.pump()


def test_an_end_is_dragged_to_the_letter_under_the_mouse(hand: Hand) -> None:
    """Back and on, over entities, tags and letters of two units; each drag is one step that can be undone."""
    hand.drag("#one")
    whole = "Flour & water, a pinch of salt 🍞 and yeast."
    for edge, at, to, text in (
        ("end", "yeast.", "🍞", "Flour & water, a pinch of salt 🍞"),
        ("end", "🍞", "inch", "Flour & water, a pinch"),
        ("start", "Flour", "&amp;", "& water, a pinch"),
        ("end", "inch", "twelve", "& water, a pinch of salt 🍞 and yeast.\nWait twelve"),
        ("start", "&amp;", "Flour", "Flour & water, a pinch of salt 🍞 and yeast.\nWait twelve"),
    ):
        drag_end(hand, at, to, edge=edge)
        assert hand.session.state.text == text
    hand.press("z", "z", "z", "z", "z")
    assert hand.session.state.text == whole
    hand.press("y", "Enter")
    outcome = hand.session.outcome
    assert isinstance(outcome, Saved) and outcome.text == "Flour & water, a pinch of salt 🍞"


def test_ends_are_left_alone_where_something_else_is_meant(hand: Hand) -> None:
    """Cutting, with its key or with Ctrl, and a click without a drag."""
    hand.drag("#one")
    hand.press("c")
    drag_end(hand, "yeast.", "🍞 and", edge="end")
    assert hand.session.state.text == "Flour & water, a pinch of salt 🍞 and"
    hand.press("a", "z")
    with hand.holding_ctrl():
        drag_end(hand, "yeast.", "🍞 and", edge="end")
    assert hand.session.state.text == "Flour & water, a pinch of salt 🍞 and"
    hand.click_at(*hand.session.tab.world.call("dragEnds", [find(hand, "🍞 and")], True))
    assert hand.session.state.text == "Flour & water, a pinch of salt 🍞 and"


def test_the_end_of_an_optional_part_is_dragged(hand: Hand) -> None:
    """It stays optional, and takes no text from the main content but what it is drawn over."""
    hand.press("i")
    hand.drag("div")
    hand.press("a")
    hand.drag("#two")
    drag_end(hand, "Subscribe", "hours.", edge="start")
    html, state = hand.session.frozen.html, hand.session.state
    assert [html[a:b] for a, b in state.spans] == ["Wait twelve"]
    assert [html[a:b] for a, b in state.optional] == ["hours.</p>\n<div>Subscribe now"]


def test_keys_move_the_ends(hand: Hand) -> None:
    """By a word or a letter, of the part that was gone to; what is read out is where the end has come to stand."""
    hand.press("j")
    assert hand.session.state.message == "go to a marked part first"
    hand.drag("#one")
    for keys, text in (
        (("j", "j"), "Flour & water, a pinch of salt 🍞 and"),
        (("Alt+j",), "Flour & water, a pinch of salt 🍞 an"),
        (("k", "k", "k"), "Flour & water, a pinch of salt 🍞 and yeast."),
    ):
        hand.press(*keys)
        assert hand.session.state.text == text, keys
    hand.press("k", "k")
    assert hand.session.state.text.endswith("yeast.\nWait twelve")
    assert hand.session.state.message == "+1 word, ends “…Wait twelve”"
    hand.press("w", "k")
    assert hand.session.state.text.startswith("water, a")
    assert hand.session.state.message.startswith("-1 word, begins “water, a")
    hand.press("Alt+k", "z", "z", "z")
    assert hand.session.state.text == "Flour & water, a pinch of salt 🍞 and yeast.\nWait"


def test_optional_text_is_saved_and_comes_back(session: Session, hand: Hand) -> None:
    """It is in no text, interrupts nothing, is drawn apart, is in the draft, and a capture that corrects it has it."""
    hand.drag("#one")
    hand.press("i")
    hand.drag("b")
    hand.drag("div")
    state = session.state
    assert (state.text, state.optional_words) == ("Flour & water, a of salt 🍞 and yeast.", 3)
    assert not state.fragmented and state.message == "+2 optional words"
    drawn = (
        "['mark', 'optional'].map((layer) => [...CSS.highlights.get(`cetr-gold-${layer}`)]"
        ".map((range) => range.startContainer.data.slice(range.startOffset, range.endOffset)))"
    )
    assert session.tab.world.evaluate(drawn, session.tab.world.frames[0]) == [
        ["Flour & water, a", "of salt 🍞 and yeast."],
        ["pinch", "Subscribe now"],
    ]
    url = session.frozen.url
    session.open(url)
    assert (session.state.text, session.state.optional) == (state.text, state.optional)
    hand.press("Enter")
    assert isinstance(session.outcome, Saved)
    document = read_document(session.folder, session.outcome.name)
    assert document.meta.optional == state.optional and not document.meta.fragmented
    session.open(url, name=document.name)
    assert session.state.optional == state.optional
    hand.press("c")
    hand.drag("div")
    hand.press("Enter")
    again = read_document(session.folder, document.name)
    assert [again.html[a:b] for a, b in again.meta.optional] == ["pinch"]

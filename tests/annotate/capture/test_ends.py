"""The ends of marked parts, moved by mouse and keys."""

from __future__ import annotations

from pathlib import Path

import pytest

from annotate.capture.hand import Hand
from annotate.capture.model import Saved
from annotate.capture.session import Session
from annotate.capture.views import frame_offset
from evaluate.package import read_document
from tests.annotate.capturing import pump_until

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
    """Find a text in the saved HTML."""
    start = hand.session.frozen.html.index(text)
    return start, start + len(text)


def click(hand: Hand, x: float, y: float, count: int) -> None:
    """Click as for the ``count``-th time at a place of the viewport."""
    for kind, buttons in (("mousePressed", 1), ("mouseReleased", 0)):
        event = {"type": kind, "x": x, "y": y, "button": "left", "buttons": buttons, "clickCount": count}
        hand.session.tab.world.cdp.send("Input.dispatchMouseEvent", event)


def drag_end(hand: Hand, at: str, to: str, *, edge: str, frame: int = 0) -> None:
    """Drag from the edge of a text to the same edge of another one."""
    world = hand.session.tab.world
    inside = world.frames[frame]
    dx, dy = frame_offset(world, inside)
    for text, press in ((at, hand.down), (to, hand.up)):
        x, y = world.call("dragEnds", [find(hand, text)], edge == "end", frame=inside)
        hand.move(x + dx, y + dy, steps=4)
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


def open_text(session: Session, folder: Path, text: str, selector: str) -> Hand:
    """Open a page of a text and mark what a selector matches."""
    file = folder / "text.html"
    file.write_text(f"<!doctype html><meta charset=utf-8><body style='font: 20px monospace'>{text}", "utf-8")
    session.open(file.as_uri())
    hand = Hand(session)
    hand.drag(selector)
    return hand


def test_an_end_is_dragged_within_a_frame(session: Session, tmp_path: Path) -> None:
    """The mouse and keys both work in a frame."""
    (tmp_path / "inside.html").write_text("<p id=a>Inner words stand here alone.</p><p>Second one.</p>", "utf-8")
    text = "<p>Outer text.</p><iframe src=inside.html width=700 height=200></iframe><p>More outer text.</p>"
    hand = open_text(session, tmp_path, text, "p")
    hand.press("z")
    hand.drag("#a", frame=1)
    for edge, at, to, marked in (
        ("end", "alone.", "words", "Inner words"),
        ("end", "words", "Second", "Inner words stand here alone.\nSecond"),
        ("start", "Inner", "stand", "stand here alone.\nSecond"),
    ):
        drag_end(hand, at, to, edge=edge, frame=1)
        assert session.state.text == marked
    hand.press("j", "k", "k")
    assert session.state.text == "stand here alone.\nSecond one"


def test_an_end_is_dragged_in_text_from_right_to_left(session: Session, tmp_path: Path) -> None:
    """Also over words that are written the other way, where the browser's own caret jumps to the far end of them."""
    first, second = "كتب الولد رسالة طويلة إلى صديقه أمس.", "ثم قرأ <b>iPhone 15</b> مساء 42"
    hand = open_text(session, tmp_path, f"<div dir=rtl><p id=one>{first}</p><p>{second}</p></div>", "#one")
    assert session.state.text == first
    drag_end(hand, "أمس.", "طويلة", edge="end")
    assert session.state.text == "كتب الولد رسالة طويلة"
    drag_end(hand, "كتب", "الولد", edge="start")
    assert session.state.text == "الولد رسالة طويلة"
    at = "طويلة"
    for to, text in (
        ("قرأ", "ثم قرأ"),
        ("iPhone", "ثم قرأ iPhone"),
        ("مساء", "ثم قرأ iPhone 15 مساء"),
        ("42", "ثم قرأ iPhone 15 مساء 42"),
        ("15", "ثم قرأ iPhone 15"),
    ):
        drag_end(hand, at, to, edge="end")
        assert session.state.text == f"الولد رسالة طويلة إلى صديقه أمس.\n{text}"
        at = to


def test_an_end_is_dragged_among_words_from_right_to_left(session: Session, tmp_path: Path) -> None:
    """The paragraph is written from left to right."""
    hand = open_text(session, tmp_path, "<p id=three>He said שלום עולם to me</p>", "#three")
    for edge, at, to, text in (
        ("end", "to me", "עולם", "He said שלום עולם"),
        ("end", "עולם", "שלום", "He said שלום"),
        ("start", "He", "שלום", "שלום"),
    ):
        drag_end(hand, at, to, edge=edge)
        assert session.state.text == text


@pytest.mark.parametrize("mode", ["vertical-rl", "vertical-lr", "sideways-lr"])
def test_an_end_is_dragged_in_upright_lines(session: Session, tmp_path: Path, mode: str) -> None:
    """It is below or above the last letter, not beside it; the mouse takes hold in the middle of the line."""
    text = "<p id=one>吾輩は猫である。名前はまだ無い。</p><p>どこで生れたか iPhone 15 で。</p>"
    hand = open_text(session, tmp_path, f"<div style='writing-mode: {mode}; height: 400px'>{text}</div>", "#one")
    for edge, at, to, marked in (
        ("end", "まだ無い。", "名前", "吾輩は猫である。名前"),
        ("start", "吾輩", "猫", "猫である。名前"),
        ("end", "名前", "iPhone", "猫である。名前はまだ無い。\nどこで生れたか iPhone"),
    ):
        drag_end(hand, at, to, edge=edge)
        assert session.state.text == marked


def test_an_end_is_dragged_across_the_cells_of_a_table(session: Session, tmp_path: Path) -> None:
    """Into other rows and out of the table: in the order of the document."""
    rows = "<tr><td>Alpha one<td>Beta two<tr><td>Gamma three<td>Delta four"
    hand = open_text(
        session, tmp_path, f"<p>Before.</p><table id=all cellpadding=9>{rows}</table><p>After.</p>", "#all"
    )
    for edge, at, to, marked in (
        ("end", "four", "two", "Alpha one Beta two"),
        ("end", "two", "Gamma", "Alpha one Beta two\nGamma"),
        ("start", "Alpha", "Beta", "Beta two\nGamma"),
        ("start", "Beta", "Before", "Before.\nAlpha one Beta two\nGamma"),
        ("end", "Gamma", "After.", "Before.\nAlpha one Beta two\nGamma three Delta four\nAfter."),
    ):
        drag_end(hand, at, to, edge=edge)
        assert session.state.text == marked


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


@pytest.mark.parametrize("shift", range(0, 10, 3))
def test_a_narrow_last_letter_is_taken(session: Session, tmp_path: Path, shift: int) -> None:
    """On a link, where the selection is made by hand, parts of a pixel decide beside a letter of two pixels."""
    file = tmp_path / "page.html"
    style = f"font: 7px sans-serif; margin-left: {shift / 10}px"
    file.write_text(f"<!doctype html><html lang=en><body><p style='{style}'><a href='#'>Little lil.</a></body></html>")
    session.open(file.as_uri())
    Hand(session).drag("a")
    assert session.state.text == "Little lil."


@pytest.mark.parametrize("tag", ["i", "a href='#'"])
def test_a_triple_click_takes_the_paragraph(session: Session, tmp_path: Path, tag: str) -> None:
    """Also in a link, and on the last letter of a word that the second click has marked."""
    (tmp_path / "page.html").write_text(f"<html lang=en><p>Wait <{tag}>twelve</{tag[0]}> hours.</p>", "utf-8")
    session.open((tmp_path / "page.html").as_uri())
    world, hand = session.tab.world, Hand(session)
    x, y = world.call("dragEnds", [find(hand, "twelve")], True, frame=world.frames[0])
    hand.move(x - 2, y)
    world.messages.append({"kind": "add", "spans": [find(hand, "twelve")]})
    session.pump()
    assert session.state.text == "twelve"
    click(hand, x - 2, y, 3)
    pump_until(session, lambda: session.state.text != "twelve")
    assert session.state.text == "Wait twelve hours."


@pytest.mark.parametrize(
    ("html", "text", "said"),
    [
        ("<h1>Ferry</h1>", "Ferry", "+1 word"),
        ("<p><a href='#'>Ferry</a>", "Ferry", "+1 word"),
        ("<p>Ferry to Aran", "Ferry to Aran", "+3 words"),
    ],
)
def test_a_triple_click_is_one_step(session: Session, tmp_path: Path, html: str, text: str, said: str) -> None:
    """Also where the second click has marked all, and on a link, where a single click says that the page is frozen.
    What has been marked and undone is marked again.
    """
    (tmp_path / "page.html").write_text(f"<html lang=en>{html}<p>More.", "utf-8")
    session.open((tmp_path / "page.html").as_uri())
    world, hand = session.tab.world, Hand(session)
    x, y = world.call("dragEnds", [find(hand, "Ferry")], False, frame=world.frames[0])
    hand.move(x + 8, y)
    for _ in range(2):
        for count in (1, 2, 3):
            click(hand, x + 8, y, count)
            session.pump(0.2)
        pump_until(session, lambda: session.state.message == said)
        assert session.state.text == text
        hand.press("z")
        assert session.state.text == ""


def test_a_triple_click_whose_second_takes_nothing_takes_nothing_back(hand: Hand) -> None:
    """Such as one beside the end of a line: what was marked before stays marked, and nothing is said."""
    session = hand.session
    hand.drag("#one")
    box = session.page.locator("#two").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] - 5, box["y"] + 5
    hand.move(x, y)
    said = session.state.message
    for count in (1, 2):
        click(hand, x, y, count)
        session.pump(0.2)
        assert session.state.message == said
    click(hand, x, y, 3)
    pump_until(session, lambda: "Wait" in session.state.text)
    assert session.state.text.splitlines() == ["Flour & water, a pinch of salt 🍞 and yeast.", "Wait twelve hours."]


def test_what_a_key_takes_after_a_double_click_is_a_step_of_its_own(session: Session, tmp_path: Path) -> None:
    """The word that the clicks have marked is there again when it is undone."""
    (tmp_path / "page.html").write_text("<html lang=en><p>Ferry to Aran", "utf-8")
    session.open((tmp_path / "page.html").as_uri())
    world, hand = session.tab.world, Hand(session)
    x, y = world.call("dragEnds", [find(hand, "Ferry")], False, frame=world.frames[0])
    hand.move(x - 8, y)
    for count in (1, 2):
        click(hand, x - 8, y, count)
    pump_until(session, lambda: session.state.text == "Ferry")
    hand.press("Control+a")
    assert session.state.text == "Ferry to Aran"
    hand.press("z")
    assert session.state.text == "Ferry"


def test_while_elements_are_picked_every_click_counts(session: Session, tmp_path: Path) -> None:
    """In the reviewer's window the second of two quick clicks unmarks what the first has marked; here it says so."""
    (tmp_path / "page.html").write_text("<html lang=en><p>Ferry", "utf-8")
    session.open((tmp_path / "page.html").as_uri())
    world, hand = session.tab.world, Hand(session)
    x, y = world.call("dragEnds", [find(hand, "Ferry")], False, frame=world.frames[0])
    hand.press("e")
    hand.move(x + 8, y)
    said = []
    for count in (1, 2):
        click(hand, x + 8, y, count)
        hand.hear_page()
        session.pump(0.2)
        said.append(session.state.message)
    assert said == ["+1 word", "nothing changed"]

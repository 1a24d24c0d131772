"""The toolbar for those who do not see it, or have no mouse: what the browser tells a screen reader, and keys alone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from annotate.capture.hand import Hand
from annotate.capture.model import Saved
from annotate.capture.session import Session
from evaluate.package import read_document
from tests.annotate.capture.drags import mark

PAGE = """<!doctype html><html lang=en><body><nav><a href="/">Home</a></nav>
<article><h1>Bread</h1><p>Flour and <b>water</b>.</p><ul><li>Mix<li>Wait</ul><p>Bake it now. Follow us!</p></article>
<footer><p>Imprint</p></footer></body></html>"""

STATES = ("pressed", "expanded", "checked", "focused", "disabled", "level", "live")


@pytest.fixture
def hand(session: Session, tmp_path: Path) -> Hand:
    """A hand on an article with things around it."""
    file = tmp_path / "page.html"
    file.write_text(PAGE, "utf-8")
    session.open(file.as_uri())
    return Hand(session)


def read_aloud(session: Session) -> list[str]:
    """The toolbar in the browser's tree for assistive technology: role, name and states of all that has a meaning."""
    nodes = session.tab.world.cdp.send("Accessibility.getFullAXTree")["nodes"]
    known = {node["nodeId"]: node for node in nodes}
    root = next(node for node in nodes if node.get("role", {}).get("value") == "toolbar")

    def walk(node: dict[str, Any]) -> Iterator[str]:
        role, name = node["role"]["value"], node.get("name", {}).get("value", "")
        states = {each["name"]: each["value"].get("value") for each in node.get("properties", ())}
        given = [state for state in STATES if states.get(state) or (state, states.get(state)) == ("expanded", False)]
        said = [f"{state}={str(states[state]).lower()}" for state in given]
        quiet = ("StaticText", "InlineTextBox", "LabelText", "generic", "none", "paragraph", "ListMarker")
        if not node["ignored"] and (role not in quiet or "focused=true" in said):
            yield " ".join([role, repr(name), *said])
        for child in node["childIds"]:
            yield from walk(known[child])

    return list(walk(known[root["parentId"]]))


def hear(session: Session) -> str:
    """What the live region says."""
    text = "gold.readMessage()"
    return str(session.tab.world.evaluate(text, session.tab.world.frames[0]))


def test_a_screen_reader_is_told_all(session: Session, hand: Hand) -> None:
    """Names, roles and states of the controls, and of the panel of outcomes; letters that are pictures have names."""
    hand.press("o")
    assert read_aloud(session) == [
        "toolbar 'cetr-gold: mark the main content'",
        "group 'What a selection does'",
        "button 'Mark' pressed=true",
        "button 'Cut' pressed=false",
        "button 'Optional' pressed=false",
        "button 'Pick' pressed=false",
        "button 'Undo' disabled=true",
        "button 'Redo' disabled=true",
        "button 'Suggest'",
        "button 'Text' expanded=false",
        "button 'Run'",
        "button 'Back to the previous page' disabled=true",
        "button 'Other…' expanded=true",
        "button 'Save' disabled=true",
        "button 'Keys' expanded=false",
        "button 'Fold the toolbar'",
        "button 'Leave'",
        "group 'About the page'",
        "checkbox 'Several articles' checked=false",
        "checkbox 'Interrupted' checked=false",
        "textbox 'Language of the page (BCP 47, such as en or pt-BR)'",
        *["status '' live=polite"] * 2,
        "region 'Other outcomes'",
        "button 'No main content'",
        "button 'Later'",
        "group 'Reject, because'",
        "button 'needs a login'",
        "button 'dead or an error page'",
        "button 'not this language'",
        "button 'not a page of its own'",
        "textbox 'Why the page is rejected'",
        "textbox 'Note on the page'",
    ]
    assert hear(session) == "drag over the main content"


def test_the_focus_goes_through_the_toolbar_as_it_is_read(session: Session, hand: Hand) -> None:
    """From the modes to the language, past what cannot be used now; the arrow keys go the same way."""

    def press(*keys: str) -> str:
        hand.press(*keys)
        return next(line.split("'")[1] for line in read_aloud(session) if "focused=true" in line)

    modes = ["Mark", "Cut", "Optional", "Pick"]
    rest = ["Suggest", "Text", "Run", "Other…", "Keys", "Fold the toolbar", "Leave", "Several articles", "Interrupted"]
    assert [press("b"), *(press("Tab") for _ in range(12))] == [*modes, *rest]
    assert press("Tab").startswith("Language")
    assert press("Escape", "b", "ArrowRight", "ArrowRight", "ArrowLeft") == "Cut"


def test_the_focus_stays_in_the_text(session: Session, hand: Hand) -> None:
    """A key that changes no mark does not write the panel anew, so that one reads on where one was."""

    def find_focus() -> str:
        return next(line for line in read_aloud(session) if "focused=true" in line)

    mark(session, "article")
    hand.press("p", "b")
    while "Text of the marks" not in find_focus():
        hand.press("Tab")
    hand.press("ArrowDown", "ArrowDown", ".")
    assert session.state.message.startswith("part 1 of 1")
    hand.press("ArrowUp")
    assert find_focus() == "heading 'Bread' focused=true level=1"


def test_the_arrow_of_a_saved_page_leads_on(session: Session, hand: Hand) -> None:
    """Its name says so, as that of other pages says that it leads back."""
    hand.press("0")
    assert session.wait(60) is not None
    aside = session.set_aside()
    session.open(aside.opened.task.url, previous=True)
    assert "button 'Back to the previous page'" in read_aloud(session)
    session.resume(aside)
    assert "button 'On to the page you came from'" in read_aloud(session)


def test_what_is_opened_is_told(session: Session, hand: Hand) -> None:
    """By a screen reader alone, which does not repeat the message that is shown."""

    def press(key: str) -> str:
        hand.press(key)
        return "".join(session.tab.world.call("readHeard"))

    assert [press(key) for key in "po?"] == ["text shown", "other outcomes shown", "keys shown"]
    assert press("?") == "keys hidden"
    assert hear(session) == "drag over the main content"


def test_the_same_message_twice_is_two_texts(session: Session, hand: Hand) -> None:
    """Screen readers speak what comes into a live region, so two of them say it in turn."""
    heard = []
    for _ in range(3):
        hand.press("Backspace")
        heard.append(session.tab.world.call("readHeard"))
    said = "there is no page to go back to"
    assert heard in ([[said, ""], ["", said], [said, ""]], [["", said], [said, ""], ["", said]])


def test_escape_in_the_note_closes_its_panel(session: Session, hand: Hand) -> None:
    """As in the box for a reason; what was typed is not kept."""
    hand.press("o")
    hand.click("note-box")
    hand.type("half a note")
    hand.press("Escape")
    assert "region 'Other outcomes'" not in read_aloud(session)
    assert session.state.note == ""


def test_a_page_is_done_by_keys_alone(session: Session, hand: Hand) -> None:
    """Blocks are picked with arrow keys, one is made optional and its end moved, the text is read over and saved."""
    heard = []
    hand.press("e")
    for key in (
        "ArrowRight",
        "ArrowRight",
        " ",
        "ArrowRight",
        " ",
        "ArrowRight",
        "ArrowUp",
        "t",
        "ArrowRight",
        "ArrowRight",
    ):
        hand.press(key)
        heard.append(hear(session))
    assert heard == [
        "nav: Home",
        "heading 1: Bread",
        "+1 word",
        "paragraph: Flour and water.",
        "+3 words",
        "item: Mix",
        "list: Mix Wait",
        "+2 words",
        "paragraph: Bake it now. Follow us!",
        "paragraph: Imprint",
    ]
    hand.press("ArrowLeft", "i", " ", "Escape")
    assert session.state.optional_words == 5
    hand.press(".", ".", "j", "j")
    assert session.state.message == "-1 optional word, ends “…Bake it now. Follow”"
    hand.press("a", "p")
    lines = ["heading 'Bread' level=1", "list ''", "listitem '' level=1", "listitem '' level=1"]
    assert [line for line in read_aloud(session) if line.split()[0] in ("heading", "list", "listitem")] == lines
    hand.press("p", "p", "l")
    hand.type("de\n")
    hand.press("o", "b")
    focused = [line for line in read_aloud(session) if "focused=true" in line]
    assert focused == ["button 'Mark' pressed=true focused=true"]
    hand.press("ArrowRight", "ArrowRight", "Enter", "Escape")
    assert session.state.mode == "add"
    hand.press("Enter")
    assert isinstance(session.outcome, Saved)
    document = read_document(session.folder, session.outcome.name)
    assert document.text == "Bread\nFlour and water.\nMix\nWait"
    assert document.meta.language == "de"
    assert [document.html[start:end] for start, end in document.meta.optional] == ["Bake it now. Follow"]


def test_blocks_in_frames_are_picked_by_keys(session: Session, tmp_path: Path) -> None:
    """Into frames, frames in them, and out again, both ways; a frame without text is passed over."""
    (tmp_path / "deep.html").write_text("<p>Deep.</p>", "utf-8")
    (tmp_path / "blank.html").write_text("<br>", "utf-8")
    inside = "<p>Inner <b>one</b>.</p><iframe src=deep.html></iframe><p>Inner two.</p>"
    (tmp_path / "inside.html").write_text(inside, "utf-8")
    text = "<p>First.</p><iframe src=blank.html></iframe><iframe src=inside.html height=400></iframe><p>Last.</p>"
    (tmp_path / "page.html").write_text(f"<!doctype html><html lang=en>{text}</html>", "utf-8")
    session.open((tmp_path / "page.html").as_uri())
    hand = Hand(session)
    heard = []
    hand.press("e")
    for key in ("ArrowRight", *("ArrowRight", " ") * 4, "ArrowRight", *("ArrowLeft",) * 4, "c", " ", "ArrowLeft", " "):
        hand.press(key)
        heard.append(hear(session))
    assert heard == [
        "paragraph: First.",
        *("paragraph: Inner one.", "+2 words", "paragraph: Deep.", "+1 word"),
        *("paragraph: Inner two.", "+2 words", "paragraph: Last.", "+1 word", "+1 word"),
        *("paragraph: Inner two.", "paragraph: Deep.", "paragraph: Inner one.", "paragraph: First."),
        *("what you select is unmarked", "nothing changed", "nothing changed", "nothing changed"),
    ]
    hand.press("ArrowRight", " ", "Enter")
    assert isinstance(session.outcome, Saved)
    assert session.outcome.text == "Deep.\nInner two.\nLast."

"""Parts and elements: suggested, gone to, picked."""

from __future__ import annotations

from pathlib import Path

import pytest

from annotate.capture.hand import Hand
from annotate.capture.session import Session
from tests.annotate.capture.drags import mark
from tests.annotate.capture.results import place_in
from tests.annotate.capturing import pump_until


def open_parts(session: Session, folder: Path, count: int, style: str = "") -> None:
    """Open a page of so many paragraphs."""
    body = "".join(f"<p id=p{i} style='{style}'>Part {i}.</p>" for i in range(count))
    (folder / "page.html").write_text(f"<!doctype html><html lang=en><body>{body}</body></html>", "utf-8")
    session.open((folder / "page.html").as_uri())


def test_elements_are_picked_widened_and_narrowed(session: Session, site: str) -> None:
    """In picking mode a click takes the element under the mouse; arrows go to the parent and back."""
    session.open(f"{site}/article.html")
    Hand(session).press("e")
    place = place_in(session, "#one b")
    Hand(session).move(*place)
    Hand(session).press("ArrowUp", "ArrowUp", "ArrowDown")
    Hand(session).click_at(*place)
    assert session.state.text == "Flour, water and salt; 5 € a kilo — that is all 🍞 there is to it."


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


def test_what_is_quoted_of_a_page_runs_its_own_way(session: Session, tmp_path: Path) -> None:
    """The full stop of an Arabic sentence stays at its end, in front of the quotation mark, also if words are quoted in
    it.
    """
    (tmp_path / "page.html").write_text("<meta charset=utf-8><p dir=rtl>نص “المقال” هنا.", "utf-8")
    session.open((tmp_path / "page.html").as_uri())
    mark(session, "p")
    Hand(session).press(".")
    assert session.state.message == "part 1 of 1, “نص “المقال” هنا.”"
    assert session.tab.world.call("readMessage") == "part 1 of 1, “\u2068نص “المقال” هنا.\u2069”"


def test_parts_are_gone_to_and_mapped(session: Session, tmp_path: Path) -> None:
    """Keys scroll to the next part; beside the scroll bar a mark shows where each of them is."""
    open_parts(session, tmp_path, 4, "margin-bottom: 900px")
    mark(session, "#p0", "#p3")
    hand, world = Hand(session), session.tab.world
    hand.press(".", ".")
    assert session.state.message == "part 2 of 2, “Part 3.”"
    assert 0 < session.page.evaluate("() => document.querySelector('#p3').getBoundingClientRect().top") < 900
    ticks = world.call("readMap")
    assert [kind for kind, *_ in ticks] == ["marked", "marked"]
    assert ticks[0][1] < 5 and 60 < ticks[1][1] < 90


SIDES = """(element) => {
  const range = document.createRange();
  range.selectNodeContents(element);
  const { left, right } = range.getBoundingClientRect();
  const around = frameElement?.getBoundingClientRect().left ?? 0;
  return [left + around, right + around];
}"""


COLUMNS = "".join(f"<p id=p{i} style='margin: 0 300px'>Part {i}.</p>" for i in range(6))
ROW = "<table><tr>" + "".join(f"<td><p id=p{i} style='width: 600px'>Part {i}.</p>" for i in range(6)) + "</table>"
WIDE_FRAME = '<iframe style="width: 3000px; height: 300px; border: 0" srcdoc="%s"></iframe>'


@pytest.mark.parametrize("frame", ["%s", WIDE_FRAME], ids=["page", "frame"])
@pytest.mark.parametrize(
    "body",
    [
        f"<body style='writing-mode: vertical-rl'>{COLUMNS}",
        f"<body style='writing-mode: vertical-lr'>{COLUMNS}",
        f"<body style='direction: rtl'>{ROW}",
        f"<body><div style='overflow-x: auto'>{ROW}</div>",
    ],
    ids=["vertical-rl", "vertical-lr", "rtl", "scroller"],
)
def test_a_part_far_to_the_side_is_gone_to(session: Session, tmp_path: Path, body: str, frame: str) -> None:
    """In upright lines, and in a table wider than the window, which may scroll by itself."""
    (tmp_path / "page.html").write_text(f"<!doctype html><html lang=en>{frame % body}", "utf-8")
    session.open((tmp_path / "page.html").as_uri())
    mark(session, "#p0", "#p5")
    for key, number in ((".", 0), (".", 5), (",", 0)):
        Hand(session).press(key)
        left, right = session.page.frames[-1].query_selector(f"#p{number}").evaluate(SIDES)
        assert 0 <= left < right <= 1280


MENU = "<nav style='position: absolute; left: 100%; width: 300px'><p id=p0>Menu.</p></nav><p id=p1>Text.</p>"


@pytest.mark.parametrize(
    "page",
    [
        f"<style>body {{ overflow-x: hidden }}</style>{MENU}",
        f"<style>html, body {{ overflow-x: hidden }}</style>{MENU}",
        f"<div style='overflow: hidden; position: relative'>{MENU}<p style='height: 100px'></p></div>",
    ],
    ids=["body", "html", "box"],
)
def test_what_is_cut_off_at_the_side_stays_there(session: Session, tmp_path: Path, page: str) -> None:
    """A menu that waits beside the page is marked; the page has no scroll bar by which a person would get back."""
    (tmp_path / "page.html").write_text(f"<!doctype html><html lang=en>{page}", "utf-8")
    session.open((tmp_path / "page.html").as_uri())
    mark(session, "#p0", "#p1")
    place = session.page.query_selector("#p1").evaluate(SIDES)
    Hand(session).press(".", ".", ",")
    assert session.page.query_selector("#p1").evaluate(SIDES) == place


def test_the_line_under_a_part_goes_when_another_one_is_marked(session: Session, tmp_path: Path) -> None:
    """From what was marked then, keys go to the part before it and to the one after it."""
    open_parts(session, tmp_path, 7)
    mark(session, "#p0", "#p6")
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


def test_the_outline_moves_with_the_page(session: Session, tmp_path: Path) -> None:
    """It stays around the element where the page scrolls below a mouse that rests."""
    open_parts(session, tmp_path, 100)
    hand, world = Hand(session), session.tab.world
    hand.press("e")
    hand.move(*place_in(session, "#p6"))
    before = world.call("readOutline")
    world.evaluate("scrollBy({ top: 100, behavior: 'instant' })", world.frames[0])
    moved = [before[0], before[1] - 100]
    pump_until(session, lambda: world.call("readOutline") == moved)

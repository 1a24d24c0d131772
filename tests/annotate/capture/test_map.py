"""The map beside the scroll bar."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from annotate.capture.hand import Hand
from annotate.capture.session import Session

TALL = "<p style='margin: 0; height: 1000px'>Before.</p>%s<p style='margin: 0; height: 1000px'>After.</p>"
INNER = "<p id=inner style='margin: 0; height: 40px'>Inner words.</p>"
# The box is as high as the page around it and has four times as much in it: what is half way down stands half way down.
GAP = "<div style='height: 1980px'></div>"
SCROLLER = f"<div style='height: 1000px; overflow: auto'>{GAP}{INNER}{GAP}</div>"
INSIDE = escape(f"<body style='margin: 0'>{SCROLLER}")
FRAME = f'<iframe style="width: 90%; height: 1000px; border: 0; display: block" srcdoc="{INSIDE}"></iframe>'
OTHER = f"<div style='height: 300px; overflow: auto'><div style='height: 2000px'></div>{FRAME}</div>"


@pytest.fixture
def open_page(session: Session, tmp_path: Path) -> Callable[[str], Hand]:
    """Opens a page of 3,000 pixels with something high in its middle."""

    def opened(middle: str) -> Hand:
        page = f"<!doctype html><html lang=en><body style='margin: 0'>{TALL % middle}</body></html>"
        (tmp_path / "page.html").write_text(page, "utf-8")
        session.open((tmp_path / "page.html").as_uri())
        return Hand(session)

    return opened


def read_map(hand: Hand) -> list[tuple[Any, ...]]:
    """The kinds of marks on the map, and where they begin, in whole percent."""
    return [(kind, round(top)) for kind, top, _ in hand.session.tab.world.call("readMap")]


def is_in_view(hand: Hand) -> bool:
    """Whether the inner words are seen, in whatever frame they are."""
    for frame in hand.session.page.frames:
        if found := frame.query_selector("#inner"):
            box = found.bounding_box()
            return box is not None and 0 <= box["y"] < 600 and found.evaluate(IS_SEEN)
    return False


IS_SEEN = """(element) => {
  const { left, top } = element.getBoundingClientRect();
  return document.elementFromPoint(left + 5, top + 5) === element;
}"""


@pytest.mark.parametrize(
    ("middle", "frame", "percent"),
    [(SCROLLER, 0, 42), (FRAME, 1, 42), (OTHER, 1, 44)],
    ids=["scroller", "frame", "frame-in-scroller"],
)
def test_marks_in_what_scrolls_by_itself_stand_where_that_is(
    open_page: Callable[[str], Hand], middle: str, frame: int, percent: int
) -> None:
    """As far down its box as in its contents, wherever it is scrolled to; a click on the map goes there."""
    hand = open_page(middle)
    world = hand.session.tab.world
    spans = world.call("spansOfMatch", "#inner", 0, frame=world.frames[frame])
    world.messages.append({"kind": "add", "spans": spans})
    hand.session.pump()
    assert hand.session.state.text == "Inner words."
    assert read_map(hand) == [("marked", percent)]
    assert not is_in_view(hand)
    hand.click_at(*world.call("whereOnMap", 0))
    assert is_in_view(hand)
    hand.press("i", "z", "y")
    assert read_map(hand) == [("marked", percent)]


def test_a_part_in_a_frame_out_of_view_is_gone_to(open_page: Callable[[str], Hand]) -> None:
    """The page scrolls, too, and not the frame alone."""
    hand = open_page(f"<iframe style='height: 300px' srcdoc='{INNER.replace(chr(39), '')}'></iframe>")
    hand.press("Control+a", ".", "x")
    world = hand.session.tab.world
    world.messages.append({"kind": "add", "spans": world.call("spansOfMatch", "#inner", 0, frame=world.frames[1])})
    hand.session.pump()
    assert not is_in_view(hand)
    hand.press(".")
    assert is_in_view(hand)


def test_the_map_reaches_the_end_of_a_page_of_very_many_texts(open_page: Callable[[str], Hand]) -> None:
    """As it does on a long page full of links; where text is cut out there is a gap."""
    lines = ["<p style='margin: 0; height: 10px; font-size: 8px'><b>One</b> <i>two</i></p>" * 900] * 2
    hand = open_page("<p id=out style='margin: 0; height: 1000px'>Between.</p>".join(lines))
    hand.press("Control+a")
    world = hand.session.tab.world
    world.messages.append({"kind": "cut", "spans": world.call("spansOfMatch", "#out", 0, frame=world.frames[0])})
    hand.session.pump()
    ticks = world.call("readMap")
    assert {kind for kind, _, _ in ticks} == {"marked"}
    assert round(max(bottom for _, _, bottom in ticks)) == 93
    assert max(after[1] - before[2] for before, after in pairwise(ticks)) == pytest.approx(4.7, abs=0.5)


def test_the_toolbar_covers_the_map(open_page: Callable[[str], Hand]) -> None:
    """In a narrow window with a scroll bar, and where it is moved to the edge, it lies over marks and is clicked."""
    hand = open_page("<p id=low style='margin: 600px 0 0'>Low words.</p>")
    world = hand.session.tab.world
    world.messages.append({"kind": "add", "spans": world.call("spansOfMatch", "#low", 0, frame=world.frames[0])})
    hand.session.pump()
    x, y = world.call("whereOnMap", 0)
    hand.move(*world.call("whereIs", "grip"))
    hand.down()
    hand.move(x, y, steps=3)
    hand.up()
    hand.click_at(x, y)
    assert world.evaluate("scrollY", world.frames[0]) == 0

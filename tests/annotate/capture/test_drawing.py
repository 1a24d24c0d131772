"""What is drawn on the page and in the toolbar: colours, shades and lines."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import numpy as np
from matplotlib.image import imread

from annotate.capture.session import Session
from tests.annotate.capture.toolbars import open_page


def test_the_mode_is_seen_where_the_system_chooses_the_colours(session: Session, tmp_path: Path) -> None:
    """High contrast takes the colours of the toolbar away, but not the difference between pressed and not pressed."""
    hand = open_page(session, tmp_path, "")
    hand.drag("#text")
    world = session.tab.world
    x, y = world.call("whereIs", "add")

    def colours() -> set[tuple[int, ...]]:
        box = {"x": x - 12, "y": y - 13, "width": 24, "height": 4}  # above the letters
        drawn = imread(BytesIO(session.page.screenshot(clip=box)))
        return {tuple(pixel) for pixel in (drawn[..., :3] * 255).astype(int).reshape(-1, 3)}

    session.page.emulate_media(forced_colors="active")
    try:
        pressed = colours()
        hand.press("c")
        assert not pressed & colours()
    finally:
        session.page.emulate_media(forced_colors="none")


def test_marks_are_told_from_suggestions_where_the_system_chooses_the_colours(session: Session, tmp_path: Path) -> None:
    """What is marked is filled in another shade, and each of the others has a line of its own kind."""
    letters = "".join(f"<p id={kind}>iiiiiiiiii</p>" for kind in ("mark", "optional", "proposed"))
    hand = open_page(session, tmp_path, letters)
    world = session.tab.world
    session.page.emulate_media(forced_colors="active")
    try:
        hand.drag("#mark")
        hand.press("i")
        hand.drag("#optional")
        world.call("draw", "proposed", world.call("spansOfMatch", "#proposed", 0))
        drawn = {}
        for kind in ("mark", "optional", "proposed"):
            box = session.page.locator(f"#{kind}").bounding_box()
            assert box is not None
            clip = {"x": box["x"], "y": box["y"], "width": 30, "height": box["height"] + 2}
            pixels = imread(BytesIO(session.page.screenshot(clip=clip)))[..., :3]
            colours, counts = np.unique((pixels * 255).astype(int).reshape(-1, 3), axis=0, return_counts=True)
            drawn[kind] = (tuple(colours[counts.argmax()]), pixels)
        fills = {kind: fill for kind, (fill, _) in drawn.items()}
        assert fills["mark"] != fills["optional"] == fills["proposed"]
        assert not np.array_equal(drawn["optional"][1], drawn["proposed"][1])
    finally:
        session.page.emulate_media(forced_colors="none")


def test_a_first_letter_that_floats_is_drawn(session: Session, tmp_path: Path) -> None:
    """As long as it is marked, also in a shadow root; highlights do not reach it."""
    style = "<style>p::first-letter { float: left; background: rgb(1, 2, 3) }</style>"
    shadow = f"<div id=host><template shadowrootmode=open>{style}<p>More.</p></template></div>"
    hand = open_page(session, tmp_path, f"{style}<p id=more>And <b>more</b>.</p>{shadow}")
    script = """() => [...document.querySelectorAll("p"), document.querySelector("#host").shadowRoot.querySelector("p")]
      .map((p) => getComputedStyle(p, "::first-letter").backgroundColor)"""
    page, marked, optional = "rgb(1, 2, 3)", "rgb(255, 213, 74)", "rgb(223, 227, 232)"
    hand.drag("#text")
    hand.press("i")
    hand.drag("#more")
    hand.drag("#host >>> p")
    assert session.page.evaluate(script) == [marked, optional, optional]
    hand.press("z", "r")
    assert session.page.evaluate(script) == [page] * 3


def test_as_many_texts_are_drawn_as_a_large_page_has(session: Session, tmp_path: Path) -> None:
    """More than a call takes arguments."""
    open_page(session, tmp_path, "")
    script = """(() => {
      const node = document.querySelector("p").firstChild;
      const place = { startContainer: node, startOffset: 0, endContainer: node, endOffset: 1 };
      gold.drawRanges("mark", Array.from({ length: 200_000 }, () => new StaticRange(place)));
      return CSS.highlights.get("cetr-gold-mark").size;
    })()"""
    assert session.tab.world.evaluate(script, session.tab.world.frames[0]) == 200_000

"""A page that names its elements after all that we use, and styles what it can of the toolbar."""

from __future__ import annotations

import base64
import os
from pathlib import Path

from annotate.capture.hand import Hand
from annotate.capture.session import Session
from evaluate.package import read_document

TEXT = "The text that a person wants to mark, whatever the elements of the page are called."


def _draw_toolbar(session: Session) -> bytes:
    """The toolbar without its edge, as PNG, once its colours have changed, which they do slowly."""
    box = "((b) => ({x: b.x + 14, y: b.y + 14, width: b.width - 28, height: b.height - 28}))"
    clip = session.tab.world.evaluate(f"{box}(gold.host.getBoundingClientRect())", session.tab.world.frames[0])
    shown = session.tab.world.cdp.send("Page.captureScreenshot", {"format": "png"})["data"]
    if folder := os.environ.get("CETR_GOLD_PICTURES"):  # for whoever wants to look
        Path(folder, f"toolbar-{session.tab.page.url.rpartition('/')[2]}.png").write_bytes(base64.b64decode(shown))
    before, drawn = b"", _draw(session, clip)
    while drawn != before:
        before, drawn = drawn, _draw(session, clip)
    return drawn


def _draw(session: Session, clip: dict[str, float]) -> bytes:
    drawn = session.tab.world.cdp.send("Page.captureScreenshot", {"format": "png", "clip": {**clip, "scale": 1}})
    return base64.b64decode(drawn["data"])


def test_no_name_of_an_element_is_in_our_way(session: Session, site: str) -> None:
    """Capture, mark, pick, release, F2, mark, save: as on any page."""
    session.open(f"{site}/names.html")
    hand = Hand(session)
    hand.drag("#main")
    assert session.state.text == TEXT
    hand.press("z", "e")
    hand.click_at(*session.tab.world.call("dragEnds", *_whole(session)))
    assert session.state.text == TEXT
    session.release()
    assert session.tab.world.peek("Object.hasOwn(globalThis, 'gold') && gold.frozen") is False
    hand.press("F2")
    assert session.state.message == "continued where you left off"
    hand.press("x")
    hand.drag("#main")
    hand.click("save")
    saved = session.wait(60)
    assert saved is not None
    assert read_document(session.folder, saved.name).text == TEXT


def _whole(session: Session) -> tuple[list[list[int]], bool]:
    return session.tab.world.call("spansOfMatch", "#main", 0), False


def test_no_style_of_the_page_covers_or_imitates_the_toolbar(session: Session, site: str, tmp_path: Path) -> None:
    """It is drawn to the pixel as on a page without style sheets, and is what is clicked."""
    (tmp_path / "plain.html").write_text("<!doctype html><html lang=en><p>Text")
    session.open((tmp_path / "plain.html").as_uri())
    expected = _draw_toolbar(session)
    session.open(f"{site}/names.html")
    assert _draw_toolbar(session) == expected

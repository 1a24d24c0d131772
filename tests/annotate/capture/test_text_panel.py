"""The panel of the text that is marked: what it shows, and where a click in it leads."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from annotate.capture.session import Session
from cetr.document import Spans
from cetr.structure import Block, read_blocks
from tests.annotate.capture.drags import mark
from tests.annotate.capture.toolbars import BOX, TEXT, open_page


def test_the_key_that_shows_the_text_shows_the_markdown_next(session: Session, tmp_path: Path) -> None:
    """The third time it shows nothing; the panel shows only text, whatever the page contains."""
    hand = open_page(session, tmp_path, "<article><h2>Bread</h2><ol><li>Mix &lt;b&gt;<li>Bake</ol></article>")
    hand.drag("h2")
    cdp = session.page.context.new_cdp_session(session.page)

    def shown() -> str:
        return json.dumps(cdp.send("DOM.getDocument", {"depth": -1, "pierce": True}))

    assert session.state.text == "Bread"
    hand.press("p")
    assert '"## Bread"' not in shown()
    hand.press("p")
    assert '"## Bread"' in shown()


def test_a_click_in_the_text_goes_to_its_place(session: Session, tmp_path: Path) -> None:
    """The page is scrolled to what was clicked in the panel."""
    hand = open_page(session, tmp_path, "<p id=far style='margin-top: 3000px'>Far below.</p>")
    mark(session, "p")
    hand.press("p")
    hand.click_at(*session.tab.world.call("whereIsText", "Far below."))
    assert 0 < session.page.evaluate("() => document.querySelector('#far').getBoundingClientRect().top") < 900


def test_text_that_runs_to_the_left_begins_at_one_edge(session: Session, tmp_path: Path) -> None:
    """A heading, whose letters are larger, the text under it, and a line that begins with a name in Latin letters."""
    text = "<h1>اب عنوان</h1><p>اج نص المقال هنا.</p><p>Al هو اسم من هذه الأسماء.</p>"
    hand = open_page(session, tmp_path, f"<article dir=rtl>{text}</article>")
    mark(session, "article")
    hand.press("p")
    (heading, _), (line, _), (named, _) = (session.tab.world.call("whereIsText", it) for it in ("اب", "اج", "Al"))
    assert (abs(heading - line) < 20, abs(named - line) < 20) == (True, True)


def test_each_block_of_the_markdown_has_its_own_direction(session: Session, tmp_path: Path) -> None:
    """An English paragraph in a Persian page ends with its full stop, and what is read is the Markdown, with an empty
    line between blocks.
    """
    hand = open_page(session, tmp_path, "<article dir=rtl><h2>عنوان مقاله</h2><p dir=ltr>Two words.</p></article>")
    mark(session, "article")
    hand.press("p", "p")
    (heading, above), (words, below) = (session.tab.world.call("whereIsText", it) for it in ("عنوان", "Two"))
    (stop, _) = session.tab.world.call("whereIsText", ".")
    assert words < stop < heading
    assert 30 < below - above < 45
    assert session.tab.world.call("readPanel") == "## عنوان مقاله\n\nTwo words."


def test_what_is_clicked_in_the_text_comes_out_from_behind_it(session: Session, tmp_path: Path) -> None:
    """The panel is as high as its text is long."""
    lines = "".join(f"<p>Line {number} of the text.</p>" for number in range(60))
    hand = open_page(session, tmp_path, f"<div style='height: 400px'></div><main>{lines}</main>")
    mark(session, "main")
    hand.press("p")
    hand.click_at(*session.tab.world.call("whereIsText", "Line 2 of the text."))
    bottom = session.page.evaluate("() => document.querySelectorAll('main p')[2].getBoundingClientRect().bottom")
    assert 0 < bottom < session.tab.world.evaluate(BOX, session.tab.world.frames[0])[0]


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> list[Spans]:
    """The spans whose structure has been read."""
    read: list[Spans] = []

    def read_and_note(html: str, spans: Spans, **how: str) -> tuple[Block, ...]:
        read.append(spans)
        return read_blocks(html, spans, **how)

    monkeypatch.setattr("annotate.capture.showing.read_blocks", read_and_note)
    return read


def test_the_structure_is_read_only_for_an_open_panel(session: Session, tmp_path: Path, reads: list[Spans]) -> None:
    """Once for the same marks: not while it is closed, nor at a key that changes no mark."""
    hand = open_page(session, tmp_path, "<h2>Bread</h2><p id=more>And butter.</p>")
    hand.drag("#text")
    hand.drag("h2")
    assert reads == []
    hand.press("p")
    assert session.tab.world.call("readPanel").split("\n\n") == [TEXT, "Bread"]
    hand.press(".", "p", "p", "p", ".")
    assert reads == [session.state.spans]
    hand.drag("#more")
    session.pump()
    assert session.tab.world.call("readPanel").split("\n\n") == [TEXT, "Bread", "And butter."]
    assert reads[1:] == [session.state.spans]


@pytest.mark.parametrize("frame", ["", "<iframe srcdoc=Inside></iframe>"])
def test_a_text_too_long_for_its_structure_says_so(
    session: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, frame: str
) -> None:
    """It is shown line by line."""
    monkeypatch.setattr("annotate.capture.showing.LARGEST_SHOWN", 10)
    hand = open_page(session, tmp_path, f"<h2>Bread</h2><p id=long>and butter</p>{frame}")
    mark(session, "h2", "#long")
    hand.press("p")
    said = "This text is so long that its headings and lists are not shown as such."
    assert session.tab.world.call("readPanel").split("\n\n") == [said, "Bread", "and butter"]


@pytest.mark.parametrize("largest", [10**6, 10])
def test_what_is_clicked_far_into_a_long_line_is_gone_to(
    session: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, largest: int
) -> None:
    """The page comes to the words that were clicked, not to the beginning of their paragraph; also where so much is
    marked that its structure is not shown.
    """
    monkeypatch.setattr("annotate.capture.showing.LARGEST_SHOWN", largest)
    words = " ".join(f"word{i}" for i in range(400))
    page = f"<p>Tea &amp; <b>cake</b>\n for two.</p><p id=long style='width: 60px; line-height: 40px'>{words}</p>"
    hand = open_page(session, tmp_path, page)
    mark(session, "p")
    hand.press("p")
    hand.click_at(*session.tab.world.call("whereIsText", "word200"))
    top = session.page.evaluate("""() => {
      const range = document.createRange();
      const text = document.querySelector("#long").firstChild;
      range.setStart(text, text.data.indexOf("word200"));
      range.setEnd(text, range.startOffset + 7);
      return range.getBoundingClientRect().top;
    }""")
    assert 0 < top < 700

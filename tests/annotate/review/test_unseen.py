"""Lines that were not on the screen when their page was captured."""

from __future__ import annotations

from pathlib import Path

import pytest

from annotate.markup.unseen import _MUTE
from annotate.review.model.decisions import toggle_lines, with_fields
from annotate.review.opened import open_document
from annotate.review.start import Options, make_assignment
from annotate.review.symbols import UNICODE
from evaluate.package import attach_files, read_document
from evaluate.package.files import LAYOUT
from tests.annotate.review.driving import run_reviewer
from tests.annotate.review.pages import ARTICLE, HEADING, make_package
from tests.annotate.review.threads import run_async
from tests.layouts import pack_layout


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A package with a page whose navigation was folded up."""
    made = make_package(tmp_path / "news", {"rain": (ARTICLE, (HEADING,))})
    hidden = (0, 0, 0, 0, 0)
    boxes = {'<div id="nav"': hidden, '<a href="/"': hidden, '<a href="/news"': hidden, '<a href="/sport"': hidden}
    attach_files(made, "rain", {LAYOUT: pack_layout(ARTICLE, boxes)})
    return made


def test_lines_of_unseen_text_are_known(folder: Path) -> None:
    """A line is unseen if it has text and none of it was on the screen."""
    page = open_document(folder, "rain").page
    lines = [page.html[page.text_start[i] : page.text_end[i]] for i in range(len(page)) if page.unseen[i]]
    assert lines == ['Home</a> <a href="/news">News</a> <a href="/sport">Sport']


@pytest.mark.parametrize("name", _MUTE)
def test_without_a_layout_what_elements_never_show_is_unseen(name: str, tmp_path: Path) -> None:
    """Nothing else is, whether the page has such an element or not."""
    pages = {"with": f"<p>Seen.</p>\n<{name}>Mute.</{name}>\n<p>Seen.</p>", "without": "<p>Seen.</p>\n<p>Seen.</p>"}
    made = make_package(tmp_path / "news", {key: (html, ((3, 8),)) for key, html in pages.items()})
    unseen = {key: open_document(made, key).page.unseen.tolist() for key in pages}
    assert unseen == {"with": [False, True, False], "without": [False, False]}


def test_a_damaged_layout_keeps_nobody_from_reviewing(folder: Path) -> None:
    """With a damaged layout, all text counts as visible."""
    (folder / "rain.layout.json.gz").write_bytes(b"x")
    assert not open_document(folder, "rain").page.unseen.any()


def test_unseen_text_interrupts_nothing(tmp_path: Path) -> None:
    """The flag 'fragmented' follows what is marked and unmarked, also where a browser saw that nothing interrupts."""
    html = "<p>One.</p>\n<select>Mute.</select>\n<p>Two.</p>\n<p>Three.</p>"
    one, two, three = ((html.index(word), html.index(word) + len(word)) for word in ("One.", "Two.", "Three."))
    made = make_package(tmp_path / "ann", {"rain": (html, (one, (two[0], three[1])))})
    opened = open_document(made, "rain")
    state = with_fields(opened.state, fragmented=False)
    without = toggle_lines(opened.page, state, [2])
    assert (without.spans, without.meta.fragmented) == ((one, three), True)
    assert toggle_lines(opened.page, without, [2]) == state
    make_package(tmp_path / "bob", {"rain": (html, (one, two))})
    settled = make_assignment(Options(made, against=(tmp_path / "bob",)), "cem", ()).folder
    assert read_document(settled, "rain").meta.fragmented is False


def test_unseen_lines_have_a_sign(folder: Path) -> None:
    """The sign stands before the text of these lines alone."""

    async def scenario() -> None:
        async with run_reviewer(folder) as driver:
            lines = driver.screen.lines
            drawn = [lines.render_line(row).text for row in range(len(lines.shown))]
            signed = [text.split(UNICODE.unseen)[1].split() for text in drawn if UNICODE.unseen in text]
            assert signed == [["<div><a>Home</a>", "<a>News</a>", "<a>Sport</a></div>"]]

    run_async(scenario())

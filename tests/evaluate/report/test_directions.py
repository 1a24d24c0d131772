"""What is written from right to left in the report, in a real browser."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page

from cetr.console import run as run_command
from evaluate.cli import evaluate
from tests.documents import make_document


def test_a_name_that_turns_the_direction_ends_there(open_page: Callable[..., Page], tmp_path: Path) -> None:
    """A page type with an override, and one in Hebrew, leave the count behind them as it is."""
    for name, kind in (("a", "\u202eevil"), ("b", "\u05e9\u05dc\u05d5\u05dd")):
        make_document(tmp_path / "p", name, "<p>x</p>", ("x",), page_type=kind)
    out = tmp_path / "r"
    assert run_command(evaluate, ["run", str(tmp_path / "p"), "--extractor", "plain", "--out", str(out)]) == 0
    assert run_command(evaluate, ["report", str(out), "-o", str(tmp_path / "report.html")]) == 0
    page = open_page(viewport={"width": 1200, "height": 4000})
    page.goto((tmp_path / "report.html").as_uri())
    page.wait_for_selector("#heat th")
    ordered = page.evaluate(
        """() => [...document.querySelectorAll('#heat [aria-label="F1 by page type"] thead th + th')].map((cell) => {
            const node = cell.lastChild, range = document.createRange(), places = [];
            for (const at of [0, 1, 2].map((i) => node.length - 3 + i)) {
                range.setStart(node, at); range.setEnd(node, at + 1);
                places.push(range.getBoundingClientRect().left);
            }
            return places[0] < places[1] && places[1] < places[2] && cell.textContent.endsWith("(1)");
        })"""
    )
    assert ordered == [True, True]


def test_each_line_has_its_own_direction(open_page: Callable[..., Page], tmp_path: Path) -> None:
    """A line of Arabic is read from the right edge, be it right or missing, and one of English from the left; a Latin
    name at the beginning of the line changes nothing.
    """
    html = "<p>حين وصلت الحافلة 3.</p><p>When the bus came.</p><p>SUNA هو اسم الوكالة.</p><p>BBC هي هيئة.</p>"
    make_document(tmp_path / "p", "a", html, (html[3:-4],))
    arguments = ["run", tmp_path / "p", "--extractor", "plain", "--extractor", "nothing", "--out", tmp_path / "r"]
    assert run_command(evaluate, list(map(str, arguments))) == 0
    assert run_command(evaluate, ["report", str(tmp_path / "r"), "-o", str(tmp_path / "report.html")]) == 0
    page = open_page(viewport={"width": 1200, "height": 900})
    page.goto((tmp_path / "report.html").as_uri())
    page.locator("#rows button.open").click()
    gaps = """(text) => {
        const range = document.createRange(), box = text.getBoundingClientRect();
        range.selectNodeContents(text);
        const lines = [...range.getClientRects()].filter((line) => line.width > 20);
        const last = lines.filter((line) => line.top > lines[1].bottom - 5);
        return [Math.round(box.right - lines[0].right), Math.round(lines[1].left - box.left),
            Math.round(box.right - Math.max(...last.map((part) => part.right)))];
    }"""
    for extractor in ("plain 100", "nothing 0"):
        page.get_by_role("button", name=extractor).click()
        right, left, named = page.locator(".text").evaluate(gaps)
        assert right == left == named < 20
        shown = page.locator(".text").inner_text()
        assert html[3:-4].replace("</p><p>", "\n") in shown and shown.count("bus") == 1
        assert page.locator(".text .leftward").count() == 2

"""What a report shows of structure: kept, flattened, lost, superfluous."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import BrowserContext, expect

from cetr.console import run as run_command
from evaluate.cli import evaluate
from evaluate.measures import Comparison
from evaluate.outputs import Output
from evaluate.report.structure import FLATTENED, KEPT, LOST, SUPERFLUOUS, compare_structure
from tests.documents import make_document

GOLD = "# Title\n\n- one\n- two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n[x](http://y/) lost words"


def compare(predicted: str) -> tuple[list[object], list[object], list[list[int]]]:
    """The gold above against a prediction in Markdown."""
    return compare_structure(Comparison(Output(GOLD, "markdown"), predicted, output=Output(predicted, "markdown")))


def states(tree: object) -> list[tuple[str, int]]:
    """The elements of a tree that are not kept as they are."""
    if isinstance(tree, str):
        return []
    tag, state, inner = tree[:3]  # type: ignore[index]
    return ([(tag, state)] if state else []) + [found for part in inner for found in states(part)]


def test_the_same_structure_is_kept() -> None:
    """All elements of each kind are kept, and none is superfluous."""
    gold, predicted, counts = compare(GOLD)
    assert (states(gold), states(predicted)) == ([], [])
    assert counts == [[1, 1, 0, 0], [2, 2, 0, 0], [4, 4, 0, 0], [0] * 4, [0] * 4, [0] * 4, [1, 1, 0, 0]]


def test_what_is_flattened_what_is_lost_and_what_is_superfluous() -> None:
    """A table in lines of text, a list run together, a link without its address, a heading that is gone."""
    gold, predicted, counts = compare("one two\n\na | b\n\n1 | 2\n\nx\n\n## More")
    assert states(gold) == [
        ("h1", LOST), ("li", FLATTENED), ("li", FLATTENED), *[("th", FLATTENED)] * 2, *[("td", FLATTENED)] * 2,
        ("p", LOST), ("a", FLATTENED),
    ]  # fmt: skip
    assert states(predicted) == [("h2", SUPERFLUOUS)]
    assert counts == [[1, 0, 0, 1], [2, 0, 2, 0], [4, 0, 4, 0], [0] * 4, [0] * 4, [0] * 4, [1, 0, 1, 0]]


def test_a_tree_holds_numbers_that_are_not_one() -> None:
    """Where a list begins and what cells span; nothing else of the page's attributes goes into a report."""
    html = "<ol start=3 class=x><li>a</ol><table><tr><th colspan=2 onclick=x>b<tr><td>c<td>d</table>"
    tree, _, _ = compare_structure(Comparison(Output(html, "html"), "", output=Output("", "html")))
    assert tree == ["div", KEPT, [
        ["ol", KEPT, [["li", LOST, [["p", LOST, ["a"]]]]], {"start": 3}],
        ["table", KEPT, [
            ["tr", KEPT, [["th", LOST, [["p", LOST, ["b"]]], {"colspan": 2}]]],
            ["tr", KEPT, [["td", LOST, [["p", LOST, ["c"]]]], ["td", LOST, [["p", LOST, ["d"]]]]]],
        ]],
    ]]  # fmt: skip


def test_code_in_a_line_stays_in_the_line() -> None:
    """Only blocks of code are drawn as blocks."""
    _, tree, _ = compare("Run `x` and $y$.\n\n    z")
    assert tree[2] == [["p", SUPERFLUOUS, ["Run ", ["code", KEPT, ["x"]], " and ", ["code", SUPERFLUOUS, ["y"]], "."]],
                       ["pre", SUPERFLUOUS, ["z"]]]  # fmt: skip


def test_a_link_of_two_lines_is_found_in_one() -> None:
    """Its text is there without the link: flattened, not lost."""
    _, _, counts = compare_structure(
        Comparison(Output("<p><a href=http://y/>one<br>two</a>", "html"), "one two", output=Output("one two"))
    )
    assert counts[6] == [1, 0, 1, 0]


HTML = "<h1>A</h1><ul><li>one<li>&lt;img src=x onerror=window.pwned=1&gt;</ul><p><a href='javascript:x'>l</a></p>"


def test_gold_and_prediction_stand_side_by_side(browser: BrowserContext, tmp_path: Path) -> None:
    """With a measure of structure, if not forbidden; trees are drawn element by element, and nothing in them acts."""
    make_document(tmp_path / "pack", "one", HTML, ("A", "one", "&lt;img src=x onerror=window.pwned=1&gt;", "l"))
    run = ["run", str(tmp_path / "pack"), "--extractor", "plain", "--extractor", "inscriptis", "--measures", "lists"]
    assert run_command(evaluate, [*run, "--out", str(tmp_path / "r")]) == 0
    for name, options in (("with", []), ("without", ["--no-structure"])):
        assert run_command(evaluate, ["report", str(tmp_path / "r"), "-o", str(tmp_path / name), *options]) == 0
    assert 'id="structure-data"' not in (tmp_path / "without").read_text("utf-8").partition("<script>")[0]
    (tmp_path / "with").rename(tmp_path / "r.html")
    page = browser.new_page()
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.goto((tmp_path / "r.html").as_uri())
    kinds = page.locator("#kinds tbody tr")
    expect(kinds).to_have_count(2)
    assert [row.locator("b").all_inner_texts() for row in kinds.all()] == [["100 %", "100 %"], ["0 %", "0 %"]]
    page.locator("#documents").scroll_into_view_if_needed()
    page.locator("#rows button.open").first.click()
    page.get_by_role("group", name="Extractor").get_by_role("button", name="inscriptis").click()
    page.get_by_role("button", name="Structure", exact=True).click()
    told = page.locator(".told li").all_inner_texts()
    assert told == ["headings: 0 of 1 kept, 1 flattened", "list items: 0 of 2 kept, 2 flattened"]
    sides = page.locator(".side")
    assert sides.first.locator("li.flattened").all_inner_texts() == ["one", "<img src=x onerror=window.pwned=1>"]
    assert sides.locator("img, a, script").count() == 0
    assert (page.evaluate("window.pwned"), said) == (None, [])
    page.close()

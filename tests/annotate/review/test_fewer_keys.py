"""What spares keys: going to what the model doubts, lines of a kind, the next undecided document, drags."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

from annotate.review.assignment import Assignment
from annotate.review.columns import Column
from annotate.review.model.doubt import doubt_marks, find_alike, find_doubted, rate_lines
from annotate.review.model.kinds import number_kinds
from annotate.review.model.marks import mark_lines
from annotate.review.model.page import build_page
from annotate.review.start import Options, make_assignment
from cetr.document import Spans, lex
from evaluate.package import read_document, read_journal, read_package
from tests.annotate.review.driving import run_reviewer
from tests.annotate.review.pages import ARTICLE, HEADING, MONDAY, NORTH, SOUTH, line_with, make_package, span_of
from tests.annotate.review.threads import run_async

POSTS = "".join(
    f'<div class="post" id="p{i}"><div class="who n{i}">Who {i}</div>\n<p>Post number {i} says something.</p></div>\n'
    for i in range(5)
)
THREAD = f"<html><body><h1>A thread</h1>\n{POSTS}<p>Imprint and so on</p>\n</body></html>"


def run(assignment: Assignment, *keys: str) -> list[str]:
    """What was said after each key."""
    said: list[str] = []

    async def scenario() -> None:
        async with run_reviewer(assignment.folder, assignment=assignment) as driver:
            for key in keys:
                await driver.press(key)
                said.append(driver.said())

    run_async(scenario())
    return said


def test_kinds_are_paths_of_elements() -> None:
    """Items are alike whatever their numbers, with end tags left out and void elements between; others are not."""
    html = "<body><ul><li class=a1>x<li class=a2>y<br>z</ul><ol><li>q</ol></body>"
    places = np.array([html.index(f"{c}<") for c in "xyzq"])
    one, two, three, four = number_kinds(html, lex(html), places).tolist()
    assert one == two == three != four


def test_doubt_is_the_chance_that_the_marks_are_wrong() -> None:
    """The stretch with most characters likely to be wrong comes first; what was seen is left out."""
    page = build_page(ARTICLE)
    gold = mark_lines(page, (HEADING,))
    rate = rate_lines(page, ((*HEADING, 0.95), (*NORTH, 0.6), (*SOUTH, 0.58), (*MONDAY, 0.3)))
    head, north, south, monday = (line_with(page, t) for t in ("Rain is", "It will", "The south", "On Monday"))
    assert rate[[head, north, monday]].round(2).tolist() == [0.95, 0.6, 0.3]
    doubt = doubt_marks(rate, gold)
    assert doubt[[head, north, monday]].round(2).tolist() == [0.05, 0.6, 0.3]
    shown, seen = np.flatnonzero(page.last > page.first), np.zeros(len(page), dtype=np.bool_)
    stretches = find_doubted(doubt, gold, shown, seen)
    assert [first for first, _ in stretches] == [north, monday]
    assert find_alike(rate, gold, north, shown) == list(range(north, south + 1))
    assert find_alike(rate, gold, head, shown) == [head]
    seen[slice(*stretches[0])] = True
    assert [first for first, _ in find_doubted(doubt, gold, shown, seen)] == [monday]


def test_after_taking_the_prediction_n_goes_to_what_is_in_doubt(tmp_path: Path) -> None:
    """First what the model itself doubts, each stretch once, then where another column differs, then it says so."""
    folder = make_package(tmp_path / "news", {"rain": (ARTICLE, ())})
    make_package(tmp_path / "other", {"rain": (ARTICLE, (span_of(ARTICLE, "Imprint"),))})
    columns = (Column("learned"), Column("other", str(tmp_path / "other")))
    visited: list[str] = []

    async def scenario() -> None:
        async with run_reviewer(folder, assignment=Assignment(folder, ("rain",), columns, "ann")) as driver:
            await driver.press("A")
            view, lines = driver.screen.look(), driver.screen.lines
            assert view is not None
            assert view.rate is not None
            assert "model" in lines.header()
            doubted = find_doubted(doubt_marks(view.rate, view.gold), view.gold, lines.shown, view.gold.count < 0)
            for _ in range(20):
                await driver.press("n")
                if driver.said() == "nothing else is in doubt":
                    break
                visited.append(ARTICLE[view.page.text_start[lines.line] :][:9])
                if len(visited) == 1 and doubted:
                    assert lines.line == doubted[0][0]
            assert driver.said() == "nothing else is in doubt"
            assert driver.screen.seen_lines(view)[line_with(view.page, "Copyright")]

    run_async(scenario())
    assert len(visited) == len(set(visited)) > 0


def test_one_key_marks_all_lines_of_a_kind(tmp_path: Path) -> None:
    """All posts of a thread, in this page and, asked, in the site's other drafts; undo takes back each."""
    folder = make_package(tmp_path / "news", dict.fromkeys(("a", "b"), (THREAD, ())), status="draft")
    make_package(folder, {"c": (THREAD, ())})
    assignment = Assignment(folder, ("a", "b", "c"), (), "ann")

    def posts() -> list[int]:
        return [read_document(folder, name).text.count("says something") for name in "abc"]

    said = run(assignment, "j", "j", "asterisk", "n")
    assert said[2] == "5 lines of the same kind marked"
    assert posts() == [5, 0, 0]
    run(assignment, "j", "j", "asterisk", "n")
    assert posts() == [0, 0, 0]
    run(assignment, "j", "j", "asterisk", "y")
    assert posts() == [5, 5, 0]
    assert "Who" not in read_document(folder, "a").text
    assert "Imprint" not in read_document(folder, "b").text
    assert [d.action for d in read_journal(folder, "b")] == ["kind"]


def test_the_next_undecided_document(tmp_path: Path) -> None:
    """`u` goes round to it; what was skipped or is unsure comes last, can be looked for, and is remembered."""
    folder = make_package(tmp_path / "news", dict.fromkeys("abcd", (ARTICLE, (SOUTH,))))
    names = read_package(folder).names
    opened: list[str] = []

    async def scenario() -> None:
        async with run_reviewer(folder, assignment=Assignment(folder, names, (), "ann")) as driver:
            for key in ("minus", "a", "U", "u", "a", "u"):
                await driver.press(key)
                opened.append(driver.document)
            driver.screen.desk.listing.rearrange(wanted="unsure")
            assert driver.screen.desk.listing.arranged() == ["c"]

    run_async(scenario())
    assert opened == ["b", "c", "d", "a", "b", "d"]
    assert read_document(folder, "a").meta.extra == {}
    assert read_document(folder, "c").meta.extra == {"later": {"ann": "unsure"}}
    assert [d.action for d in read_journal(folder)] == ["skip", "approve", "unsure", "approve"]


def test_the_reviewer_opens_where_one_stopped(tmp_path: Path) -> None:
    """The document of one's own last decision, or if that ended it the next undecided one; a name goes before that."""
    folder = make_package(tmp_path / "news", dict.fromkeys("abcd", (ARTICLE, (SOUTH,))))

    def first(who: str = "ann", *documents: str) -> str | None:
        return make_assignment(Options(folder, documents), who, ()).first

    made = {"time": "2026-01-01T00:00:00Z", "document": "c", "annotator": "ann"}
    for more in ({"action": "capture"}, {"action": "reject", "detail": {"reason": "wall"}}, {"action": "withdraw"}):
        (folder / "journal.jsonl").write_text(json.dumps(made | more) + "\n", "utf-8")
        assert first() is None  # whoever captured the pages has not begun to review them
    run(make_assignment(Options(folder, ("b",)), "ann", ()), "g", "j", "space")
    assert (first(), first("bob"), first("ann", "d")) == ("b", None, "d")
    run(make_assignment(Options(folder), "ann", ()), "a")
    assert first() == "c"


def test_a_drag_over_lines_marks_them(tmp_path: Path) -> None:
    """From the first line to the last, whatever lies between; a click still only moves the cursor."""
    folder = make_package(tmp_path / "news", {"rain": (ARTICLE, ())})

    async def scenario() -> None:
        async with run_reviewer(folder, assignment=Assignment(folder, ("rain",), (), "ann")) as driver:
            await driver.drag("#lines", (30, 2), (30, 5))
            await driver.click("#lines", (30, 8))
            assert driver.screen.lines.range_start is None

    run_async(scenario())
    spans: Spans = read_document(folder, "rain").spans
    assert (spans[0][0], len(list(read_journal(folder)))) == (HEADING[0], 1)
    assert "railways" in read_document(folder, "rain").text

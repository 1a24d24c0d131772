"""Adjudication between two people: what is undecided, who chose what, and which pages are left out."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from annotate.review.start import Options, make_assignment
from cetr.console import InputError
from cetr.document import derive_text
from evaluate.package import read_document, read_journal
from tests.annotate.review.driving import run_reviewer
from tests.annotate.review.pages import ARTICLE, CORE, HEADING, MONDAY, NORTH, SOUTH, make_package, span_of
from tests.annotate.review.threads import run_async


def two_packages(tmp_path: Path) -> tuple[Path, Path]:
    """The same page marked by two people: one left out the heading, the other has a related story too many."""
    story = span_of(ARTICLE, "First related story")
    one = make_package(tmp_path / "anna", {"rain": (ARTICLE, ((NORTH[0], SOUTH[1]), MONDAY))}, annotator="anna")
    other = make_package(tmp_path / "bob", {"rain": (ARTICLE, (CORE, MONDAY, story))}, annotator="bob")
    return one, other


def test_adjudication_starts_from_what_both_mark(tmp_path: Path) -> None:
    """The third package holds the common marks as a draft, and both people's marks."""
    one, other = two_packages(tmp_path)
    assignment = make_assignment(Options(one, against=(other,)), "carla", ("cetr",))
    assert assignment.folder == tmp_path / "anna-bob"
    assert [column.name for column in assignment.columns] == ["anna", "bob"]
    document = read_document(assignment.folder, "rain")
    assert document.spans == ((NORTH[0], SOUTH[1]), MONDAY)
    assert document.meta.status == "draft"
    sides = document.meta.extra["adjudication"]["sides"]
    assert [(s["name"], s["annotator"]) for s in sides] == [("anna", "anna"), ("bob", "bob")]
    assert sides[0]["spans"] == [[NORTH[0], SOUTH[1]], list(MONDAY)]


def test_adjudicating_remembers_who_said_what(tmp_path: Path) -> None:
    """One stretch is decided for the second person, one for neither; then the page can be approved."""
    one, other = two_packages(tmp_path)
    assignment = make_assignment(Options(one, against=(other,)), "carla", ())

    async def scenario() -> None:
        async with run_reviewer(assignment.folder, assignment=assignment) as driver:
            assert "2 lines undecided" in "\n".join(driver.text())
            await driver.press("a")
            assert read_document(assignment.folder, "rain").meta.status == "draft"
            await driver.press("2", "0", "a")

    run_async(scenario())
    document = read_document(assignment.folder, "rain")
    assert document.spans == (CORE, MONDAY)
    assert document.text == derive_text(ARTICLE, document.spans)
    assert document.meta.status == "reviewed"
    choices = document.meta.extra["adjudication"]["choices"]
    assert [c["choice"] for c in choices] == ["bob", "neither"]
    assert choices[0]["start"] <= HEADING[0] < HEADING[1] <= choices[0]["end"]
    assert {d.annotator for d in read_journal(assignment.folder)} == {"carla"}
    assert read_document(one, "rain").spans == ((NORTH[0], SOUTH[1]), MONDAY)


def test_a_stretch_that_was_skipped_comes_again(tmp_path: Path) -> None:
    """After the last stretch the cursor goes on at the first undecided one, and back at the last one."""
    one, other = two_packages(tmp_path)
    assignment = make_assignment(Options(one, against=(other,)), "carla", ())

    async def scenario() -> None:
        async with run_reviewer(assignment.folder, assignment=assignment) as driver:
            first = driver.screen.lines.cursor
            await driver.press("n", "n")
            assert driver.screen.lines.cursor == first
            await driver.press("N")
            assert driver.said() == "continued from the end: no further undecided line above"
            await driver.press("0", "2", "a")

    run_async(scenario())
    document = read_document(assignment.folder, "rain")
    assert (document.spans, document.meta.status) == ((CORE, MONDAY), "reviewed")


def test_nothing_is_approved_before_the_sides_are_known(tmp_path: Path) -> None:
    """What is undecided stands in the page itself, whether or not the packages can still be read; else nobody knows."""
    one, other = two_packages(tmp_path)
    assignment = make_assignment(Options(one, against=(other,)), "carla", ())
    shutil.rmtree(one)
    shutil.rmtree(other)
    stranger = make_package(tmp_path / "stranger", {"rain": (ARTICLE, (CORE,))}, status="draft")

    async def scenario() -> None:
        async with run_reviewer(assignment.folder, assignment=assignment) as driver:
            await driver.press("a")
            assert driver.said().endswith("some lines are still undecided")
        async with run_reviewer(stranger, assignment=replace(assignment, folder=stranger)) as driver:
            await driver.press("a")
            assert driver.said().endswith("the marks of the two sides are not known yet")

    run_async(scenario())
    assert [read_document(folder, "rain").meta.status for folder in (assignment.folder, stranger)] == ["draft", "draft"]


def test_the_flag_fragmented_follows_what_both_mark(tmp_path: Path) -> None:
    """Adjudicated pages say of themselves what is so, from the start and after each choice."""
    one = make_package(tmp_path / "anna", {"rain": (ARTICLE, (CORE,))})
    other = make_package(tmp_path / "bob", {"rain": (ARTICLE, (HEADING, SOUTH))})
    assignment = make_assignment(Options(one, against=(other,)), "carla", ())
    assert read_document(assignment.folder, "rain").meta.fragmented is True

    async def scenario() -> None:
        async with run_reviewer(assignment.folder, assignment=assignment) as driver:
            await driver.press("1", "a")

    run_async(scenario())
    document = read_document(assignment.folder, "rain")
    assert (document.spans, document.meta.fragmented, document.meta.status) == ((CORE,), False, "reviewed")


@pytest.mark.parametrize("against", [(), (Path("../bob"),)])
def test_a_broken_page_is_named_and_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], against: tuple[Path, ...]
) -> None:
    """The others are worked on; the package may be the folder one stands in."""
    for name in ("anna", "bob"):
        make_package(tmp_path / name, dict.fromkeys(("dry", "rain"), (ARTICLE, (CORE,))))
    (tmp_path / "anna" / "dry.json").write_text("{", "utf-8")
    monkeypatch.chdir(tmp_path / "anna")
    assignment = make_assignment(Options(Path(), blind=not against, against=against), None, ())
    assert (assignment.folder, assignment.names) == (
        tmp_path / f"anna-{'bob' if against else 'second'}",
        ("rain",),
    )
    why = "cannot be read: dry.json: is not JSON: Input data was truncated"
    assert capsys.readouterr().err == f"annotate: dry: {why}; left out\n"
    assert assignment.notice == f"left out: dry ({why})"


def test_adjudication_goes_on_where_it_was_left(tmp_path: Path) -> None:
    """Opened again, what was decided is decided, and undo takes the choice back with the marks."""
    one, other = two_packages(tmp_path)
    assignment = make_assignment(Options(one, against=(other,)), "carla", ())

    async def first() -> None:
        async with run_reviewer(assignment.folder, assignment=assignment) as driver:
            await driver.press("n", "2")

    async def second() -> None:
        again = make_assignment(Options(one, against=(other,)), "carla", ())
        async with run_reviewer(again.folder, assignment=again) as driver:
            assert "1 line undecided" in "\n".join(driver.text())
            await driver.press("G", "n")
            assert driver.said() == "continued from the top: no further undecided line below"
            await driver.press("z")
            assert "2 lines undecided" in "\n".join(driver.text())

    run_async(first())
    run_async(second())
    assert read_document(assignment.folder, "rain").meta.extra["adjudication"]["choices"] == []


def test_pages_that_are_not_the_same_or_not_finished_are_left_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A page only one has, with other HTML, or still a draft cannot be adjudicated; each is named, as `agree` does."""
    one = make_package(tmp_path / "a", dict.fromkeys(("both", "changed", "open", "single"), (ARTICLE, (HEADING,))))
    other = make_package(tmp_path / "b", {"both": (ARTICLE, ()), "changed": (ARTICLE + " ", ())})
    make_package(other, {"open": (ARTICLE, ())}, status="draft")
    assignment = make_assignment(Options(one, against=(other,), out=tmp_path / "c"), None, ())
    assert assignment.names == ("both",)
    said = capsys.readouterr()
    assert said.out == ""
    different = "has different HTML in a (imported) and b (imported); let all mark the same capture"
    assert said.err.splitlines() == [
        f"annotate: changed: {different}; left out",
        "annotate: open: is not finished in b (draft); left out",
        "annotate: single: is missing from b; left out",
    ]
    notice = f"left out: changed ({different}) and 2 more; the reasons appear when you quit"
    assert assignment.notice == notice

    async def scenario() -> None:
        async with run_reviewer(assignment.folder, assignment=assignment) as driver:
            assert driver.said() == notice

    run_async(scenario())


def test_a_second_pass_that_was_not_begun_is_not_adjudicated(tmp_path: Path) -> None:
    """Where the other package has drafts alone, one line says so, and nothing is written."""
    folder = make_package(tmp_path / "news", {"rain": (ARTICLE, (CORE,))})
    make_assignment(Options(folder, blind=True), "bob", ())
    with pytest.raises(
        InputError, match=r"no finished page in common \(rain is not finished in news-second \(draft\)\)"
    ):
        make_assignment(Options(folder, against=(tmp_path / "news-second",)), "carla", ())
    assert not (tmp_path / "news-news-second").exists()

"""The suspects of the check: which they are, the way from one to the next, and what becomes of a finding."""

from __future__ import annotations

from pathlib import Path

import pytest

from annotate.check import Finding, check_package
from annotate.review.assignment import Assignment
from annotate.review.columns import Column
from annotate.review.start import Options, make_assignment
from cetr.console import InputError
from evaluate.package import read_meta
from tests.annotate.review.driving import run_reviewer
from tests.annotate.review.pages import ARTICLE, CORE, HEADING, MONDAY, NORTH, SOUTH, make_package
from tests.annotate.review.threads import run_async


def test_suspects_come_from_the_check(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What `annotate check` says about a package is what the reviewer walks; it takes the cores that it may use."""
    asked: list[int] = []
    monkeypatch.setattr("annotate.review.suspects.count_cores", lambda: 1)
    monkeypatch.setattr(
        "annotate.check.package.map_within",
        lambda limits, f, items, jobs, on_failure: asked.append(jobs) or map(f, items),
    )
    cut = (HEADING[0], NORTH[1] - 20)
    folder = make_package(tmp_path / "news", {"fine": (ARTICLE, (CORE, MONDAY)), "rain": (ARTICLE, (cut,))})
    assignment = make_assignment(Options(folder, suspects=True), None, ("cetr",))
    assert asked == [1]
    found = list(check_package(folder))
    assert any(f.document == "rain" and HEADING[0] <= (f.start or 0) <= NORTH[1] for f in found)
    assert {f for of_one in assignment.findings.values() for f in of_one} == set(found)
    assert assignment.names == tuple(sorted(assignment.findings))


def test_a_document_without_findings_is_no_suspect_to_begin_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That is said in one line, before the screen opens."""
    folder = make_package(tmp_path / "news", dict.fromkeys(("dry", "rain"), (ARTICLE, (SOUTH,))))
    finding = Finding("dry", "gold-odd", "odd", "look", 0)
    monkeypatch.setattr("annotate.review.start.find_suspects", lambda _: {"dry": (finding,)})
    with pytest.raises(InputError, match=r"news: the check found nothing in 'rain'$"):
        make_assignment(Options(folder, ("rain",), suspects=True), None, ("cetr",))
    monkeypatch.setattr("annotate.review.start.find_suspects", lambda _: {"": (finding,)})  # of the package itself
    with pytest.raises(InputError, match=r"news: the check found nothing in its documents$"):
        make_assignment(Options(folder, suspects=True), None, ("cetr",))


def test_walking_the_suspects_goes_from_place_to_place(tmp_path: Path) -> None:
    """`)` goes to the next finding's line, in the next document if need be, and the finding is shown."""
    folder = make_package(tmp_path / "news", dict.fromkeys(("a", "b", "c"), (ARTICLE, (CORE, MONDAY))))
    findings = {
        "a": (
            Finding("a", "left-out", "the south", "mark it", SOUTH[0]),
            Finding("a", "link-heavy", "the rest", "cut it", MONDAY[0]),
        ),
        "c": (Finding("c", "short", "too short", "add to it"),),
    }
    assignment = Assignment(folder, ("a", "b", "c"), (Column("cetr"),), "ann", findings=findings)

    async def scenario() -> None:
        async with run_reviewer(folder, assignment=assignment) as driver:
            lines, screen = driver.screen.lines, driver.screen
            assert "The south" in ARTICLE[lines.view.page.start[lines.line] :][:20]
            assert "finding 1 of 2: the south" in "\n".join(driver.text())
            await driver.press("right_parenthesis")
            assert "On Monday" in ARTICLE[lines.view.page.start[lines.line] :][:20]
            panel = "\n".join(driver.text())
            assert panel.index("2 of 2  link-heavy") < panel.index("1 of 2  left-out")
            await driver.press("right_parenthesis")
            assert screen.desk.opened is not None
            assert screen.desk.opened.document.name == "c"
            assert "finding 1 of 1: too short" in "\n".join(driver.text())
            assert "add to it" in "\n".join(driver.text())
            await driver.press("right_parenthesis")
            assert screen.desk.opened.document.name == "c"
            assert driver.said() == "no further finding"
            await driver.press("left_parenthesis")
            assert screen.desk.opened.document.name == "a"

    run_async(scenario())


def test_a_finding_is_dismissed_with_a_reason_or_gone_when_mended(tmp_path: Path) -> None:
    """The check leaves out what was dismissed, unless it is asked; undo brings it back."""
    cut = (HEADING[0], NORTH[1] - 20)
    folder = make_package(tmp_path / "news", {"rain": (ARTICLE, (cut, MONDAY))}, annotator="ann")
    (found,) = check_package(folder, extractors=())
    assert found.code == "cut-end"
    assignment = Assignment(folder, ("rain",), (), "ann", findings={"rain": (found,)})

    async def scenario() -> None:
        async with run_reviewer(folder, assignment=assignment) as driver:
            await driver.press("exclamation_mark")
            await driver.type("quoted so")
            await driver.press("enter")
            await driver.screen.workers.wait_for_complete()
            assert found not in driver.screen.findings()
            assert list(check_package(folder, extractors=())) == []
            assert list(check_package(folder, extractors=(), dismissed=True)) == [found]
            dismissed = read_meta(folder, "rain").extra["dismissed"]
            assert [(entry["code"], entry["reason"], entry["annotator"]) for entry in dismissed] == [
                ("cut-end", "quoted so", "ann")
            ]
            await driver.press("z")
            assert list(check_package(folder, extractors=())) == [found]

    run_async(scenario())

    async def mend() -> None:
        async with run_reviewer(folder, assignment=assignment) as driver:
            line = driver.screen.lines.view.page.start.searchsorted(cut[1], "right")
            driver.screen.lines.go_to(driver.screen.lines.row_of(int(line) - 1))
            assert found in driver.screen.findings()
            await driver.press("space")
            await driver.screen.workers.wait_for_complete()
            assert found not in driver.screen.findings()
            assert "cut-end" not in driver.screen.desk.listing.entries["rain"].findings

    run_async(mend())


def test_the_list_is_filtered_by_the_kind_of_finding(tmp_path: Path) -> None:
    """A kind of finding filters the list as any other fact of a document does."""
    folder = make_package(tmp_path / "news", dict.fromkeys(("a", "b"), (ARTICLE, (CORE, MONDAY))))
    findings = {"a": (Finding("a", "short", "", ""),), "b": (Finding("b", "near-duplicate", "", ""),)}

    async def scenario() -> None:
        async with run_reviewer(folder, assignment=Assignment(folder, ("a", "b"), findings=findings)) as driver:
            await driver.press("tab", "slash")
            await driver.type("near-dup")
            await driver.press("enter")
            assert driver.screen.desk.listing.arranged() == ["b"]
            driver.screen.desk.listing.rearrange(wanted="fragmented")
            assert driver.screen.desk.listing.arranged() == ["a", "b"]
            driver.screen.desk.listing.rearrange(wanted="multiple")
            assert driver.screen.desk.listing.arranged() == []

    run_async(scenario())

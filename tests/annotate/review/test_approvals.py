"""Who marked a document, who approved it, and what takes an approval back."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from annotate.card import collect_facts
from annotate.cli import annotate
from annotate.review.assignment import Assignment
from annotate.review.model.decisions import with_fields
from annotate.review.start import Options, make_assignment
from cetr.console import InputError, run
from evaluate.package import Meta, read_document, read_journal, read_package
from tests.annotate.review.driving import run_reviewer
from tests.annotate.review.pages import ARTICLE, MONDAY, NORTH, SOUTH, make_package
from tests.annotate.review.threads import run_async


def press(folder: Path, who: str, *keys: str, reopen: bool = True) -> Meta:
    """The metadata of the page 'rain' after somebody pressed keys on it."""
    assignment = Assignment(folder, read_package(folder).names, (), who, first="rain", edits_reopen=reopen)

    async def scenario() -> None:
        async with run_reviewer(folder, assignment=assignment) as driver:
            await driver.press(*keys)

    run_async(scenario())
    return read_document(folder, "rain").meta


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A package of one page that ann has marked."""
    return make_package(tmp_path / "news", {"rain": (ARTICLE, (SOUTH,))}, annotator="ann")


def test_every_approval_is_kept_with_its_time(folder: Path) -> None:
    """A second person's leaves a trace; the same person's second one does not."""
    first = press(folder, "ann", "a")
    both = press(folder, "bob", "a")
    assert (both.status, [a.annotator for a in both.approvals]) == ("reviewed", ["ann", "bob"])
    assert both.approvals[0] == first.approvals[0]
    assert both.approvals[0].time < both.approvals[1].time
    assert press(folder, "bob", "a") == both
    assert [d.action for d in read_journal(folder)] == ["approve", "approve"]


@pytest.mark.long
def test_a_change_of_an_approved_page_takes_its_approvals_back(folder: Path) -> None:
    """By whomever; undo gives them back. A note is no change of what was approved, and small teams may keep them."""
    approved = press(folder, "ann", "a")
    changed = press(folder, "bob", "g", "j", "space")
    assert (changed.status, changed.approvals, changed.annotator) == ("gold", (), "ann")
    assert press(folder, "bob", "z") == approved
    noted = press(folder, "bob", "f", "l", "enter")
    assert (noted.note, noted.status, noted.approvals) == ("l", "reviewed", approved.approvals)
    kept = press(folder, "bob", "g", "j", "space", reopen=False)
    assert (kept.status, kept.approvals) == ("reviewed", approved.approvals)
    assert press(folder, "bob", "x").approvals == ()


def test_whoever_labels_an_empty_draft_is_its_annotator(tmp_path: Path) -> None:
    """Untouched drafts are nobody's, in a blind copy too; the card and the export name who marked and who approved."""
    source = make_package(tmp_path / "news", dict.fromkeys(("dry", "rain"), (ARTICLE, (SOUTH,))), annotator="ann")
    folder = make_assignment(Options(source, blind=True), "bob", ()).folder
    marked = press(folder, "bob", "g", "j", "space")
    assert (marked.annotator, read_document(folder, "dry").meta.annotator) == ("bob", None)
    press(folder, "cem", "a")
    facts = collect_facts(folder)
    assert (facts.annotators, facts.approvals) == ({"bob": 1}, {"cem": 1})
    out = tmp_path / "out.jsonl"
    assert run(annotate, ["export", "jsonl", str(folder), str(out)]) == 0
    row = msgspec.json.decode(out.read_bytes())
    assert (row["annotator"], [a["annotator"] for a in row["approvals"]]) == ("bob", ["cem"])
    assert run(annotate, ["import", "jsonl", str(out), str(tmp_path / "again")]) == 0
    assert read_document(tmp_path / "again", "rain").meta.approvals == read_document(folder, "rain").meta.approvals


def test_a_blind_pass_is_its_owners(tmp_path: Path) -> None:
    """Nobody else opens it, blind or not; to its owner it says what it is, and stays blind."""
    source = make_package(tmp_path / "news", {"rain": (ARTICLE, (NORTH,))}, annotator="ann")
    folder = make_assignment(Options(source, blind=True), "bob", ()).folder
    of_bob = rf"{folder}: is the blind pass of bob over news; name your own package with --out"
    with pytest.raises(InputError, match=of_bob):
        make_assignment(Options(source, blind=True), "cem", ())
    with pytest.raises(InputError, match=of_bob):
        make_assignment(Options(folder), "cem", ("cetr",))
    with pytest.raises(InputError, match=r"shows no predictions; leave out --extractor"):
        make_assignment(Options(folder, extractors=("cetr",)), "bob", ("cetr",))
    mine = make_assignment(Options(folder), "bob", ("cetr",))
    assert (mine.blind, mine.columns) == (True, ())
    assert mine.notice == "this is the blind pass of bob over news: neither gold nor predictions are shown"
    assert make_assignment(Options(source, blind=True), "bob", ()) == replace(mine, notice="")


def test_what_is_adjudicated_belongs_to_who_does_it(tmp_path: Path) -> None:
    """The annotator of the first side is not the one of the outcome; changed after its approval it is a draft again."""
    one = make_package(tmp_path / "ann", {"rain": (ARTICLE, (SOUTH,))}, annotator="ann")
    other = make_package(tmp_path / "bob", {"rain": (ARTICLE, (SOUTH, MONDAY))}, annotator="bob")
    assignment = make_assignment(Options(one, against=(other,)), "cem", ())
    assert read_document(assignment.folder, "rain").meta.annotator is None

    async def scenario() -> None:
        async with run_reviewer(assignment.folder, assignment=assignment) as driver:
            await driver.press("n", "2", "a")
            meta = read_document(assignment.folder, "rain").meta
            assert (meta.annotator, meta.status, len(meta.approvals)) == ("cem", "reviewed", 1)
            await driver.press("g", "j", "space")
            meta = read_document(assignment.folder, "rain").meta
            assert (meta.status, meta.approvals) == ("draft", ())

    run_async(scenario())


def test_two_people_approving_at_once_both_count(folder: Path) -> None:
    """The second approval is merged with the first, which came in meanwhile."""
    from annotate.review.opened import open_document, write_decision

    one, other = open_document(folder, "rain"), open_document(folder, "rain")
    write_decision(one, one.edit("approve", with_fields(one.state, status="reviewed")), "ann")
    write_decision(other, other.edit("approve", with_fields(other.state, status="reviewed")), "bob")
    assert [a.annotator for a in read_document(folder, "rain").meta.approvals] == ["ann", "bob"]


def test_the_documents_are_listed_once_when_a_review_begins(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each listing of 20,000 documents holds up the first page."""
    listed = []
    scan = os.scandir

    def count(path: Path | str) -> object:
        listed.append(Path(path))
        return scan(path)

    monkeypatch.setattr("evaluate.package.store.os.scandir", count)
    assert make_assignment(Options(folder), "ann", ()).names == ("rain",)
    assert listed.count(folder) == 1

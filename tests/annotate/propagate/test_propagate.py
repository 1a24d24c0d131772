"""Proposals for the drafts of a site, and accepting them."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from annotate.propagate.accepting import run_accept, run_take_back
from annotate.propagate.proposal import Proposal, read_proposal
from annotate.propagate.proposals import Proposed, draw_sample, is_untouched, propose_for_site
from annotate.propagate.run import run_propagate
from annotate.review.assignment import Assignment
from annotate.review.start import Options, make_assignment
from cetr.console import InputError
from cetr.document import derive_text
from cetr.site import FIND_SITE
from evaluate.package import (
    UnwritableError,
    read_document,
    read_journal,
    write_document,
)
from tests.annotate.propagate.deciding import DRAFTS, decide, propose
from tests.cetr.site.pages import ABOUT, write_article, write_paragraphs
from tests.documents import make_document


def test_one_finished_page_proposes_its_site(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The drafts of its template get its kind of marks, and are sure; the other site's draft gets marks in doubt."""
    make_document(folder, "torn", write_article("y"), (), url="https://one.example/y", status="draft")
    (folder / "torn.json").write_text("{")
    assert propose(folder) == 3
    for name in DRAFTS:
        document = read_document(folder, name)
        assert document.text.split("\n") == write_paragraphs(name)
        assert document.meta.status == "draft" and document.meta.annotator is None
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert (rows[0]["document"], rows[0]["proposal"]) == ("z", "in doubt")
    assert {row["document"] for row in rows[1:]} == set(DRAFTS)
    assert sorted(row["proposal"] for row in rows[1:]) == ["sample", "sure", "sure"]
    assert ABOUT in read_document(folder, "z").text
    assert [(d.document, d.action, d.annotator) for d in read_journal(folder)] == [
        (name, "propose", "learned") for name in (*DRAFTS, "z")
    ]


@pytest.mark.parametrize("run", [propose, lambda folder: run_accept(folder, 0.95, "ann"), run_take_back])
def test_a_package_that_cannot_be_written_is_refused_first(
    folder: Path, capsys: pytest.CaptureFixture[str], run: Callable[..., object]
) -> None:
    """Minutes of scoring, or a person's look at the sample, would be in vain."""
    (folder / "a.json").write_text("{")
    (folder / ".lock").unlink()
    (folder / ".lock").symlink_to(folder / "elsewhere")
    with pytest.raises(UnwritableError, match="is a link"):
        run(folder, **({"annotator": "ann"} if run is run_take_back else {}))
    assert capsys.readouterr().err == ""


def test_a_copy_of_a_finished_page_gets_its_marks(folder: Path) -> None:
    """Under another URL, also what nobody would have expected of it."""
    make_document(folder, "p", write_article("q"), (ABOUT,), url="https://one.example/q")
    make_document(folder, "q", write_article("q"), (), url="https://one.example/q?from=feed", status="draft")
    propose(folder)
    document = read_document(folder, "q")
    assert document.text == ABOUT
    assert read_proposal(document.meta) == Proposal(expected_f1=1.0, pages=1, labelled=1, sure=True)


def test_the_language_of_a_proposal_is_guessed(folder: Path) -> None:
    """If the page does not name it."""
    make_document(folder, "en", write_article("q", [ABOUT]), (), url="https://one.example/q", status="draft")
    propose(folder)
    meta = read_document(folder, "en").meta
    assert (meta.language, meta.extra["guessed"]) == ("en", ["language"])


def test_text_that_nobody_sees_does_not_interrupt_a_proposal(folder: Path) -> None:
    """A page is flagged as fragmented only if the page shows what is between its marks. Brackets in ruby are not."""
    second, ruby = f"<p>{write_paragraphs('m')[1]}", "<ruby>Kan<rp>(</rp><rt>ji</rt><rp>)</rp></ruby>"
    html = write_article("m").replace(second, f"<select>Mute words.</select>{second} {ruby}")
    make_document(folder, "m", html, (), url="https://one.example/m", status="draft")
    propose(folder)
    document = read_document(folder, "m")
    assert (len(document.meta.fragments), document.meta.fragmented, " Kanji\n" in document.text) == (4, False, True)


@pytest.mark.parametrize(("site_of", "finished"), [("host", 0), ("domain", 1)])
def test_a_site_can_be_a_domain(folder: Path, capsys: pytest.CaptureFixture[str], site_of: str, finished: int) -> None:
    """Then a finished page counts for the other hosts; those of other screens are of its site anyway."""
    make_document(folder, "s", write_article("s"), (), url="https://sport.one.example/s", status="draft")
    make_document(folder, "t", write_article("t"), (), url="https://m.one.example/t", status="draft")
    run_propagate(folder, 0.5, 1, jobs=1, kind="jsonl", site_of=site_of)
    rows = {row["document"]: row for row in map(json.loads, capsys.readouterr().out.splitlines())}
    assert (rows["s"]["finished"], rows["t"]["finished"], rows["t"]["site"]) == (finished, 1, "one.example")


def test_without_a_finished_page_nothing_is_sure(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A rejected page does not count at all. The last line says which command lists what to finish."""
    make_document(folder, "a", write_article("a"), (), url="https://one.example/a", status="rejected")
    propose(folder)
    said = capsys.readouterr().err.splitlines()
    assert said[0] == "annotate: 4 proposals from 0 finished pages, 0 of them sure"
    assert said[-1].endswith(f"; list which to finish: annotate next {folder}")
    found = [read_proposal(read_document(folder, name).meta) for name in DRAFTS]
    assert [proposal and (proposal.pages, proposal.labelled) for proposal in found] == [(2, 0)] * 3


def test_commands_to_copy_are_quoted(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the package's name has a space, the commands in messages can still be run as they stand."""
    monkeypatch.chdir(folder.rename(folder.parent / "my pages").parent)
    spaced = Path("my pages")
    propose(spaced)
    assert capsys.readouterr().err.splitlines()[-1] == (
        "annotate: check the sample: annotate review 'my pages' --proposed; "
        "then accept the rest: annotate propagate 'my pages' --accept"
    )
    with pytest.raises(InputError, match=r"look at them: annotate review 'my pages' --proposed$"):
        run_accept(spaced, 0.9, "ann")


def test_marks_of_a_person_stay(folder: Path) -> None:
    """A draft that somebody has begun is left alone, also one that began with a proposal; others are proposed anew."""
    make_document(folder, "d", write_article("d"), (ABOUT,), url="https://one.example/d", status="draft")
    propose(folder)
    begun = read_document(folder, "b")
    fragments = begun.meta.fragments[:1]
    meta = msgspec.structs.replace(begun.meta, fragments=fragments)
    write_document(folder, "b", meta=meta, text=derive_text(begun.html, begun.spans[:1]))
    propose(folder)
    assert (read_document(folder, "b").meta.fragments, read_document(folder, "d").text) == (fragments, ABOUT)
    assert [d.document for d in read_journal(folder)].count("c") == 2


def test_what_somebody_decides_while_proposals_are_made_stays(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Scoring a package takes minutes, in which a person may review a draft; a line names it."""
    propose(folder)

    def decide_first(*site: *tuple[Path, list[str], frozenset[str], float]) -> list[Proposed | str]:
        if "b" in site[1]:
            decide(read_document(folder, "b"), "reviewed", without=1)
        return propose_for_site(*site)

    monkeypatch.setattr("annotate.propagate.run.propose_for_site", decide_first)
    propose(folder)
    document = read_document(folder, "b")
    assert (document.meta.status, document.spans) == ("reviewed", ())
    assert "annotate: b: no proposal: somebody has decided on it meanwhile\n" in capsys.readouterr().err


def test_that_there_is_nothing_to_propose_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The exit code is 3 only if a document cannot be read, which might be a draft."""
    make_document(tmp_path, "a", write_article("a"), tuple(write_paragraphs("a")), url="https://one.example/a")
    said = f"annotate: {tmp_path}: has no draft without marks, so there is nothing to propose\n"
    assert (propose(tmp_path), capsys.readouterr()) == (0, ("", said))
    make_document(tmp_path, "torn", write_article("b"), (), url="https://one.example/b", status="draft")
    (tmp_path / "torn.json").write_text("{")
    assert (propose(tmp_path), capsys.readouterr().err.endswith(said)) == (3, True)


def test_sure_is_what_is_expected_to_be_as_good_as_requested(folder: Path) -> None:
    """No less, though a page of the site is finished."""
    assert propose(folder) == 0
    proposed = read_proposal(read_document(folder, "b").meta)
    assert proposed is not None and proposed.labelled == 1
    for more, sure in ((0, True), (0.001, False)):
        propose(folder, sure_from=round(proposed.expected_f1 + more, 3))
        again = read_proposal(read_document(folder, "b").meta)
        assert again is not None and (again.expected_f1, again.sure) == (proposed.expected_f1, sure)


def test_the_sample_is_spread_over_the_sites_and_what_is_expected(tmp_path: Path) -> None:
    """One of each of four sites; the same of the same proposals; of few it is all."""

    def draw(names: str, count: int) -> frozenset[str]:
        return draw_sample([sure[name] for name in names], count, FIND_SITE["host"])

    sure = {}
    for at, name in enumerate("abcdefghijkl"):
        made = make_document(tmp_path, name, "<p>x</p>", (), url=f"https://{at % 4}.example/{name}", status="draft")
        sure[name] = Proposed(made, (), Proposal(expected_f1=0.95 + at / 300, pages=3, labelled=1, sure=True))
    drawn = draw("abcdefghijkl", 4)
    assert sorted("abcdefghijkl".index(name) % 4 for name in drawn) == [0, 1, 2, 3]
    assert drawn == draw("lkjihgfedcba", 4)
    assert (draw("ab", 3), draw("", 3)) == ({"a", "b"}, frozenset())


def test_a_draft_is_untouched_until_somebody_decides(folder: Path) -> None:
    """On its marks, its status, or anything else; before a proposal it is if it has no marks."""
    blank = read_document(folder, "b")
    propose(folder)
    document, (last,) = read_document(folder, "b"), read_journal(folder, "b")
    assert is_untouched(blank, None) and is_untouched(document, last)
    meta = document.meta
    others = [
        (replace(blank, meta=msgspec.structs.replace(blank.meta, status="gold")), None),
        (replace(document, meta=msgspec.structs.replace(meta, status="harvested")), last),
        (replace(document, meta=msgspec.structs.replace(meta, annotator="ann")), last),
        (document, msgspec.structs.replace(last, action="note")),
        (document, msgspec.structs.replace(last, after=())),
        (document, None),
    ]
    assert not any(is_untouched(*other) for other in others)


def test_the_reviewer_opens_what_is_proposed(folder: Path) -> None:
    """With --proposed alone the sample is shown first, then the others, and a line says which they are."""
    propose(folder)
    assignment = make_assignment(Options(folder, proposed=True), "ann", ("learned",))
    assert isinstance(assignment, Assignment) and len(assignment.names) == 1
    assert assignment.notice == "a sample of 1 sure proposal; then quit, and review or accept the others"
    decide(read_document(folder, assignment.names[0]), "reviewed")
    others = make_assignment(Options(folder, proposed=True), "ann", ("learned",))
    assert isinstance(others, Assignment) and len(others.names) == len(DRAFTS) - 1
    assert others.notice == f"{len(DRAFTS) - 1} sure proposals, the sample is decided"


def test_a_sample_may_be_all_that_is_proposed(folder: Path) -> None:
    """Then nothing is left to review or to accept."""
    propose(folder, sample=len(DRAFTS))
    assignment = make_assignment(Options(folder, proposed=True), "ann", ("learned",))
    assert isinstance(assignment, Assignment) and len(assignment.names) == len(DRAFTS)
    assert assignment.notice == f"a sample of {len(DRAFTS)} sure proposals; there are no others"

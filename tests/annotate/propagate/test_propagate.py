"""Proposals for the drafts of a site, and accepting them."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from annotate.propagate.accepting import compare, run_accept, run_take_back
from annotate.propagate.proposal import Proposal, read_proposal
from annotate.propagate.proposals import Proposed, draw_sample, is_untouched, propose_for_site
from annotate.propagate.run import run_propagate
from annotate.review.assignment import Assignment
from annotate.review.proposed import find_proposed
from annotate.review.start import Options, make_assignment
from cetr.console import InputError
from cetr.document import derive_text
from cetr.site import FIND_SITE
from evaluate.package import (
    Decision,
    Document,
    UnwritableError,
    read_document,
    read_journal,
    read_package,
    write_document,
)
from tests.cetr.site.pages import ABOUT, write_article, write_home, write_paragraphs
from tests.documents import make_document

DRAFTS = ("b", "c", "d")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A finished page of a site and three drafts, and a draft of another site."""
    folder = tmp_path / "pack"
    make_document(folder, "a", write_article("a"), tuple(write_paragraphs("a")), url="https://one.example/a")
    for name in DRAFTS:
        make_document(folder, name, write_article(name), (), url=f"https://one.example/{name}", status="draft")
    make_document(folder, "z", write_article("z"), (), url="https://two.example/z", status="draft")
    return folder


def decide(document: Document, status: str, *, without: int = 0) -> None:
    """What a person does in the reviewer: approve or reject, perhaps after marks were taken away."""
    fragments = document.meta.fragments[without:]
    meta = msgspec.structs.replace(document.meta, status=status, annotator="ann", fragments=fragments)
    spans = tuple((f.start, f.end) for f in fragments)
    time = next(iter(read_journal(document.folder))).time
    decision = Decision(time=time, document=document.name, action="approve", annotator="ann", after=spans)
    text = derive_text(document.html, spans)
    write_document(document.folder, document.name, meta=meta, text=text, decision=decision)


def propose(folder: Path, sample: int = 1, sure_from: float = 0.5) -> int:
    """Run the command in this process; returns its exit code."""
    return run_propagate(folder, sure_from, sample, jobs=1, kind="jsonl")


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


def test_accepting_needs_the_sample(folder: Path) -> None:
    """Nothing is accepted before each page of the sample was decided on."""
    with pytest.raises(InputError, match="no sample was drawn"):
        run_accept(folder, 0.9, "ann")
    propose(folder)
    with pytest.raises(InputError, match="the sample has 1 undecided page"):
        run_accept(folder, 0.9, "ann")
    assert read_document(folder, "c").meta.status == "draft"


def test_what_is_accepted_unseen_is_not_reviewed(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It is harvested, and the journal says who accepted it, that nobody saw it, and how the sample was."""
    propose(folder)
    (sample,) = find_proposed(folder, read_package(folder).names)
    decide(read_document(folder, sample), "reviewed")
    others = find_proposed(folder, read_package(folder).names)
    assert {sample, *others} == set(DRAFTS) and sample not in others
    assert run_accept(folder, 0.9, "ann") == 0
    for name in others:
        meta = read_document(folder, name).meta
        proposal = read_proposal(meta)
        assert (meta.status, meta.approvals, meta.extra.keys()) == ("harvested", (), {"proposal"})
        assert proposal is not None and proposal.accepted_by == "ann"
    last = list(read_journal(folder))[-1]
    spans = read_document(folder, others[-1]).spans
    assert (last.document, last.action, last.annotator, last.before, last.after) == (
        others[-1], "accept-unseen", "ann", spans, spans,
    )  # fmt: skip
    assert last.detail == {
        "unseen": True, "sample": 1, "sample_f1": 1.0, "expected_f1": proposal.expected_f1,
        "fields": {"status": ["draft", "harvested"]},
    }  # fmt: skip
    said = f"annotate: {len(others)} pages accepted unseen, as harvested: F1 1.000 over the sample of 1 page"
    assert capsys.readouterr().err.splitlines()[-1] == said
    assert read_document(folder, "z").meta.status == "draft"
    with pytest.raises(InputError, match="has no sure proposals"):
        find_proposed(folder, read_package(folder).names)


def test_what_was_accepted_can_be_taken_back(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """All but the pages that somebody has decided on since are drafts as before, to be accepted or proposed anew."""
    propose(folder)
    decide(read_document(folder, find_proposed(folder, read_package(folder).names)[0]), "reviewed")
    others = find_proposed(folder, read_package(folder).names)
    before = [read_document(folder, name).meta for name in others]
    run_accept(folder, 0.9, "ann")
    run_take_back(folder, "ann")
    assert "annotate: 2 pages taken back: " in capsys.readouterr().err
    assert [read_document(folder, name).meta for name in others] == before
    assert run_accept(folder, 0.9, "ann") == 0
    decide(read_document(folder, others[0]), "reviewed")
    run_take_back(folder, "ann")
    assert [read_document(folder, name).meta.status for name in others] == ["reviewed", "draft"]
    propose(folder)
    assert [d.action for d in read_journal(folder, others[1])][-3:] == ["accept-unseen", "take-back", "propose"]


def test_what_somebody_has_changed_since_is_neither_accepted_nor_taken_back(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the reviewer, also at the same moment, or by hand."""
    propose(folder)
    decide(read_document(folder, find_proposed(folder, read_package(folder).names)[0]), "reviewed")
    first, second = find_proposed(folder, read_package(folder).names)

    def decide_now(document: Document, last: Decision | None) -> bool:
        if document.name == first:
            decide(document, "rejected")
        return is_untouched(document, last)

    monkeypatch.setattr("annotate.propagate.accepting.is_untouched", decide_now)
    assert run_accept(folder, 0.9, None) == 0
    assert [read_document(folder, name).meta.status for name in (first, second)] == ["rejected", "harvested"]
    conflict, said = capsys.readouterr().err.splitlines()[-2:]
    assert f"{first}: was changed by somebody else" in conflict and said.startswith("annotate: 1 page accepted unseen")
    accepted = read_proposal(read_document(folder, second).meta)
    assert accepted is not None and accepted.accepted_by == ""
    by_hand = (folder / f"{second}.json").read_text()
    for saved, changed in (('"harvested"', '"gold"'), ('"proposal"', '"was proposed"')):
        (folder / f"{second}.json").write_text(by_hand.replace(saved, changed))
        run_take_back(folder, "ann")
    (folder / f"{second}.json").write_text(by_hand)
    decide(read_document(folder, second), "harvested")
    run_take_back(folder, "ann")
    said = "annotate: 0 pages taken back: drafts again, with their proposals"
    assert capsys.readouterr().err.splitlines() == [said] * 3


def test_pages_of_a_kind_without_content_are_proposed_as_such(folder: Path) -> None:
    """A finished home page with nothing marked speaks for the others, which are flagged when accepted."""
    for name, seeds in (("home", "ab"), ("tag", "bcd"), ("archive", "cdef")):
        status = "reviewed" if name == "home" else "draft"
        make_document(folder, name, write_home(list(seeds)), (), url=f"https://one.example/{name}", status=status)
    propose(folder, sample=9, sure_from=0.98)
    found = {name: read_proposal(read_document(folder, name).meta) for name in ("tag", "archive")}
    assert {proposal and (proposal.expected_f1, proposal.labelled, proposal.sure) for proposal in found.values()} == {
        (0.98, 1, True)
    }
    propose(folder, sample=1, sure_from=0.98)
    sampled = [name for name in read_package(folder).names if is_sampled(folder, name)]
    for name in sampled:
        decide(read_document(folder, name), "reviewed")
    assert run_accept(folder, 0.95, "ann") == 0
    unseen = {"tag", "archive"} - {*sampled}
    assert unseen
    extras = []
    for name in unseen:
        meta = read_document(folder, name).meta
        assert (meta.extra["no_main_content"], meta.status) == (True, "harvested")
        extras.append(meta.extra.keys() - {"no_main_content"})
    run_take_back(folder, "ann")
    assert [read_document(folder, name).meta.extra.keys() for name in unseen] == extras


def is_sampled(folder: Path, name: str) -> bool:
    """Whether a person must check the proposal for a document."""
    proposal = read_proposal(read_document(folder, name).meta)
    return proposal is not None and proposal.sample


def test_a_bad_sample_accepts_nothing(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """If a person had to change what was proposed, or rejected it, which counts 0, the others are not taken over."""
    propose(folder, sample=2)
    first, second = find_proposed(folder, read_package(folder).names)
    decide(read_document(folder, first), "reviewed")
    decide(read_document(folder, second), "rejected")
    assert run_accept(folder, 0.51, "ann") == 1
    assert sum(read_document(folder, name).meta.status == "draft" for name in DRAFTS) == 1
    assert "F1 0.500 over the sample of 2 pages, less than 0.51: nothing accepted" in capsys.readouterr().err
    assert run_accept(folder, 0.5, "ann") == 0


def test_a_new_sample_counts_alone(folder: Path) -> None:
    """A bad sample does not count for the proposals that were made after it, from more finished pages."""
    propose(folder)
    (bad,) = find_proposed(folder, read_package(folder).names)
    decide(read_document(folder, bad), "rejected")
    assert run_accept(folder, 0.9, "ann") == 1
    propose(folder)
    with pytest.raises(InputError, match="the sample has 1 undecided page"):
        run_accept(folder, 0.9, "ann")
    (good,) = find_proposed(folder, read_package(folder).names)
    decide(read_document(folder, good), "reviewed")
    assert run_accept(folder, 0.9, "ann") == 0
    assert list(read_journal(folder))[-1].detail["sample"] == 1


def test_proposals_are_compared_over_words(folder: Path) -> None:
    """The F1 of what was proposed against what a person made of it; optional words count neither way."""
    document = make_document(folder, "x", "<p>one two</p><p>three four</p>", ("one two",), optional=("four",))
    assert compare(document, ((0, len(document.html)),)) == pytest.approx(0.8)
    assert compare(document, document.spans) == 1.0


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

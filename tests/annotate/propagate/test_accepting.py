"""Accepting proposals unseen, and taking them back."""

from __future__ import annotations

from pathlib import Path

import pytest

from annotate.cli import annotate
from annotate.propagate.accepting import compare, run_accept, run_take_back
from annotate.propagate.proposal import read_proposal
from annotate.propagate.proposals import is_untouched
from annotate.review.proposed import find_proposed
from cetr.console import InputError
from cetr.console import run as run_command
from evaluate.package import (
    Decision,
    Document,
    read_document,
    read_journal,
    read_package,
)
from tests.annotate.propagate.deciding import DRAFTS, decide, is_sampled, propose
from tests.cetr.site.pages import write_home
from tests.documents import make_document


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


def test_a_document_that_cannot_be_read_is_left_out(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It is named, and the others are accepted and taken back."""
    propose(folder)
    decide(read_document(folder, find_proposed(folder, read_package(folder).names)[0]), "reviewed")
    torn, other = find_proposed(folder, read_package(folder).names)
    whole = (folder / f"{torn}.json").read_text()
    (folder / f"{torn}.json").write_text("{")
    assert run_accept(folder, 0.9, "ann") == 3
    assert read_document(folder, other).meta.status == "harvested"
    left_out, said = capsys.readouterr().err.splitlines()[-2:]
    assert left_out.startswith(f"annotate: {folder / torn}.json: ") and left_out.endswith("; left out")
    assert said.startswith("annotate: 1 page accepted unseen")
    (folder / f"{torn}.json").write_text(whole)
    assert run_accept(folder, 0.9, "ann") == 0
    (folder / f"{torn}.json").write_text("{")
    capsys.readouterr()
    assert run_take_back(folder, "ann") == 3
    assert read_document(folder, other).meta.status == "draft"
    said = "annotate: 1 page taken back: drafts again, with their proposals"
    assert capsys.readouterr().err.splitlines() == [left_out, said]


def test_what_was_accepted_can_be_taken_back(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """All but the pages that somebody has decided on since are drafts as before, to be accepted or proposed anew."""
    propose(folder)
    decide(read_document(folder, find_proposed(folder, read_package(folder).names)[0]), "reviewed")
    others = find_proposed(folder, read_package(folder).names)
    before = [read_document(folder, name).meta for name in others]
    run_accept(folder, 0.9, "ann")
    assert run_take_back(folder, "ann") == 0
    assert "annotate: 2 pages taken back: " in capsys.readouterr().err
    assert [read_document(folder, name).meta for name in others] == before
    assert run_accept(folder, 0.9, "ann") == 0
    decide(read_document(folder, others[0]), "reviewed")
    run_take_back(folder, "ann")
    assert [read_document(folder, name).meta.status for name in others] == ["reviewed", "draft"]
    propose(folder)
    assert [d.action for d in read_journal(folder, others[1])][-3:] == ["accept-unseen", "take-back", "propose"]


def test_the_commands_name_who_runs_them(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As --annotator says, or as the person is known otherwise."""
    monkeypatch.setenv("CETR_GOLD_ANNOTATOR", "known")
    propose(folder)
    decide(read_document(folder, find_proposed(folder, read_package(folder).names)[0]), "reviewed")
    for option in ("--accept", "--take-back"):
        assert run_command(annotate, ["propagate", str(folder), option]) == 0
        assert list(read_journal(folder))[-1].annotator == "known"
    assert run_command(annotate, ["propagate", str(folder), "--accept", "--annotator", "ann"]) == 0
    assert list(read_journal(folder))[-1].annotator == "ann"


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

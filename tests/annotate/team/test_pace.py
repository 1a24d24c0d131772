"""Approvals that were made faster than anybody reads."""

from datetime import UTC, datetime

import pytest

from annotate.card import collect_facts, make_card
from annotate.check import check_package
from annotate.team import Approved, find_hasty, list_approved
from evaluate.package import Decision, read_document, write_document
from tests.documents import make_document
from tests.work import taking_at_most

NOW = datetime(2026, 1, 2, tzinfo=UTC)
TEXT = " ".join(f"word{i}" for i in range(100)) + "."


def decide(document, action, annotator, seconds, **more):
    """A line of the journal."""
    return Decision(time=NOW, document=document, action=action, annotator=annotator, seconds=seconds, **more)


def test_seconds_are_those_of_one_person_since_the_last_approval():
    """What another person spent does not count, nor what came before; an approval taken back is none."""
    decisions = [
        decide("a", "toggle", "ann", 3.0),
        decide("a", "toggle", "bob", 50.0),
        decide("a", "approve", "ann", 1.5),
        decide("b", "approve", "ann", 0.2),
        decide("c", "approve", "ann", 0.1, id="mistake"),
        decide("c", "undo", "ann", 1.0, detail={"of": "mistake"}),
        decide("a", "approve", "bob", 1.0),
        decide("b", "approve", "ann", 9.0),
    ]
    assert list_approved(decisions) == (
        Approved("a", "ann", 4.5),
        Approved("a", "bob", 51.0),
        Approved("b", "ann", 9.0),
    )


@pytest.mark.long
def test_approvals_are_listed_in_linear_time():
    """A large package has many, and so may a stranger's journal."""
    decisions = [decide(f"d{i}", "approve", "ann", 1.0) for i in range(100_000)]
    with taking_at_most(30):
        assert len(list_approved(decisions)) == 100_000


def test_what_nobody_reads_so_fast_is_listed():
    """A hundred words in four seconds can be read, in less they cannot."""
    approved = [Approved("a", "ann", 4.0), Approved("b", "ann", 3.9), Approved("empty", "ann", 0.0)]
    found = list(find_hasty(approved, {"a": 100, "b": 100, "empty": 0}))
    assert [(one.document, round(speed, 1)) for one, speed in found] == [("b", 25.6)]


def test_check_and_card_list_them(tmp_path):
    """The check names the document, who, and how fast; the card counts by person."""
    for name, seconds in (("quick", 0.5), ("slow", 60.0)):
        document = make_document(
            tmp_path / "p", name, f"<html><body><p>{TEXT}</p></body></html>", (TEXT,), annotator="ann"
        )
        write_document(
            tmp_path / "p",
            name,
            meta=document.meta,
            text=document.text,
            decision=decide(name, "approve", "bob", seconds),
        )
        assert read_document(tmp_path / "p", name).text == TEXT
    found = [f for f in check_package(tmp_path / "p", extractors=[]) if f.code == "hasty"]
    assert [(f.document, f.message) for f in found] == [
        ("quick", "approved by bob after 0.5 s: 200 words of main content a second")
    ]
    card = make_card(collect_facts(tmp_path / "p"))
    assert "| bob | 0 | 0 | 2 | 1 | 1 |" in card
    assert "Too fast: approved faster than 25 words of main content a second." in card

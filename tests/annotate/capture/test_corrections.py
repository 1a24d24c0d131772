"""What is kept of a page that is left, and what is saved of one that is corrected."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path

import pytest
from msgspec.structs import replace as replace_fields

from annotate.capture.hand import Hand
from annotate.capture.session import Session
from evaluate.package import read_document, read_journal, write_document
from tests.annotate.capture.results import saved_document
from tests.annotate.capturing import capture


def test_a_draft_survives_a_closed_window(session: Session, site: str) -> None:
    """What was marked and not saved is there again when the page is opened again."""
    session.open(f"{site}/article.html")
    Hand(session).drag("#one")
    Hand(session).press("m")
    text = session.state.text
    session.page.close()
    assert session.wait(60) is None
    session.open(f"{site}/article.html")
    assert (session.state.text, session.state.multiple) == (text, True)
    Hand(session).click("save")
    assert saved_document(session).text == text
    assert not (session.folder / ".drafts").exists()


def test_the_way_back_does_not_lead_away_from_the_marks(session: Session, site: str) -> None:
    """Before the page there was an empty tab, to which the browser's "back" went."""
    session.open(f"{site}/article.html")
    history = session.tab.world.cdp.send("Page.getNavigationHistory")
    assert [entry["url"] for entry in history["entries"]] == [f"{site}/article.html"]


def test_who_leaves_for_what_no_network_brings_has_left(session: Session, site: str) -> None:
    """An empty page or one of the browser's own has no toolbar to say so with; the draft is kept."""
    session.open(f"{site}/article.html")
    Hand(session).drag("#head")
    text = session.state.text
    session.tab.world.cdp.send("Page.navigate", {"url": "about:blank"})
    session.wait(limit=60)
    assert (session.outcome, session.page.is_closed()) == ("leave", True)
    session.open(f"{site}/article.html")
    assert (session.state.text, session.state.message) == (text, "continued where you left off")


def test_what_is_saved_is_opened_for_correction(session: Session, site: str) -> None:
    """Replacing a document begins with its gold drawn on the page; the journal has what was there before."""
    session.open(f"{site}/article.html")
    Hand(session).drag("#one")
    Hand(session).click("save")
    first = saved_document(session)
    session.open(f"{site}/article.html", name=first.name)
    assert (session.state.spans, session.state.message) == (first.spans, "this is what is saved; you can correct it")
    Hand(session).drag("h1")
    Hand(session).click("save")
    second = saved_document(session)
    assert (second.name, second.text) == (first.name, f"Bread & butter <today>\n{first.text}")
    assert [(d.before, d.after) for d in read_journal(session.folder)][1] == (first.spans, second.spans)
    meta = replace_fields(read_document(session.folder, second.name).meta, status="draft")
    write_document(session.folder, second.name, meta=meta, text=second.text)
    session.open(f"{site}/article.html", name=second.name)
    assert session.state.message == "this is a draft; correct it"


def test_what_no_capture_finds_out_outlives_a_correction(session: Session, site: str) -> None:
    """Page type, note and optional spans of a document that is marked anew are kept."""
    session.settings = replace(session.settings, page_type="article")
    name = capture(session, f"{site}/article.html", ["#one"]).name
    document = read_document(session.folder, name)
    gold, after = document.spans[0], document.html.index("Wait <a")
    noted = replace_fields(document.meta, note="odd", optional=((after, after + 4),))
    write_document(session.folder, name, meta=noted, text=document.text)
    session.settings = replace(session.settings, page_type=None)
    capture(session, f"{site}/article.html", ["#one", "h1"], name=name)
    meta = read_document(session.folder, name).meta
    assert (meta.page_type, meta.note, meta.optional) == ("article", "odd", noted.optional)
    assert meta.spans[0][1] == gold[1] and meta.spans[0][0] < gold[0]


def test_a_page_that_has_changed_is_replaced_by_a_new_document(session: Session, tmp_path: Path) -> None:
    """A saved page is never written over: the old document goes when the new one is there."""
    page = tmp_path / "page.html"
    for number, text in enumerate(("Old text.", "New text.")):
        page.write_text(f"<p>{text}</p>")
        name = None if number == 0 else "file-0001"
        assert capture(session, page.as_uri(), ["p"], name=name).name == f"file-000{number + 1}"
    assert [path.name for path in sorted(session.folder.glob("*.html"))] == ["file-0002.html", "file-0002.source.html"]
    assert [d.detail for d in read_journal(session.folder)] == [{}, {"replaces": "file-0001"}]


def test_the_time_of_a_page_counts_once(session: Session, site: str) -> None:
    """A page that is released and frozen again takes up its own draft, whose time is that of the session."""
    session.open(f"{site}/article.html")
    session.clock = lambda: time.monotonic() + 100
    Hand(session).drag("#one")
    for _ in range(2):
        Hand(session).press("r")
        Hand(session).press("F2")
    Hand(session).click("save")
    seconds = next(read_journal(session.folder)).seconds
    assert seconds is not None and 100 <= seconds < 190


def test_an_overruled_flag_outlives_a_correction(session: Session, site: str) -> None:
    """Whether a document is fragmented stays as a person said, as long as all of its parts are there."""
    session.open(f"{site}/article.html")
    hand = Hand(session)
    hand.drag("h1")
    hand.drag("#two")
    assert session.state.fragmented
    hand.press("f")
    hand.click("save")
    name = saved_document(session).name
    session.open(f"{site}/article.html", name=name)
    assert not session.state.fragmented
    hand.click("save")
    assert not read_document(session.folder, name).meta.fragmented


def test_a_draft_that_cannot_be_kept_is_told(session: Session, site: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A full disk costs the draft; what is marked stays on the page."""

    def fail(folder: Path, draft: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("annotate.capture.keeping.write_draft", fail)
    session.open(f"{site}/article.html")
    Hand(session).drag("#one")
    assert session.state.message == "no draft could be saved: No space left on device"
    Hand(session).click("save")
    assert saved_document(session).text.startswith("Flour")

"""Suggestions that know the package."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from annotate.capture.freeze import Frozen
from annotate.capture.hand import Hand
from annotate.capture.model import Saved
from annotate.capture.session import Session
from annotate.capture.suggest import suggest_spans
from cetr.console import InputError
from cetr.document import TextCache, derive_text, lex
from evaluate.package import html_hash, read_journal
from tests.annotate.capture.drags import mark
from tests.annotate.site import RESPONSES
from tests.cetr.site.pages import ABOUT, write_article, write_paragraphs
from tests.documents import make_document


def freeze(html: str, url: str) -> Frozen:
    """A page as if frozen at an address."""
    now, text = datetime(2026, 1, 1, tzinfo=UTC), TextCache(html, lex(html))
    return Frozen(url, html, html_hash(html), text, "", "en", "", (1, 1), (1, 1), now, None, None, None, None)


def test_the_next_page_of_a_site_learns_from_the_first(tmp_path: Path) -> None:
    """From the first saved page on, its gold counts in the suggestion, and the panel says so."""
    folder, page = tmp_path / "pack", freeze(write_article("a"), "https://www.one.example/a")
    spans, said = suggest_spans(page, folder)
    assert said == "learned"
    assert ABOUT in derive_text(page.html, spans)
    make_document(folder, "b", write_article("b"), tuple(write_paragraphs("b")), url="https://one.example/b")
    make_document(folder, "draft", write_article("c"), (ABOUT,), url="https://one.example/c", status="draft")
    make_document(folder, "other", write_article("d"), (ABOUT,), url="https://two.example/d")
    for name, damaged in (("torn", "torn.json"), ("cut", "cut.html")):  # what cannot be read does not count
        make_document(folder, name, write_article(name), (ABOUT,), url=f"https://one.example/{name}")
        (folder / damaged).write_bytes(b"\xff")
    spans, said = suggest_spans(page, folder)
    assert said == "learned, from 2 pages of this site"
    assert derive_text(page.html, spans).split("\n") == write_paragraphs("a")


def test_its_own_gold_and_named_extractors_stay_out(tmp_path: Path) -> None:
    """The page's own earlier gold does not count, and an extractor that a person named looks at the page alone."""
    folder, page = tmp_path / "pack", freeze(write_article("a"), "https://one.example/a")
    make_document(folder, "a", page.html, (ABOUT,), url=page.url)
    assert suggest_spans(page, folder) == suggest_spans(page, tmp_path / "none")
    make_document(folder, "b", write_article("b"), tuple(write_paragraphs("b")), url="https://one.example/b")
    assert suggest_spans(page, folder, "learned") == suggest_spans(page, tmp_path / "none")
    with pytest.raises(InputError, match="only 'evaluate run' can pass other pages"):
        suggest_spans(page, folder, "learned+site")


@pytest.fixture
def wanted(session: Session) -> Session:
    """A session that suggests unasked."""
    session.settings = replace(session.settings, suggest=True)
    return session


def serve_articles(monkeypatch: pytest.MonkeyPatch, *names: str) -> None:
    """Put articles of one site on the local server."""
    for name in names:
        answer = (200, {"Content-Type": "text/html; charset=utf-8"}, write_article(name).encode())
        monkeypatch.setitem(RESPONSES, f"/{name}.html", answer)


def test_two_keys_save_what_the_pages_of_the_site_speak_for(
    wanted: Session, site: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two pages were marked by hand; on the third the suggestion is there with the toolbar, and it is right."""
    serve_articles(monkeypatch, "a", "b", "c")
    for name in "ab":
        wanted.open(f"{site}/{name}.html")
        mark(wanted, ".text p")
        Hand(wanted).press("Enter")
    wanted.open(f"{site}/c.html")
    assert wanted.state.proposed and not wanted.state.spans
    assert wanted.state.message.startswith("suggested by learned, from 2 pages of this site")
    Hand(wanted).press("s", "Enter")
    assert isinstance(wanted.outcome, Saved)
    assert wanted.outcome.text.split("\n") == write_paragraphs("c")
    assert [row.detail for row in read_journal(wanted.folder)] == [
        {},
        {},
        {"suggested": {"method": "learned, from 2 pages of this site", "used": "whole"}},
    ]


def test_the_journal_keeps_what_a_draft_took_from_a_suggestion(
    wanted: Session, site: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One suggested part is accepted before the page is left; the journal row after the resume says so."""
    serve_articles(monkeypatch, "a")
    wanted.open(f"{site}/a.html")
    assert wanted.state.proposed
    Hand(wanted).press("v", "q")
    wanted.settings = replace(wanted.settings, suggest=False)
    wanted.open(f"{site}/a.html")
    Hand(wanted).press("x")
    mark(wanted, "h1", ".text p")
    Hand(wanted).press("Enter")
    [row] = read_journal(wanted.folder)
    assert row.detail == {"suggested": {"method": "learned", "used": "part"}}


def test_what_the_model_is_sure_of_comes_with_the_toolbar(
    wanted: Session, site: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a page of which it is not sure, nothing is suggested until the person asks."""
    serve_articles(monkeypatch, "a")
    wanted.open(f"{site}/a.html")
    html = wanted.frozen.html
    assert write_paragraphs("a")[3] in "".join(html[start:end] for start, end in wanted.state.proposed)
    assert wanted.state.message == "suggested by learned: take all of it, or click what is right"
    links = "".join(f"<li><a href=/{n}>Article {n}</a></li>" for n in range(60))
    page = f"<html lang=en><body><ul>{links}</ul><p>Welcome.</p></body></html>".encode()
    monkeypatch.setitem(RESPONSES, "/links.html", (200, {"Content-Type": "text/html"}, page))
    wanted.open(f"{site}/links.html")
    assert (wanted.state.proposed, wanted.state.message) == ((), "drag over the main content")

"""The language of a page: declared, guessed, or named by a person."""

from __future__ import annotations

from pathlib import Path

import pytest

from annotate.capture.hand import Hand
from annotate.capture.model import Saved
from annotate.capture.session import Session
from evaluate.package import read_document
from tests.annotate.capture.drags import mark
from tests.annotate.capturing import capture


@pytest.mark.parametrize(
    ("kind", "page", "language"),
    [
        ("text/html", "<html lang=fr xml:lang=en><body lang=de>", "fr"),
        ("text/html", "<html xml:lang=fr><body lang=de>", "fr"),
        ("text/html", "<html lang=''><body lang=de>", "de"),
        ("text/html", "<meta http-equiv=content-language content=it><body>", "it"),
        ("application/xhtml+xml", "<html xmlns='http://www.w3.org/1999/xhtml' xml:lang='fr'><body>", "fr"),
    ],
)
def test_the_language_is_what_the_page_says(session: Session, kind: str, page: str, language: str) -> None:
    """Of its whole, in HTML or XML, or else of its body."""
    end = "</body></html>" if "xhtml" in kind else ""
    session.open(f"data:{kind},{page}<p>Text.</p>{end}")
    assert session.state.language == language


def test_a_language_is_a_tag(session: Session, site: str) -> None:
    """What is typed into the language box is written in its usual form, or refused with an example."""
    session.open(f"{site}/article.html")
    Hand(session).drag("#one")
    Hand(session).press("l", "Control+a")
    Hand(session).type("PT_br\n")
    assert session.state.language == "pt-BR"
    Hand(session).press("l", "Control+a")
    Hand(session).type("portuguese\n")
    assert session.state.message == "'portuguese' is not a BCP 47 tag such as 'en' or 'pt-BR'"
    assert session.state.language == "pt-BR"


ENGLISH = "<p>It is not that the bread was bad, but that they have been at it for so long, and with this oven. " * 2


@pytest.mark.parametrize(
    ("attribute", "language", "guessed"),
    [("", "en", ["language"]), (" lang=en-GB", "en-GB", None), (" lang=cs", "en", ["language"])],
)
def test_a_language_that_a_page_does_not_name_or_names_wrong_is_guessed(
    session: Session, attribute: str, language: str, guessed: list[str] | None
) -> None:
    """From the main content, and marked as a guess; what the page says of itself is taken if it may be."""
    saved = capture(session, f"data:text/html,<html{attribute}>{ENGLISH}", ["p"])
    meta = read_document(session.folder, saved.name).meta
    assert (meta.language, meta.extra.get("guessed")) == (language, guessed)


def test_a_guessed_language_is_shown_and_can_be_corrected(session: Session, tmp_path: Path) -> None:
    """As soon as text is marked; a person has the last word, also where the guess is what was saved before."""
    (tmp_path / "page.html").write_text(f"<html lang=cs>{ENGLISH}", "utf-8")
    url = (tmp_path / "page.html").as_uri()
    session.open(url)
    hand = Hand(session)
    assert session.state.language == "cs"
    mark(session, "p")
    assert session.state.language == "en"
    hand.press("Enter")
    assert isinstance(session.outcome, Saved)
    name = session.outcome.name
    assert read_document(session.folder, name).meta.extra["guessed"] == ["language"]
    session.open(url, name=name)
    assert session.state.language == "en"
    hand.press("l")
    hand.type("cs\n")
    hand.press("Enter")
    meta = read_document(session.folder, name).meta
    assert (meta.language, meta.extra.get("guessed")) == ("cs", None)
    session.open(url, name=name)
    assert session.state.language == "cs"


def test_a_draft_keeps_the_language_that_a_person_named(session: Session, tmp_path: Path) -> None:
    """Also where it is the one that the page names, while the text reads like another one."""
    (tmp_path / "page.html").write_text(f"<html lang=cs>{ENGLISH}", "utf-8")
    session.open((tmp_path / "page.html").as_uri())
    mark(session, "p")
    hand = Hand(session)
    hand.press("l")
    hand.type("cs\n")
    assert session.state.language == "cs"
    hand.press("q")
    session.open((tmp_path / "page.html").as_uri())
    assert session.state.message == "continued where you left off"
    assert session.state.language == "cs"

"""What a format cannot hold is said, and what an import guesses is marked as guessed."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from annotate.cli import annotate
from cetr.console import run
from evaluate.package import Approval, read_meta, read_package
from tests.documents import make_document

ENGLISH = "This is the text of the page that was written in English, and it has so many words that one can tell it is."
LONG = " ".join([ENGLISH] * 4)
PAGE = f"<html><body><p>{ENGLISH}</p><p>Perhaps</p></body></html>"


def test_what_a_format_has_no_place_for_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With the number of documents; where all is held, or nothing is there to lose, nothing is said."""
    approvals = (Approval(annotator="bob", time=datetime(2026, 1, 2, tzinfo=UTC)),)
    facts = {"language": "en", "note": "n", "annotator": "ann", "approvals": approvals, "status": "reviewed"}
    make_document(tmp_path / "p", "a", PAGE, (ENGLISH,), optional=("Perhaps",), **facts)
    make_document(tmp_path / "p", "b", PAGE + " ", (ENGLISH,))
    make_document(tmp_path / "p", "c", PAGE + "  ", (ENGLISH,), status="rejected", note="left out anyway")
    assert run(annotate, ["export", "wcxb", str(tmp_path / "p"), str(tmp_path / "wcxb")]) == 0
    assert capsys.readouterr().err == (
        "annotate: wcxb has no place for: language (1 document), exact marks (only their text is kept) "
        "(2 documents), optional parts (1 document), status (1 document), annotator (1 document), "
        "approvals (1 document), "
        "note (1 document)\n"
    )
    assert run(annotate, ["export", "jsonl", str(tmp_path / "p"), str(tmp_path / "all.jsonl")]) == 0
    assert capsys.readouterr().err == ""


def test_a_sign_after_the_last_word_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Where the marks are found again by words it is left out; exact marks keep it."""
    page = PAGE.replace("it is.", "it is \U0001f35e\ufe0f")
    gold = ENGLISH.replace("it is.", "it is \U0001f35e\ufe0f")
    make_document(tmp_path / "p", "a", page, (gold,), fragmented=True)
    for format_, name, kept in (("wcxb", "wcxb", False), ("jsonl", "all.jsonl", True)):
        assert run(annotate, ["export", format_, str(tmp_path / "p"), str(tmp_path / name)]) == 0
        said = capsys.readouterr().err
        told = "a sign, such as an emoji, after the last word of a marked text (1 document)" in said
        assert ("the flag for interrupted content (1 document)" in said) == told
        assert run(annotate, ["import", format_, str(tmp_path / name), str(tmp_path / f"from-{format_}")]) == 0
        (again,) = read_package(tmp_path / f"from-{format_}").names
        quote = read_meta(tmp_path / f"from-{format_}", again).fragments[0].quote
        assert (told, "\U0001f35e" in quote) == (not kept, kept)
        capsys.readouterr()


def test_a_language_that_nobody_names_is_guessed(tmp_path: Path) -> None:
    """The guess is marked as one; what the row, the page or the option says is none."""
    rows = [
        {"id": "a", "html": PAGE.replace(ENGLISH, LONG), "text": LONG},
        {"id": "b", "html": PAGE.replace(ENGLISH, LONG), "text": LONG, "language": "de"},
    ]
    (tmp_path / "in.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    assert run(annotate, ["import", "jsonl", str(tmp_path / "in.jsonl"), str(tmp_path / "p")]) == 0
    one, other = (read_meta(tmp_path / "p", name) for name in "ab")
    assert (one.language, one.extra) == ("en", {"guessed": ["language"]})
    assert (other.language, other.extra) == ("de", {})
    run(annotate, ["import", "jsonl", str(tmp_path / "in.jsonl"), str(tmp_path / "q"), "--language", "fr"])
    assert read_meta(tmp_path / "q", "a").language == "fr"

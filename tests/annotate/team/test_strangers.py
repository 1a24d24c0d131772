"""What strangers hand in damages no package of ours."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from annotate.cli import annotate
from cetr.console import run
from evaluate.package import read_document
from tests.documents import make_document

PAGE = "<html><body><p>Home and news</p><p>The paragraph has these words.</p></body></html>"
GOLD = "The paragraph has these words."


def test_marks_of_a_longer_page_are_not_collected(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A page that only claims to be ours has room for marks that ours has not, and could not be read with them."""
    ours, theirs = tmp_path / "news", tmp_path / "news-ann"
    make_document(ours, "a", PAGE, (), status="draft")
    make_document(theirs, "a", PAGE, (GOLD,))
    (theirs / "a.html").write_text(f"{PAGE}<p>More of it.")
    meta = json.loads((theirs / "a.json").read_text())
    meta["fragments"] = [{"start": len(PAGE) + 3, "end": len(PAGE) + 14}]
    (theirs / "a.json").write_text(json.dumps(meta))
    assert read_document(theirs, "a").spans == ((len(PAGE) + 3, len(PAGE) + 14),)
    assert run(annotate, ["collect", str(ours), str(theirs)]) == 0
    assert (
        f"a: is damaged in one of {ours}, news-ann; repair it with 'annotate doctor'; left out"
        in capsys.readouterr().err
    )
    assert read_document(ours, "a").meta.status == "draft"


def test_another_page_of_the_same_name_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Somebody has captured it into their own package, which numbers pages anew; it was passed over without a word."""
    ours, theirs = tmp_path / "news", tmp_path / "news-ann"
    make_document(ours, "a", PAGE, (GOLD,), url="https://e.org/1")
    make_document(theirs, "a", f"{PAGE}<p>More", (GOLD,), url="https://e.org/2")
    assert run(annotate, ["collect", str(ours), str(theirs)]) == 0
    assert capsys.readouterr().err == (
        f"annotate: a: is another page in {ours} (https://e.org/1) and news-ann (https://e.org/2); rename its files in"
        " one of them; left out\n"
    )
    assert read_document(ours, "a").html == PAGE


def test_marks_by_another_guideline_are_called_that(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A guideline that changed midway is not in the packages that were assigned before."""
    ours, theirs = tmp_path / "news", tmp_path / "news-ann"
    for folder in (ours, theirs):
        make_document(folder, "a", PAGE, (GOLD,))
    info = ours / "package.toml"
    info.write_text(info.read_text().replace('guideline = ""', 'guideline = "No captions."'))
    for command in ("agree", "collect"):
        assert run(annotate, [command, str(ours), str(theirs)]) == 0
        assert capsys.readouterr().err.splitlines() == [
            f"annotate: {theirs}: has another guideline than {ours}; decide which one counts, and copy it from"
            " package.toml"
        ]


def test_a_page_that_cannot_be_read_stays_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It is named and left out, and the pages after it are collected."""
    ours, theirs = tmp_path / "news", tmp_path / "news-ann"
    for name in ("a", "b", "c"):
        make_document(ours, name, PAGE, (), status="draft")
        make_document(theirs, name, PAGE, (GOLD,))
    (ours / "a.json").write_text("{")
    (theirs / "b.html").unlink()
    assert run(annotate, ["collect", str(ours), str(theirs)]) == 3
    said = capsys.readouterr().err
    assert f"a: cannot be read: {ours}/a.json: " in said and f"b: cannot be read: {theirs}/b.html: " in said
    assert read_document(ours, "c").text == GOLD

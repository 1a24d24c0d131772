"""Drafts of strangers: a package comes with them, and they are found by the address of the page."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from annotate.capture.draft import read_draft, relocate, remove_draft, write_draft
from annotate.capture.model.draft import Draft
from cetr.document import Alignment, align_text
from evaluate.package import PackageError

URL = "https://a.example/"
HTML = "<p>Rain in the north.</p><p>Sun in the south.</p>" * 100


def test_no_draft_goes_through_a_link(tmp_path: Path) -> None:
    """Nothing is written, read or removed where a link leads."""
    package, elsewhere = tmp_path / "package", tmp_path / "elsewhere"
    package.mkdir()
    write_draft(elsewhere, draft := Draft(url=URL, spans=((3, 7),), texts=("Rain",)))
    (package / ".drafts").symlink_to(elsewhere / ".drafts")
    before = sorted(elsewhere.rglob("*"))
    assert read_draft(elsewhere, URL) == draft
    assert read_draft(package, URL) is None
    for act in (lambda: write_draft(package, Draft(url="b", spans=(), texts=())), lambda: remove_draft(package, URL)):
        with pytest.raises(PackageError, match="is a link, and is not followed"):
            act()
    assert sorted(elsewhere.rglob("*")) == before


@pytest.mark.parametrize("wrong", [{"texts": []}, {"optional": [[0, 3]]}, {"optional_texts": ["Rain"]}])
def test_a_draft_without_a_text_for_each_span_is_none(tmp_path: Path, wrong: dict[str, object]) -> None:
    """It is not from this program, and the page is captured without it."""
    write_draft(tmp_path, Draft(url=URL, spans=((3, 7),), texts=("Rain",)))
    (path,) = (tmp_path / ".drafts").iterdir()
    path.write_text(json.dumps(json.loads(path.read_text()) | wrong))
    assert read_draft(tmp_path, URL) is None


def test_marks_beyond_the_page_are_dropped() -> None:
    """Also those that end before they begin."""
    spans = ((-5, 3), (9, 3), (3, 7), (5, 10**18))
    assert relocate(Draft(url=URL, spans=spans, texts=("", "", "Rain", "")), HTML).spans == ((3, 7),)


def test_few_of_the_marks_that_have_moved_are_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each search goes through the page, and a draft can have any number of marks."""
    sought: list[str] = []

    def seek(html: str, text: str) -> Alignment:
        sought.append(text)
        return align_text(html, text)

    monkeypatch.setattr("annotate.capture.draft.align_text", seek)
    spans = tuple((at, at + 2) for at in range(0, 3_000, 3))
    texts = ("Sun in the south.",) * 200 + ("no such text",) * 800
    assert relocate(Draft(url=URL, spans=spans, texts=texts), HTML).spans == ((4879, 4896),)
    assert sought == ["Sun in the south."] * 200

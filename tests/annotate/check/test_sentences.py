"""Gold that begins or ends in mid-sentence."""

from __future__ import annotations

from pathlib import Path

import pytest

from annotate.check.page import make_page
from annotate.check.sentences import AT_MOST, check_sentences
from evaluate.package import read_document
from tests.documents import make_document

PAGE = "<p>The boat leaves at midnight, which is late. iPhones sell well. It costs 3 crowns.</p>"
END = ("cut-end", "ends in mid-sentence: 'The boat leaves' | 'at midnight, which is late. iP'")
START = ("cut-start", "begins in mid-sentence: 'The boat leaves' | 'at midnight, which is late.'")


def find_cuts(folder: Path, html: str, *gold: str, optional: tuple[str, ...] = ()) -> list[tuple[str, str]]:
    """The codes and messages of the findings on a page with this gold."""
    make_document(folder, "a", html, gold, optional=optional)
    return [(one.code, one.message) for one in check_sentences(make_page(read_document(folder, "a")))]


@pytest.mark.parametrize(
    ("gold", "found"),
    [
        ("The boat leaves", [END]),
        ("The boat leaves ", [END]),
        ("at midnight, which is late.", [START]),
        (" at midnight, which is late.", [START]),
        ("The boat leaves at midnight, which is late. ", []),
        ("iPhones sell well. It costs", []),
        (" ", []),
    ],
)
def test_a_cut_is_quoted_from_both_sides(tmp_path: Path, gold: str, found: list[tuple[str, str]]) -> None:
    """Without blanks beside it. A name in lower case after a full stop, and a number, go on with no sentence."""
    assert find_cuts(tmp_path, PAGE, gold) == found


def test_a_blank_between_two_parts_is_no_cut(tmp_path: Path) -> None:
    """What is beside it is marked, or right either way."""
    parts = "The boat leaves", "at midnight, which is late."
    assert find_cuts(tmp_path / "both", PAGE, *parts) == []
    assert find_cuts(tmp_path / "first", PAGE, parts[0], optional=parts[1:]) == []
    assert find_cuts(tmp_path / "second", PAGE, parts[1], optional=parts[:1]) == []


@pytest.mark.parametrize(("more", "said"), [(0, []), (1, ["1 more place"]), (2, ["2 more places"])])
def test_the_first_cuts_are_told_each(tmp_path: Path, more: int, said: list[str]) -> None:
    """How many others there are is told once."""
    numbers = range(10, 10 + AT_MOST + more)
    found = find_cuts(tmp_path, "".join(f"<p>Line {n} goes on</p>" for n in numbers), *(f"Line {n}" for n in numbers))
    assert [code for code, _ in found[:AT_MOST]] == ["cut-end"] * AT_MOST
    assert found[AT_MOST:] == [("cut-more", f"begins or ends in mid-sentence in {places}") for places in said]

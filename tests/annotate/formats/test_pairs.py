"""Pages and their gold in two folders."""

from __future__ import annotations

from pathlib import Path

import pytest

from annotate.formats.files import Files
from annotate.formats.pairs import Folders, Pair, find_pairs
from annotate.formats.records import Omission
from cetr.console import InputError

LAYOUTS = (Folders("original", "gold"), Folders("html", "text", ("{name}.txt", "{stem}.toml")))


def find(*names: str) -> list[Pair | Omission]:
    """What is found among files."""
    return list(find_pairs(Files(Path("set"), tuple(sorted(names)), {}), LAYOUTS))


def test_pages_have_gold_of_their_name() -> None:
    """Other files are no pages, and only text could be gold that lacks one."""
    found = find(
        "original/a.html", "original/B.HTM", "original/note.txt",
        "gold/a.txt", "gold/B.txt", "gold/c.txt", "gold/readme.md", "c.txt",
        "html/d.html", "text/d.html.txt", "html/e.htm", "text/e.toml",
    )  # fmt: skip
    assert found == [
        Pair("d", "html/d.html", "text/d.html.txt"),
        Pair("e", "html/e.htm", "text/e.toml"),
        Pair("B", "original/B.HTM", "gold/B.txt"),
        Pair("a", "original/a.html", "gold/a.txt"),
        Omission("gold/c.txt", "is gold without a page"),
    ]


def test_folders_that_all_pages_share_name_none_of_them() -> None:
    """The others do; a page without gold is named by its file."""
    assert find("in/x/original/1.html", "in/x/gold/1.txt", "in/y/original/1.html") == [
        Pair("x/1", "in/x/original/1.html", "in/x/gold/1.txt"),
        Omission("in/y/original/1.html", "has no gold file"),
    ]


def test_folders_without_pages_are_refused() -> None:
    """It is said in which ones they should be."""
    told = r"^set: has no pages in the folders of this format \(html/ and text/ or original/ and gold/\)$"
    with pytest.raises(InputError, match=told):
        find("a.html", "gold/a.txt")

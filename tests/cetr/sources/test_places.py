"""The places that people name."""

from __future__ import annotations

from pathlib import Path

import pytest

from cetr.sources import SourcePage, find_sources, name_record


def test_a_file_counts_once_however_it_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first name stands. A link in a folder is a file of its own."""
    pages = tmp_path / "pages"
    pages.mkdir()
    (pages / "a.html").write_text("<p>One</p>")
    (pages / "b.html").symlink_to("a.html")
    monkeypatch.chdir(pages)
    url = "https://example.org/"
    named = ["../pages/a.html", url, str(pages / "a.html"), "a.html", url, "."]
    assert find_sources(named) == [Path("../pages/a.html"), url, Path("b.html")]


def test_pages_of_a_folder_may_be_packed(tmp_path: Path) -> None:
    """As the endings of their names say; what else is packed is no page."""
    names = ["a.html", "b.HTML.GZ", "c.xhtml.xz", "d.htm.bz2", "e.warc.gz"]
    for name in (*names, "f.txt.gz", "g.layout.json.gz", "h.gz", "html.gz"):
        (tmp_path / name).touch()
    assert find_sources([str(tmp_path)]) == [tmp_path / name for name in names]


@pytest.mark.parametrize(
    ("page", "named"),
    [
        (SourcePage("a.jsonl.gz", 4, data=b""), "line 5: "),
        (SourcePage("a.parquet", 4, data=b""), "row 5: "),
        (SourcePage("a.warc", 4, data=b""), "record 4: "),
        (SourcePage("a.html", 0), ""),
        (SourcePage("http://a.example/b.warc", 0), ""),
    ],
)
def test_a_page_within_a_file_is_named(page: SourcePage, named: str) -> None:
    """Lines as editors count them, records as rows do; others are their file, or have a URL."""
    assert name_record(page) == named

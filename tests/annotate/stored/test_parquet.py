"""Pages stored in Parquet, wherever pages in JSON Lines are taken."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pyarrow
import pytest
from pyarrow import parquet

from annotate.cli import annotate
from annotate.next.pages import Page, read_candidates
from annotate.standoff.pages import find_pages
from annotate.stored import Stored, is_stored, open_stored
from cetr.console import InputError, run


def write(path: Path, **columns: Any) -> Path:
    """Write a Parquet file with these columns."""
    parquet.write_table(pyarrow.table(columns), path)
    return path


def test_rows_are_pages_under_their_urls(tmp_path: Path) -> None:
    """The first page of a URL counts, and other columns are ignored."""
    urls = ["http://a.example/1", "http://a.example/%c3", "http://a.example/1"]
    file = write(tmp_path / "a.parquet", n=[1, 2, 3], url=urls, html=["<p>a", "<p>ü", "<p>c"])
    assert is_stored(str(file))
    with open_stored([file]) as found:
        assert found.pages == ("http://a.example/1", "http://a.example/%C3")
        assert [found.read_html(url) for url in found.pages] == ["<p>a", "<p>ü"]


def test_a_row_that_is_no_page_costs_itself(tmp_path: Path) -> None:
    """A page that is captured needs its URL; a file without such a page is refused."""
    file = write(tmp_path / "a.parquet", url=["http://a.example/1", None, "http://b.example/"], html=["a", "b", None])
    with open_stored([file]) as found:
        assert (found.pages, found.is_damaged) == (("http://a.example/1",), True)
        assert found.losses == (f"{file}: row 2: needs 'url' and 'html', both strings; left out, as is 1 other",)
    file = write(tmp_path / "b.parquet", url=["a.example"], html=["<p>a"])
    with pytest.raises(InputError, match=r"b\.parquet: row 1: url: needs a URL"), open_stored([file]):
        pass


def test_pages_are_held_up_to_a_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A few kilobytes of Parquet can say the same page any number of times."""
    monkeypatch.setattr("annotate.stored.jsonlines.MEMBER_BYTES", 1_000_000)
    file = write(tmp_path / "a.parquet", url=["http://a.example/1"] * 40, html=["x" * 50_000] * 40)
    with (
        pytest.raises(InputError, match=r"a\.parquet: is larger than 1 MB when unpacked, the limit"),
        open_stored([file]),
    ):
        pass


def test_rows_are_candidates(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With what their columns say of them; a row without a page costs itself."""
    columns = {"html": ["<p>a", "<p>b"], "url": [None, "http://a.example/"], "id": ["x", ""], "language": ["de", None]}
    file = write(tmp_path / "a.parquet", other=[1, 2], **columns)
    expected = [Page("x", "", "<p>a", "de"), Page("row 2", "http://a.example/", "<p>b")]
    assert list(read_candidates(file)) == expected
    file = write(tmp_path / "b.parquet", html=["<p>a", None])
    assert run(annotate, ["next", str(file)]) == 3
    assert capsys.readouterr().err == f"annotate: {file}: row 2: html: expected text, but found null; left out\n"


def test_rows_are_pages_to_restore(tmp_path: Path) -> None:
    """They are found by their URLs, or by their names."""
    file = write(tmp_path / "a.parquet", html=["<p>a"], url=["http://a.example/"], id=["x"])
    (page,) = find_pages([str(file)], Stored((), {}), {})
    assert (page.name, page.urls, page.read()) == ("x", ("http://a.example/",), "<p>a")

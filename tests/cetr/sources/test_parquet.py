"""Pages in Parquet: which rows are pages, and what is said of the others."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pyarrow
import pytest
from pyarrow import parquet

from cetr.cli import cetr
from cetr.console import Limits, run
from cetr.sources import SourcePage, decode_page, read_source


def write(path: Path, **columns: Any) -> Path:
    """Write a Parquet file with these columns."""
    parquet.write_table(pyarrow.table(columns), path)
    return path


def test_a_page_has_the_number_of_its_row(tmp_path: Path) -> None:
    """Finished rows are left out, other columns are not read, and a URL may be missing."""
    far = pyarrow.array([10**7] * 3, pyarrow.int32()).cast(pyarrow.date32())  # no value of Python
    file = write(tmp_path / "a.Parquet", url=["http://x.example/a", None, "x"], html=["<p>a", "<p>ü", "<p>c"], seen=far)
    first, *others = (
        SourcePage(str(file), n, url, f"<p>{text}".encode("utf-8-sig"))
        for n, (url, text) in enumerate([("http://x.example/a", "a"), (None, "ü"), (None, "c")])
    )
    assert list(read_source(file)) == [first, *others]
    assert list(read_source(file, frozenset([0]))) == others


def test_pages_may_be_bytes(tmp_path: Path) -> None:
    """They have the encoding that the page declares."""
    html = '<meta charset="windows-1251"><p>Привет'
    (page,) = read_source(write(tmp_path / "a.parquet", html=[html.encode("cp1251")]))
    assert decode_page(page.data or b"", page.source, page.charset) == html


def test_a_row_that_is_no_page_costs_itself(tmp_path: Path) -> None:
    """It is named by its number from 1."""
    file = write(tmp_path / "a.parquet", html=[None, "<p>a"])
    bad, good = read_source(file)
    assert bad == SourcePage(str(file), 0, skip="unreadable: row 1 has no string 'html'")
    assert (good.record, good.skip) == (1, "")
    bad, _ = read_source(write(tmp_path / "b.parquet", html=[1, 2]))
    assert bad.skip == "unreadable: row 1 has no string 'html'"


def test_a_file_that_is_no_table_of_pages_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It names the columns, if the file has any."""
    (text,) = read_source(write(tmp_path / "a.parquet", text=["a"], id=[1]))
    assert text.skip == "unreadable: has no column html (its columns: text, id)"
    (tmp_path / "b.parquet").write_bytes(b"PAR1 and no more")
    (damaged,) = read_source(tmp_path / "b.parquet")
    assert damaged.skip.startswith("unreadable: cannot be read as a Parquet file: ")
    (missing,) = read_source(tmp_path / "c.parquet")
    assert missing.skip == "unreadable: No such file or directory"
    assert run(cetr, ["extract", str(tmp_path / "a.parquet")]) == 3
    assert "a.parquet: unreadable: has no column html (its columns: text, id)" in capsys.readouterr().err


def test_a_page_has_a_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The rows before it are read."""
    monkeypatch.setattr("cetr.sources.parquet.LARGEST", 2_000_000)
    file = write(tmp_path / "a.parquet", html=["x" * 2_000_000, "x" * 2_000_001])
    first, second = read_source(file)
    assert (first.skip, second.skip) == ("", "unreadable: has a page that is longer than 2 MB, the limit")
    monkeypatch.setattr("cetr.sources.parquet._READING", Limits(memory=1))
    (page,) = read_source(write(tmp_path / "b.parquet", html=["x" * 100_000_000]))
    assert page.skip == "unreadable: reading it: took more than 1 MB of memory"


def test_rows_are_not_read_ahead(tmp_path: Path) -> None:
    """Tables of others may be written in one piece, larger than the memory."""
    file, pages = tmp_path / "a.parquet", pyarrow.table({"html": [f"{n:1000000}" for n in range(40)]})
    parquet.write_table(pages, file, use_dictionary=False, write_batch_size=1)
    before = pyarrow.total_allocated_bytes()
    assert max(pyarrow.total_allocated_bytes() - before for _ in read_source(file)) < 10_000_000


def test_without_pyarrow_nothing_is_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The error says what to install."""
    file = write(tmp_path / "a.parquet", html=["<p>a"])
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    assert run(cetr, ["extract", str(file), "-o", str(tmp_path / "o.jsonl")]) == 2
    assert capsys.readouterr().err.startswith("cetr: Parquet needs pyarrow: ")
    assert not (tmp_path / "o.jsonl").exists()

"""Pages in Parquet: which rows are pages, and what is said of the others."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pyarrow
import pytest
from pyarrow import parquet

from cetr.cli import cetr
from cetr.console import InputError, run
from cetr.sources import SourcePage, decode_page, read_source, read_values
from tests.memory import allowing, stays_below


def write(path: Path, **columns: Any) -> Path:
    """Write a Parquet file with these columns."""
    parquet.write_table(pyarrow.table(columns), path)
    return path


def test_a_page_has_the_number_of_its_row(tmp_path: Path) -> None:
    """Finished rows are left out, other columns are not read, and a URL may be missing."""
    far = pyarrow.array([10**7] * 3, pyarrow.int32()).cast(pyarrow.date32())  # no value of Python
    pages: dict[str, Any] = {"url": ["http://x.example/a", None, "x"], "html": ["<p>a", "<p>ü", "<p>c"]}
    file = write(tmp_path / "a.Parquet", **pages, seen=far, extra=far)
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


def test_a_url_may_be_bytes(tmp_path: Path) -> None:
    """Older programs write all text so."""
    (page,) = read_source(write(tmp_path / "a.parquet", html=[b"<p>a"], url=[b"http://x.example/\xff"]))
    assert page.url == "http://x.example/\ufffd"


@pytest.mark.parametrize("kind", [pyarrow.string(), pyarrow.dictionary(pyarrow.int32(), pyarrow.string())])
def test_text_that_is_not_utf_8_is_bytes(tmp_path: Path, kind: pyarrow.DataType) -> None:
    """Some programs call bytes text without a look; the other rows are as they were."""
    pages = pyarrow.array(["<p>a", "<p>caf\xe9s".encode("latin-1"), "<p>c"], pyarrow.binary())
    text = pyarrow.Array.from_buffers(pyarrow.string(), 3, pages.buffers())
    file = write(tmp_path / "a.parquet", html=text.cast(kind) if kind != text.type else text, text=text)
    assert [page.data for page in read_source(file)] == [
        text.encode("utf-8-sig") for text in ("<p>a", "<p>caf\xe9s", "<p>c")
    ]
    assert [row["text"] for row in read_values(file)] == ["<p>a", b"<p>caf\xe9s", "<p>c"]


def test_nested_text_that_is_not_utf_8_is_named(tmp_path: Path) -> None:
    """A part of a value would not do for it."""
    text = pyarrow.Array.from_buffers(pyarrow.string(), 1, pyarrow.array([b"\xff"]).buffers())
    nested = pyarrow.StructArray.from_arrays([text], ["a"])
    file = write(tmp_path / "a.parquet", html=["<p>a"], more=nested)
    with pytest.raises(InputError, match=r"a\.parquet: row 1: more: has a value that Python does not have; leave"):
        list(read_values(file))


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


def test_damage_ends_the_file(tmp_path: Path) -> None:
    """The pages before it are read; it is told in one line, with the first row that cannot be read."""
    file = tmp_path / "a.parquet"
    pages = pyarrow.table({"html": [f"<p>{n}" for n in range(6)]})
    parquet.write_table(pages, file, row_group_size=2, compression="none", use_dictionary=False)
    data = file.read_bytes()
    at = parquet.read_metadata(file).row_group(1).column(0).data_page_offset
    file.write_bytes(data[:at] + b"\xff" * 8 + data[at + 8 :])
    *whole, damaged = read_source(file)
    assert [page.data for page in whole] == [f"<p>{n}".encode("utf-8-sig") for n in range(2)]
    told = "cannot be read as a Parquet file from row 3 on: Couldn't deserialize thrift: "
    assert damaged.skip.startswith(f"unreadable: {told}")
    assert damaged.skip.splitlines() == [damaged.skip]
    with pytest.raises(InputError, match=rf"a\.parquet: {told}"):
        list(read_values(file))


def test_a_column_may_have_no_name_of_text(tmp_path: Path) -> None:
    """Then the file is damaged."""
    file = write(tmp_path / "a.parquet", html=["<p>a"], abcdefgh=[1])
    file.write_bytes(file.read_bytes().replace(b"abcdefgh", b"abcd\xfffgh"))
    (damaged,) = read_source(file)
    assert damaged.skip.startswith("unreadable: cannot be read as a Parquet file: ")


@pytest.mark.parametrize("sign", ["x", b"x"])
def test_a_page_has_a_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sign: str | bytes) -> None:
    """The rows before it are read."""
    monkeypatch.setattr("cetr.sources.parquet.LARGEST", 2_000_000)
    file = write(tmp_path / "a.parquet", html=[sign * 2_000_000, sign * 2_000_001])
    first, second = read_source(file)
    assert (first.skip, second.skip) == ("", "unreadable: row 2: is longer than 2 MB, the limit")


@pytest.mark.long
def test_a_page_has_a_limit_of_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file of a few kilobytes may have one of a gigabyte."""
    limits = allowing(50)
    monkeypatch.setattr("cetr.sources.parquet._READING", limits)
    (page,) = read_source(write(tmp_path / "b.parquet", html=["x" * 100_000_000]))
    assert page.skip == f"unreadable: reading it: took more than {limits.memory} MB of memory"


def test_rows_are_not_read_ahead(tmp_path: Path) -> None:
    """Tables of others may be written in one piece, larger than the memory."""
    file, pages = tmp_path / "a.parquet", pyarrow.table({"html": [f"{n:1000000}" for n in range(40)]})
    parquet.write_table(pages, file, use_dictionary=False, write_batch_size=1, compression="none")
    before = pyarrow.total_allocated_bytes()
    assert max(pyarrow.total_allocated_bytes() - before for _ in read_source(file)) < 10_000_000
    assert stays_below(10_000_000, lambda: all(read_source(file)))


def test_without_pyarrow_nothing_is_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The error says what to install."""
    file = write(tmp_path / "a.parquet", html=["<p>a"])
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    assert run(cetr, ["extract", str(file), "-o", str(tmp_path / "o.jsonl")]) == 2
    assert capsys.readouterr().err.startswith("cetr: Parquet needs pyarrow: ")
    assert not (tmp_path / "o.jsonl").exists()
    with pytest.raises(InputError, match=r"^Parquet needs pyarrow: "):
        list(read_source(file))

"""Pages in WACZ archives, and files that a WARC file stores under their addresses."""

from __future__ import annotations

import sys
import zipfile
from pathlib import Path

import pytest

from cetr.cli import cetr
from cetr.console import InputError, run
from cetr.sources import find_sources, read_source
from tests.cetr.extraction.crawls import make_page, read_rows, write_warc


def pack(path: Path, members: dict[str, bytes]) -> Path:
    """An archive of these members, stored as crawlers store them."""
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return path


@pytest.fixture
def wacz(tmp_path: Path) -> Path:
    """An archive of two WARC files with two pages each, the second in the list first, and of other things."""
    one = write_warc(tmp_path / "one", range(2)).read_bytes()
    two = write_warc(tmp_path / "two", range(2, 4)).read_bytes()
    lists = {"pages/pages.jsonl": b"{}\n", "indexes/index.cdx.gz": b"", "archive/readme.txt": b"no WARC"}
    return pack(tmp_path / "crawl.wacz", {"archive/b.warc.gz": two, "archive/a.warc.gz": one, **lists})


def test_an_archive_has_the_pages_of_its_warc_files(wacz: Path) -> None:
    """Records are numbered through all of them, in the order of their names."""
    assert find_sources([str(wacz.parent)]) == [wacz]
    pages = [page for page in read_source(wacz) if page.url and page.url[-1].isdigit()]
    assert [(page.source, page.record, page.url) for page in pages] == [
        (str(wacz), record, f"http://x.example/{number}") for number, record in enumerate((3, 4, 8, 9))
    ]
    rest = [page.record for page in read_source(wacz, frozenset({3, 8}))]
    assert rest == [0, 1, 2, 4, 5, 6, 7, 9]


def test_the_command_extracts_an_archive(wacz: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It says how many records are no pages."""
    rows = wacz.with_name("rows.jsonl")
    assert run(cetr, ["extract", "--method", "plain", str(wacz), "-o", str(rows)]) == 0
    assert [row["text"].split(".")[0].split()[-1] for row in read_rows(rows)] == ["0", "1", "2", "3"]
    assert capsys.readouterr().err.splitlines()[-1] == "cetr: 4 pages, 6 skipped: 4 not HTML, 2 status 404"


@pytest.mark.parametrize(
    ("data", "skip"),
    [
        (b"no zip", "unreadable: it is not a zip file, or its end is missing"),
        (None, "unreadable: {}: archive/a.warc: cannot be read as a WARC file: it begins neither"),
    ],
)
def test_what_is_no_archive_is_skipped(tmp_path: Path, data: bytes | None, skip: str) -> None:
    """One line says what is wrong with it."""
    wacz = pack(tmp_path / "a.wacz", {"archive/a.warc": b"something else"})
    if data is not None:
        wacz.write_bytes(data)
    (page,) = read_source(wacz)
    assert page.skip.startswith(skip.format(wacz))


@pytest.mark.parametrize("name", ["crawl.wacz", "one.warc.gz"])
def test_what_is_not_installed_is_no_damage(wacz: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The error says how to install it, instead of a file that is skipped."""
    write_warc(wacz.with_name("one.warc.gz"), range(1))
    monkeypatch.setitem(sys.modules, "fastwarc.warc", None)
    with pytest.raises(InputError, match="reading WARC files needs fastwarc: "):
        list(read_source(wacz.with_name(name)))


def test_a_broken_member_does_not_hide_the_next(wacz: Path) -> None:
    """The pages of the other WARC files are read, and one line names the broken one."""
    data = bytearray(wacz.read_bytes())
    data[data.index(b"archive/a.warc.gz") + 100] ^= 1
    wacz.write_bytes(data)
    first, *pages = read_source(wacz)
    assert first.skip == "unreadable: Bad CRC-32 for file 'archive/a.warc.gz'"
    assert [page.url for page in pages if page.url and page.url[-1].isdigit()] == [
        f"http://x.example/{number}" for number in (2, 3)
    ]


def test_an_archive_that_breaks_off_has_the_pages_that_are_whole(wacz: Path) -> None:
    """Its list of files is at its end, but records that are gzipped one by one can be found without it."""
    data = wacz.read_bytes()
    wacz.write_bytes(data[: data.index(b"archive/a.warc.gz")])
    first, *pages = read_source(wacz)
    assert first.skip == "unreadable: it is not a zip file, or its end is missing"
    assert [page.url for page in pages if page.data][1:] == [f"http://x.example/{number}" for number in (2, 3)]


def test_a_file_stored_under_an_address_is_a_page(tmp_path: Path) -> None:
    """As warcit stores a folder of files; what other programs store under names of their own is none."""
    html = make_page(1).encode()
    records = [
        ("https://x.example/a.html", "text/html; charset=koi8-r", html),
        ("https://x.example/a.png", "image/png", b""),
        ("urn:text:https://x.example/a.html", "text/html", html),
    ]
    data = b"".join(
        f"WARC/1.1\r\nWARC-Type: resource\r\nWARC-Target-URI: {url}\r\nWARC-Record-ID: <urn:uuid:{number}>\r\n"
        f"WARC-Date: 2026-01-01T00:00:00Z\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}\r\n\r\n".encode()
        + body
        + b"\r\n\r\n"
        for number, (url, kind, body) in enumerate(records)
    )
    (tmp_path / "a.warc").write_bytes(data)
    pages = [(page.record, page.url, page.charset, page.data, page.skip) for page in read_source(tmp_path / "a.warc")]
    assert pages == [
        (0, "https://x.example/a.html", "koi8-r", html, ""),
        (1, "https://x.example/a.png", None, None, "not HTML"),
    ]

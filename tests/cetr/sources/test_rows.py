"""Pages in JSON Lines: which lines are pages, and what is said of the others."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from cetr.console import InputError
from cetr.sources import SourcePage, decode_page, holds_pages, read_source

PAGE = {"url": "http://x.example/a", "html": "<p>\u00fc", "id": 7}


def read(file: Path, data: bytes, done: frozenset[int] = frozenset()) -> list[SourcePage]:
    """The pages of a file that holds this."""
    file.write_bytes(data)
    return list(read_source(file, done))


def decode(page: SourcePage) -> str:
    """The HTML of such a page."""
    return decode_page(page.data or b"", page.source, page.charset)


def test_a_page_has_the_number_of_its_line(tmp_path: Path) -> None:
    """Empty lines count, finished ones are left out, and other keys are ignored."""
    file = tmp_path / "a.jsonl"
    line = json.dumps(PAGE).encode()
    first, second = (SourcePage(str(file), n, "http://x.example/a", "<p>ü".encode("utf-8-sig")) for n in (0, 2))
    assert read(file, line + b"\n\n" + line) == [first, second]
    assert read(file, line + b"\n\n" + line, frozenset([0])) == [second]
    packed = tmp_path / "A.NDJSON.GZ"
    assert read(packed, gzip.compress(line)) == [SourcePage(str(packed), 0, first.url, first.data)]


@pytest.mark.parametrize(
    ("row", "url", "html"),
    [
        ({"html": "<p>a"}, None, "<p>a"),
        ({"html": "", "url": None}, None, ""),
        ({"html": "<p>a", "url": "x.example/a"}, None, "<p>a"),
        ({"html": "<p>a", "url": 3}, None, "<p>a"),
        ({"html": "<p>\ud800", "url": "http://x.example/\ud800"}, "http://x.example/?", "<p>?"),
    ],
)
def test_a_page_may_lack_its_url(tmp_path: Path, row: object, url: str | None, html: str) -> None:
    """What is no URL counts as none; lone surrogates, which no file can hold, are replaced."""
    (page,) = read(tmp_path / "a.jsonl", json.dumps(row).encode())
    assert (page.url, decode(page), page.skip) == (url, html, "")


@pytest.mark.parametrize(
    "html",
    [
        "\ufeff<p>a",
        "[Photo] <p>a",
        "{{Box}} <p>a",
        "<\0p>ab",
        '<meta charset="windows-1251"><p>ü',
        "<p>\x1b$B$%\x1b(B",
    ],
)
def test_a_page_stays_as_it_is_written(tmp_path: Path, html: str) -> None:
    """Spans count over it, whatever it begins with, and whatever encoding it declares or looks like."""
    (page,) = read(tmp_path / "a.jsonl", json.dumps({"html": html}).encode())
    assert decode(page) == html


@pytest.mark.parametrize(("html", "told"), [("%PDF-1.4", "a PDF"), ('[{"id": 1}]', "JSON")])
def test_what_is_no_page_is_refused(tmp_path: Path, html: str, told: str) -> None:
    """Some corpora have the text of any answer as html."""
    (page,) = read(tmp_path / "a.jsonl", json.dumps({"html": html}).encode())
    with pytest.raises(InputError, match=rf"a\.jsonl: is {told}, not HTML"):
        decode(page)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (b"<p>a", "is not JSON"),
        (b"\xff", "is not JSON"),
        (b"[" * 100_000, "is not JSON"),
        (b'["html"]', "has no string 'html'"),
        (b'{"url": "http://x.example/"}', "has no string 'html'"),
        (b'{"html": 1}', "has no string 'html'"),
        (b'{"html": "<p>a", "id": [' + b"[]," * 2_500_000 + b"0]}", "has too many values"),
        (b'{"html": "<p>a", "id": [' + b"{}," * 2_500_000 + b"0]}", "has too many values"),
    ],
    ids=range(8),
)
def test_a_line_that_is_no_page_costs_itself(tmp_path: Path, line: bytes, told: str) -> None:
    """It is named by its number from 1, as editors count."""
    file = tmp_path / "a.jsonl"
    bad, good = read(file, b"\n" + line + b"\n" + json.dumps(PAGE).encode())
    assert bad == SourcePage(str(file), 1, skip=f"unreadable: line 2 {told}")
    assert (good.record, good.skip) == (2, "")


def test_a_line_that_is_too_long_costs_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Unless it is so long that it may have no end."""
    monkeypatch.setattr("cetr.console.files.LARGEST", 1_000_000)
    line = json.dumps(PAGE).encode()
    file = tmp_path / "b.jsonl"
    good, long, last = read(file, b"\n".join((line, b"x" * 8_000_000, line)))
    assert long == SourcePage(str(file), 1, skip="unreadable: line 2 is longer than 128 MB, the limit")
    assert (good.record, last.record, last.data) == (0, 2, good.data)
    good, again, endless = read(file, b"\n".join((line, b"x" * 8_000_001, line)))
    told = "unreadable: line 2: is longer than 8 MB, so this is not a file of lines"
    assert (good.skip, again, endless) == ("", long, SourcePage(str(file), 1, skip=told))


def test_what_is_damaged_ends_the_file(tmp_path: Path) -> None:
    """The pages before it are read."""
    line = json.dumps(PAGE).encode() + b"\n"
    first, cut = read(tmp_path / "a.jsonl.gz", gzip.compress(line) + gzip.compress(line)[:-12])
    assert (first.skip, cut.skip) == (
        "",
        "unreadable: Compressed file ended before the end-of-stream marker was reached",
    )
    missing = tmp_path / "c.jsonl"
    assert list(read_source(missing)) == [SourcePage(str(missing), 0, skip="unreadable: No such file or directory")]


def test_json_of_one_value_is_not_json_lines() -> None:
    """The name of a file tells."""
    assert [name for name in ("a.json", "a.jsonl", "a.jsonl.xz", "a.JSONL", "jsonl", "a.warc", "a.html.gz")
            if holds_pages(name)] == ["a.jsonl", "a.jsonl.xz", "a.JSONL", "a.warc"]  # fmt: skip

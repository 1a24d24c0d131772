from __future__ import annotations

import gzip
import io
import json
from dataclasses import replace
from pathlib import Path

import pytest
from fastwarc.stream_io import ZstdWriter

from cetr.cli import cetr
from cetr.console import run
from cetr.extraction.grouping import Grouping
from cetr.extraction.sitecluster import PARTS, deal_pages, read_dealt
from cetr.sources import read_source
from cetr.sources.warc import number_records

PAGE = b"<p>secret words of the page</p>"


def make_record(body: bytes, *headers: str, kind: str = "response", more: int = 0) -> bytes:
    """A record with an HTTP response, which claims ``more`` bytes than it has."""
    http = b"HTTP/1.1 200 OK\r\n" + "".join(f"{header}\r\n" for header in headers).encode() + b"\r\n" + body
    head = (
        f"WARC/1.1\r\nWARC-Type: {kind}\r\nWARC-Target-URI: http://x.example/\r\nWARC-Date: 2026-01-01T00:00:00Z\r\n"
        f"WARC-Record-ID: <urn:uuid:00000000-0000-0000-0000-000000000000>\r\n"
        f"Content-Type: application/http; msgtype={kind}\r\nContent-Length: {len(http) + more}\r\n\r\n"
    )
    return head.encode() + http + b"\r\n\r\n"


HTML = "Content-Type: text/html"
WHOLE = make_record(PAGE, HTML)


def read(path: Path, data: bytes) -> list[tuple[int, bytes | None, str]]:
    """Record, data and reason to skip of what is read from a file."""
    path.write_bytes(data)
    return [(page.record, page.data, page.skip) for page in read_source(path)]


@pytest.mark.parametrize(
    ("body", "headers", "skip"),
    [
        (b"40\r\n" + PAGE, [HTML, "Transfer-Encoding: chunked"], "record 1: cannot be decoded from 'chunked'"),
        (
            b"f" * 16 + b"\r\n" + PAGE,
            [HTML, "Transfer-Encoding: chunked"],
            "record 1: cannot be decoded from 'chunked'",
        ),
        (b"\x1f\x8bnot", [HTML, "Content-Encoding: gzip"], "record 1: cannot be decoded from 'gzip'"),
        (
            gzip.compress(PAGE, mtime=0)[:-9],
            [HTML, "Content-Encoding: gzip"],
            "record 1: cannot be decoded from 'gzip'",
        ),
        (b"words" + PAGE, [HTML, "Content-Encoding: br"], "record 1: cannot be decoded from 'br'"),
        (b"words" + PAGE, [HTML, "Content-Encoding: zstd"], "record 1: cannot be decoded from 'zstd'"),
        (b"words" + PAGE, [HTML, "Content-Encoding: sdch"], "record 1: has the unknown encoding 'sdch'"),
        (PAGE, [HTML, f"X-Long: {'x' * 40_000}"], "record 1: its HTTP headers are broken (Maximum header length"),
    ],
)
def test_a_broken_response_is_skipped_alone(tmp_path: Path, body: bytes, headers: list[str], skip: str) -> None:
    """The pages before and after it are there, and what is said of it quotes nothing of its body."""
    first, broken, last = read(tmp_path / "a.warc", WHOLE + make_record(body, *headers) + WHOLE)
    assert (first, last) == ((0, PAGE, ""), (2, PAGE, ""))
    assert broken[2].startswith(f"unreadable: {skip}")
    assert "words" not in broken[2]


def test_what_is_no_page_is_not_unpacked(tmp_path: Path) -> None:
    """A broken picture is no HTML, and nothing worse."""
    picture = make_record(b"\x1f\x8bnot", "Content-Type: image/png", "Content-Encoding: gzip")
    assert read(tmp_path / "a.warc", picture + WHOLE) == [(0, None, "not HTML"), (1, PAGE, "")]


@pytest.mark.parametrize(
    ("body", "headers"),
    [
        (gzip.compress(PAGE, mtime=0), ["Content-Encoding: GZIP"]),
        (gzip.compress(PAGE, mtime=0), ["Content-Encoding: identity", "Content-Encoding: x-gzip"]),
        (b"%x\r\n%b\r\n0\r\n\r\n" % (len(gzip.compress(PAGE, mtime=0)), gzip.compress(PAGE, mtime=0)),
         ["Content-Encoding: gzip", "Transfer-Encoding: Chunked"]),
        (b"1f;name=value\r\n" + PAGE + b"\r\n0\r\nTrailer: x\r\n\r\n", ["Transfer-Encoding: chunked"]),
        (b"", ["Content-Encoding: gzip"]),
    ],
)  # fmt: skip
def test_codings_are_undone(tmp_path: Path, body: bytes, headers: list[str]) -> None:
    """However they are written, and in the order in which they were applied."""
    pages = read(tmp_path / "a.warc", make_record(body, HTML, *headers) + WHOLE)
    assert pages == [(0, PAGE if body else b"", ""), (1, PAGE, "")]


PACKED = gzip.compress(PAGE, mtime=0)


@pytest.mark.parametrize(
    ("body", "headers"),
    [
        *((PAGE, [f"Content-Encoding: {coding}"]) for coding in ("gzip", "deflate", "br", "zstd", "utf-8")),
        (b"\xef\xbb\xbf\r\n" + PAGE, ["Content-Encoding: gzip"]),
        (PAGE, ["Transfer-Encoding: chunked", "Content-Encoding: gzip"]),
        (PACKED, ["Transfer-Encoding: chunked", "Content-Encoding: gzip"]),
        (b"a page without tags", ["Transfer-Encoding: chunked"]),
    ],
)
def test_headers_may_name_codings_that_a_crawler_has_undone(tmp_path: Path, body: bytes, headers: list[str]) -> None:
    """Common Crawl did so until 2018: such pages are read as they are."""
    plain = PAGE if body == PACKED else body
    assert read(tmp_path / "a.warc", make_record(body, HTML, *headers)) == [(0, plain, "")]


@pytest.mark.parametrize("headers", ["Server: x", "Content-Type:", "Content-Type: */*"])
@pytest.mark.parametrize(
    ("body", "skip"),
    [
        (b"<!DOCTYPE html>\n" + PAGE, ""),
        (b"\xef\xbb\xbf\n<P>a page", ""),
        (b'<?xml version="1.0"?>\n<html ', ""),
        (b'<?xml version="1.0"?>\n<rss version="2.0">', "not HTML"),
        (b"<picture>", "not HTML"),
        (b"\x89PNG", "not HTML"),
    ],
)
def test_what_begins_as_a_page_needs_no_content_type(tmp_path: Path, headers: str, body: bytes, skip: str) -> None:
    """As in browsers, a first tag of HTML makes a page of an answer that does not say what it is."""
    assert read(tmp_path / "a.warc", make_record(body, headers)) == [(0, None if skip else body, skip)]


@pytest.mark.parametrize("headers", [[], ["Content-Encoding: gzip"], ["Content-Encoding: deflate"]])
def test_a_page_has_a_bound(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, headers: list[str]) -> None:
    """A page that is too long, or becomes so, is skipped, whatever it is packed in."""
    monkeypatch.setattr("cetr.sources.bodies.MAX_BYTES", 1000)
    monkeypatch.setattr("cetr.sources.warc.MAX_BYTES", 1000)
    packed = gzip.compress(b"x" * 1001, mtime=0) if headers else b"x" * 1001
    if headers == ["Content-Encoding: deflate"]:
        packed = packed[10:-8]
    pages = read(tmp_path / "a.warc", make_record(packed, HTML, *headers) + WHOLE)
    assert pages == [(0, None, "unreadable: record 0: is longer than 0 MB, the limit"), (1, PAGE, "")]


def test_what_a_name_server_answered_is_no_page(tmp_path: Path) -> None:
    """Crawlers such as Heritrix record it as a response, too."""
    answer = b"20260101000000\nx.example.\t60\tIN\tA\t127.0.0.1\n"
    head = f"WARC/1.1\r\nWARC-Type: response\r\nContent-Type: text/dns\r\nContent-Length: {len(answer)}\r\n\r\n"
    found = read(tmp_path / "a.warc", head.encode() + answer + b"\r\n\r\n" + WHOLE)
    assert found == [(0, None, "no HTTP answer"), (1, PAGE, "")]


def test_what_was_seen_before_is_counted_alone(tmp_path: Path) -> None:
    """A revisit has no payload; it is no second row for what it repeats, and nothing is wrong with it."""
    revisit = make_record(b"", HTML, kind="revisit")
    assert read(tmp_path / "a.warc", WHOLE + revisit) == [(0, PAGE, ""), (1, None, "revisited")]


def test_lines_of_headers_may_end_with_lf_alone(tmp_path: Path) -> None:
    """Some servers end them so, and browsers read them."""
    http = b"HTTP/1.1 200 OK\nContent-Type: text/html; charset=koi8-r\nServer: x\n\n" + PAGE + b"\r\n\r\n"
    head = b"WARC/1.1\r\nWARC-Type: response\r\nContent-Type: application/http\r\nContent-Length: %d\r\n\r\n" % len(
        http
    )
    (tmp_path / "a.warc").write_bytes(head + http)
    assert [(page.data, page.charset) for page in read_source(tmp_path / "a.warc")] == [(PAGE + b"\r\n\r\n", "koi8-r")]


def test_media_types_have_no_case(tmp_path: Path) -> None:
    """HTML is HTML however its name is written."""
    assert read(tmp_path / "a.warc", make_record(PAGE, 'Content-Type: Text/HTML; Charset="UTF-8"')) == [(0, PAGE, "")]


@pytest.mark.parametrize(
    ("name", "data", "damage"),
    [
        ("a.warc", WHOLE[:-14], "the last record found lacks 10 bytes"),
        ("a.warc", WHOLE[:200], "a record does not say how long it is, or breaks off before it does"),
        ("a.warc", make_record(PAGE, HTML, more=9999), "the last record found lacks 9995 bytes"),
        ("a.warc", make_record(b"GET", kind="request")[:-5], "the last record found lacks 1 byte"),
        ("a.warc.gz", WHOLE[:-14], "the last record found lacks 10 bytes"),
        (
            "a.warc.gz",
            gzip.compress(WHOLE * 2, mtime=0)[:-1],
            "Compressed file ended before the end-of-stream marker was reached",
        ),
    ],
)
def test_a_file_that_breaks_off_says_so(
    tmp_path: Path, name: str, data: bytes, damage: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Half a page is no page, whether the file is compressed or not and whatever its last record is."""
    data = gzip.compress(WHOLE, mtime=0) + data if data.startswith(b"\x1f") else WHOLE + data
    (tmp_path / name).write_bytes(data)
    assert run(cetr, ["extract", str(tmp_path / name)]) == 3
    captured = capsys.readouterr()
    rows = [json.loads(line)["record"] for line in captured.out.splitlines()]
    assert rows == ([0, 1] if data.startswith(b"\x1f") else [0])
    assert captured.err.endswith(f"{tmp_path / name}: unreadable: {damage}\n")


MEMBER = gzip.compress(WHOLE, mtime=0)


@pytest.mark.parametrize(
    "broken",
    [
        MEMBER[:-40],
        MEMBER[:30],
        MEMBER[:60] + bytes(60) + MEMBER[120:],
        b"\0" + MEMBER[1:],
        gzip.compress(b"no record", mtime=0),
        b"\x1f\x8b\x08 and more",
        MEMBER[:60] + bytes(60) + b"\0" + MEMBER[1:],
        gzip.compress(make_record(PAGE, HTML, more=9999), mtime=0),
    ],
    ids=["cut", "cut early", "overwritten", "no member", "no record", "no data", "two", "too long"],
)
def test_a_broken_record_costs_itself(tmp_path: Path, broken: bytes) -> None:
    """As where a crawler was killed and went on: records that are gzipped one by one are read on both sides of it."""
    pages = read(tmp_path / "a.warc.gz", MEMBER * 2 + broken + MEMBER * 3)
    assert [page for _, page, skip in pages if not skip] == [PAGE] * 5
    assert sum(skip.startswith("unreadable: ") for _, _, skip in pages) == 1
    numbers = [number for number, _, skip in pages if not skip]
    assert numbers == sorted(set(numbers))


@pytest.mark.parametrize(
    "broken",
    [
        WHOLE[:-40],
        WHOLE.replace(b"\r\n\r\nHTTP", bytes(8)),
        b"\0" + WHOLE[1:],
        WHOLE.replace(b"Content-Length", b"Content-Strength"),
        WHOLE.replace(b"secret", b""),
        WHOLE.replace(b"secret", b"WARC/1.1 has very secret"),
        make_record(PAGE, HTML, more=len(WHOLE) // 2),
        make_record(PAGE, HTML, more=9999),
        bytes(500),
    ],
    ids=["cut", "overwritten", "no record", "no length", "shorter", "longer", "half", "too long", "zeros"],
)
def test_a_broken_record_of_a_plain_file_costs_itself(tmp_path: Path, broken: bytes) -> None:
    """The page before it is known to be whole by the empty lines at its end, and the next one by its first line."""
    pages = read(tmp_path / "a.warc", WHOLE * 2 + broken + WHOLE * 3)
    assert [page for _, page, skip in pages if not skip] == [PAGE] * 5
    assert sum(skip.startswith("unreadable: ") for _, _, skip in pages) == 1


@pytest.mark.parametrize("record", [WHOLE, MEMBER], ids=["plain", "gzipped"])
def test_a_part_of_a_file_has_all_records_that_begin_in_it(tmp_path: Path, record: bytes) -> None:
    """Its beginning is damage."""
    damage, *pages = read(tmp_path / "a.warc", record[1:] + record * 2)
    assert damage[2].startswith("unreadable: it begins neither with 'WARC/' nor as a file packed with gzip")
    assert pages == [(0, PAGE, ""), (1, PAGE, "")]


@pytest.mark.parametrize("kept", [1, 2, 5, 30, len(MEMBER) - 9, len(MEMBER) - 1])
def test_a_file_that_breaks_off_has_all_records_that_are_whole(tmp_path: Path, kept: int) -> None:
    """However little there is of the next one."""
    *pages, damage = read(tmp_path / "a.warc.gz", MEMBER * 2 + MEMBER[:kept])
    assert pages == [(0, PAGE, ""), (1, PAGE, "")]
    assert damage[2].startswith("unreadable: ")


def test_what_is_only_noticed_at_the_next_record_costs_the_page(tmp_path: Path) -> None:
    """Bytes are missing or too many, so the page goes on with what follows it, or its last words are others."""
    record = gzip.compress(make_record(b"".join(b"%d " % (n * n) for n in range(9999)), HTML), mtime=0)
    found = [page for _, page, _ in read(tmp_path / "a.warc.gz", MEMBER + record[:-60] + record[-50:] + MEMBER) if page]
    assert found == [PAGE] * 2


def test_a_page_with_a_wrong_checksum_is_none(tmp_path: Path) -> None:
    """Zstandard has it at the end; what was unpacked until then looks like a page."""
    packed = io.BytesIO()
    with ZstdWriter(packed) as stream:
        stream.write(WHOLE)
    member = packed.getvalue()
    broken = member[:-1] + bytes([member[-1] ^ 1])
    assert read(tmp_path / "a.warc.zst", member + member) == [(0, PAGE, ""), (1, PAGE, "")]
    assert read(tmp_path / "a.warc.zst", broken) == [(0, None, "unreadable: Restored data doesn't match checksum")]


@pytest.mark.parametrize("how", [[], ["--by-site"]])
def test_rows_tell_the_record(tmp_path: Path, capsys: pytest.CaptureFixture[str], how: list[str]) -> None:
    """Its identifier and its date lead from a row back to the crawl."""
    (tmp_path / "a.warc").write_bytes(WHOLE)
    assert run(cetr, ["extract", str(tmp_path / "a.warc"), *how]) == 0
    row = json.loads(capsys.readouterr().out)
    assert (row["warc_record_id"], row["warc_date"]) == (
        "<urn:uuid:00000000-0000-0000-0000-000000000000>", "2026-01-01T00:00:00Z"
    )  # fmt: skip


@pytest.mark.parametrize("kind", ["response", "resource"])
def test_urls_may_be_in_angle_brackets(tmp_path: Path, kind: str) -> None:
    """The grammar of WARC 1.0 has them, and wget writes them; the page is of its site all the same."""
    record = make_record(PAGE, HTML, kind=kind).replace(b"http://x.example/", b"<http://x.example/>")
    (tmp_path / "a.warc").write_bytes(record.replace(b"application/http; msgtype=resource", b"text/html"))
    assert [page.url for page in read_source(tmp_path / "a.warc")] == ["http://x.example/"]


def test_dealt_pages_are_those_of_the_file(tmp_path: Path) -> None:
    """What is written for the parts of a cluster and read again has all that a page had but its data."""
    (tmp_path / "a.warc").write_bytes(WHOLE + make_record(b"", "Content-Type: image/png"))
    deal_pages(Grouping(), tmp_path / "a.warc", tmp_path / "dealt")
    dealt = [one.page for number in range(PARTS) for _, one in read_dealt(tmp_path / "dealt", number)]
    assert dealt == [replace(page, data=page.data and b"") for page in read_source(tmp_path / "a.warc")]


@pytest.mark.parametrize("name", ["a.warc", "a.warc.gz"])
@pytest.mark.parametrize("data", [WHOLE * 3, gzip.compress(WHOLE, mtime=0) * 3, gzip.compress(WHOLE * 3, mtime=0)])
def test_names_do_not_decide(tmp_path: Path, name: str, data: bytes) -> None:
    """A file is compressed, as a whole or record by record, or it is not: all its pages are there."""
    assert read(tmp_path / name, data) == [(0, PAGE, ""), (1, PAGE, ""), (2, PAGE, "")]


@pytest.mark.parametrize(
    "data", [bytes(100), b"\r\n" * 50, b"<!doctype html><p>A page"], ids=["zeros", "line ends", "HTML"]
)
def test_what_does_not_begin_as_warc_is_refused(tmp_path: Path, data: bytes) -> None:
    """A file of zeros, of line ends or of HTML is not WARC whatever its name says; an empty one has no pages."""
    why = "it begins neither with 'WARC/' nor as a file packed with gzip, zstd or lz4 does"
    assert read(tmp_path / "a.warc", data) == [(0, None, f"unreadable: {why}")]
    assert read(tmp_path / "a.warc", b"") == []


def test_a_file_that_cannot_be_opened_says_why(tmp_path: Path) -> None:
    """In the words of the system, without its number and the path, which stands before them."""
    assert [page.skip for page in number_records(tmp_path, tmp_path, 0, frozenset())] == ["unreadable: Is a directory"]

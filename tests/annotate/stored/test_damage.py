"""Stored pages that are damaged, packed without end or as a whole, or none."""

from __future__ import annotations

import gzip
import io
import json
import re
import sys
import zipfile
from contextlib import nullcontext
from datetime import UTC, datetime
from pathlib import Path

import pytest
from click.testing import CliRunner
from fastwarc import stream_io

from annotate.capture.cli import capture as capture_command
from annotate.capture.warc import Exchange, write_warc
from annotate.cli import annotate
from annotate.stored import is_stored, open_stored
from cetr.console import InputError, run
from tests.annotate.review.threads import run_beside
from tests.documents import make_document


@pytest.mark.parametrize("name", ["a.warc", "a.warc.gz", "a.wacz"])
def test_what_is_no_archive_is_named(tmp_path: Path, name: str) -> None:
    """The error is one line that names the file."""
    file = tmp_path / name
    file.write_bytes(b"<html><p>no archive")
    with pytest.raises(InputError, match=rf"{name}: "), open_stored([file]):
        pass


@pytest.mark.parametrize("ending", ["gz", "zst", "lz4"])
def test_a_warc_file_is_packed_record_by_record(tmp_path: Path, ending: str) -> None:
    """If it is packed as a whole, its records cannot be found again: it is refused before any page is looked for."""
    record, other = (make_record(f"http://{name}.example/", b"", b"<p>x") for name in "ab")
    file = tmp_path / f"b.warc.{ending}"
    file.write_bytes(pack(ending, record) + pack(ending, other))
    assert is_stored(str(file))
    with open_stored([file]) as found:
        assert [found.find(url) is None for url in ("http://b.example/", "http://a.example/")] == [False, False]
    file.write_bytes(pack(ending, record + other))
    with pytest.raises(InputError) as error, open_stored([file]):
        pass
    assert str(error.value) == f"{file}: is packed as a whole, and not record by record; unpack it first"


def pack(ending: str, data: bytes) -> bytes:
    """Pack data with gzip, Zstandard or LZ4."""
    writers = {"gz": stream_io.GzipWriter, "zst": stream_io.ZstdWriter, "lz4": stream_io.Lz4Writer}
    packed = io.BytesIO()
    with writers[ending](packed) as stream:
        stream.write(data)
    return packed.getvalue()


def write_bomb(bomb: Path, size: int) -> None:
    """A WARC file of one page, packed, that is so many bytes long."""
    bomb.write_bytes(make_record("http://a.example/", b"Content-Encoding: gzip\r\n", gzip.compress(b"0" * size)))


def make_record(url: str, headers: bytes, body: bytes) -> bytes:
    """The record of a page."""
    payload = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n" + headers + b"\r\n" + body
    head = f"WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: {url}\r\n"
    head += f"Content-Type: application/http; msgtype=response\r\nContent-Length: {len(payload)}\r\n\r\n"
    return head.encode() + payload + b"\r\n\r\n"


@pytest.mark.long
def test_a_stored_page_that_cannot_be_shown_is_told_with_the_reason(tmp_path: Path) -> None:
    """It unpacks without end, or redirects to what is not stored; nothing waits for it, or tries it again."""
    file, listed = tmp_path / "a.warc", tmp_path / "urls"
    write_bomb(file, 60_000_000)
    moved = Exchange("http://a.example/old", "GET", {}, 301, "OK", (("Location", "/new"),), b"")
    file.write_bytes(file.read_bytes() + gzip.decompress(write_warc([moved], datetime(2026, 1, 1, tzinfo=UTC))))
    listed.write_text("http://a.example/\nhttp://a.example/old\n", "utf-8")
    arguments = [str(file), "--urls", str(listed), "-p", str(tmp_path / "gold"), "--headless", "--select", "p"]
    result = run_beside(lambda: CliRunner().invoke(capture_command, arguments, standalone_mode=False))
    assert result.return_value == 3
    assert Path(f"{listed}.errors").read_text("utf-8").splitlines() == [
        "http://a.example/\tis stored, but cannot be read: it is damaged, or too large",
        "http://a.example/old\tredirects to a page that is not stored",
    ]


@pytest.mark.parametrize("ending", ["", "gz"])
def test_half_a_page_is_left_out(tmp_path: Path, ending: str) -> None:
    """Where a crawler was killed, the last record lacks its end; the page would look like a whole one."""
    file = tmp_path / "a.warc"
    body = " ".join(map(str, range(10_000))).encode()
    whole, half = (make_record(f"http://{name}.example/", b"", body) for name in "ab")
    if ending:
        whole, half = pack(ending, whole), pack(ending, half)
    file.write_bytes(whole + half[: len(half) // 2])
    with open_stored([file]) as found:
        assert list(found.readers) == ["http://a.example/"]
        page = found.find("http://a.example/")
        assert page is not None and page.body == body
        (loss,) = found.losses
        begin = f"{file}: what is damaged after byte {len(whole)} is left out, and so is all that follows: "
        assert re.fullmatch(re.escape(begin) + r"the last record found lacks \d+ bytes", loss)


def write_damaged(file: Path) -> None:
    """A crawl of four pages, gzipped one by one, of which the second and the last are broken."""
    records = [pack("gz", make_record(f"http://{name}.example/", b"", name.encode() * 999)) for name in "abcd"]
    for number in (1, 3):
        records[number] = records[number][:60] + bytes(9) + records[number][69:]
    file.write_bytes(b"".join(records))


def test_a_damaged_record_costs_itself(tmp_path: Path) -> None:
    """The pages on both sides of it are found; one line says where the file is damaged."""
    file = tmp_path / "a.warc.gz"
    write_damaged(file)
    with open_stored([file]) as found:
        assert (found.pages, found.is_damaged) == (("http://a.example/", "http://c.example/"), True)
        assert [found.read_html(url)[0] for url in found.pages] == ["a", "c"]
        (loss,) = found.losses
    assert loss.startswith(f"{file}: what is damaged after byte 0 and in 1 more place is left out")


def test_broken_http_headers_cost_their_record(tmp_path: Path) -> None:
    """As they do in `cetr extract`."""
    file = tmp_path / "a.warc"
    long = b"X: " + b"x" * 40_000 + b"\r\n"
    file.write_bytes(make_record("http://a.example/", long, b"<p>a") + make_record("http://b.example/", b"", b"<p>b"))
    with open_stored([file]) as found:
        assert found.pages == ("http://b.example/",)
        (loss,) = found.losses
    assert loss.startswith(f"{file}: what is damaged after byte 0 is left out: its HTTP headers are broken (")


@pytest.mark.parametrize(
    ("whole", "damaged", "why"),
    [
        (b"<p>here", b"<p>hero", "Bad CRC-32 for file 'archive/a.warc'"),
        # In the directory of the archive, the flags of its first file.
        (b"PK\x01\x02\x14\x03\x14\0\0", b"PK\x01\x02\x14\x03\x14\0\x01", "File 'archive/a.warc' is encrypted"),
    ],
)
def test_a_damaged_file_in_an_archive_does_not_hide_the_others(
    tmp_path: Path, whole: bytes, damaged: bytes, why: str
) -> None:
    """Their pages are found; one line names it."""
    file = tmp_path / "a.wacz"
    with zipfile.ZipFile(file, "w") as archive:
        for name in "ab":
            archive.writestr(f"archive/{name}.warc", make_record(f"http://{name}.example/", b"", b"<p>here"))
    file.write_bytes(file.read_bytes().replace(whole, damaged, 1))
    with open_stored([file]) as found:
        assert (found.pages, found.is_damaged) == (("http://b.example/",), True)
        (loss,) = found.losses
    assert loss.startswith(f"{file}: archive/a.warc: {why}")


def test_a_file_that_cannot_be_read_does_not_hide_the_others(tmp_path: Path) -> None:
    """As where a download of many files has stored an error page; each is told in one line."""
    files = [tmp_path / name for name in ("a.warc", "b.wacz", "c.warc")]
    for file in files[:2]:
        file.write_bytes(b"<p>Access denied")
    files[2].write_bytes(make_record("http://c.example/", b"", b"<p>c"))
    with open_stored(files) as found:
        assert (found.pages, found.is_damaged) == (("http://c.example/",), True)
        no_warc, no_wacz = found.losses
    assert no_warc.startswith(f"{files[0]}: cannot be read as a WARC file: ")
    assert no_wacz == f"{files[1]}: is not a zip file, or its end is missing; only whole records can be read"


def test_what_reads_crawls_may_lack(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """That is no damage of a file; nothing is read."""
    crawl, lines = tmp_path / "a.warc", tmp_path / "b.jsonl"
    crawl.write_bytes(make_record("http://a.example/", b"", b"<p>a"))
    lines.write_text(json.dumps({"url": "http://b.example/", "html": "<p>b"}), "utf-8")
    monkeypatch.setitem(sys.modules, "fastwarc.warc", None)
    with pytest.raises(InputError, match=r"^reading WARC files needs fastwarc: "), open_stored([crawl, lines]):
        pass


def test_a_damaged_list_of_pages_costs_itself(tmp_path: Path) -> None:
    """Then all documents are pages; a line that is no record of a page is none."""
    file = tmp_path / "a.wacz"
    listed = json.dumps({"url": "http://a.example/"})
    told = (f"{file}: pages/pages.jsonl: is not a list in JSON Lines",)
    for line, pages, losses in (
        ("[]", "a", ()), ('{"url": 3}', "a", ()), ("{", "ab", told), ("[" * 100_000, "ab", told),
    ):  # fmt: skip
        with zipfile.ZipFile(file, "w") as archive:
            records = (make_record(f"http://{name}.example/", b"", b"<p>here") for name in "ab")
            archive.writestr("archive/data.warc", b"".join(records))
            archive.writestr("pages/pages.jsonl", f"{listed}\n{line}")
        with open_stored([file]) as found:
            assert found.pages == tuple(f"http://{name}.example/" for name in pages)
            assert found.losses == losses


def test_an_archive_that_breaks_off_has_the_pages_that_are_whole(tmp_path: Path) -> None:
    """Those of a download that was interrupted, and not half of one; no page at all is an error."""
    file = tmp_path / "a.wacz"
    records = [pack("gz", make_record(f"http://{name}.example/", b"", name.encode() * 999)) for name in "abc"]
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("archive/data.warc.gz", b"".join(records))
    data = file.read_bytes()
    told = f"{file}: is not a zip file, or its end is missing; only whole records can be read"
    file.write_bytes(data[: data.index(records[2]) + 60])
    with open_stored([file]) as found:
        assert (found.pages, found.losses) == (("http://a.example/", "http://b.example/"), (told,))
        assert [found.read_html(url)[0] for url in found.pages] == ["a", "b"]
    file.write_bytes(data[: data.index(records[0]) + 60])
    with pytest.raises(InputError, match=f"^{told}$"), open_stored([file]):
        pass


@pytest.mark.parametrize("command", ["capture", "harvest"])
def test_what_is_damaged_makes_the_exit_code_3(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    """Even if all that can be read is labelled already, so that no browser starts."""
    monkeypatch.setattr("annotate.capture.start.start_driver", nullcontext)
    file, folder, rules = tmp_path / "a.warc.gz", tmp_path / "gold", tmp_path / "rules.toml"
    write_damaged(file)
    rules.write_text('[[rules]]\nname = "all"\nurl = "*"\ntake = ["p"]\n', "utf-8")
    for name in "ac":
        make_document(folder, name, f"<p>{name}", (), url=f"http://{name}.example/", status="gold")
    options = {"capture": ["--headless", "--select", "p"], "harvest": [str(rules)]}
    assert run(annotate, [command, *options[command], str(file), "-p", str(folder)]) == 3
    assert capsys.readouterr().err.startswith(f"annotate: {file}: what is damaged after byte ")


def test_damage_is_told_with_the_candidates(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`annotate next` lists the pages that can be read."""
    file = tmp_path / "a.warc.gz"
    write_damaged(file)
    assert run(annotate, ["next", str(file), "--format", "jsonl"]) == 3
    shown = capsys.readouterr()
    assert [json.loads(line)["page"] for line in shown.out.splitlines()] == ["http://a.example/", "http://c.example/"]
    assert shown.err.count(f"annotate: {file}: what is damaged after byte ") == 1


def test_a_page_that_its_crawler_cut_off_is_left_out(tmp_path: Path) -> None:
    """It would look like a whole one; what a page loads, such as a long video, is there as far as it goes. A document
    that was cut off in a frame was no page.
    """
    file = tmp_path / "a.warc"
    pages = [make_record(f"http://{name}.example/", b"", b"<p>x") for name in "aab"]
    video = make_record("http://c.example/", b"", b"x").replace(b"text/html", b"video/mpg")
    cut = b"WARC-Truncated: length\r\nWARC-Type"
    frame = make_record("http://d.example/", b"", b"<p>x")
    status, asking = b"HTTP/1.1 200 OK\r\nContent-Type: text/html", b"GET /?a HTTP/1.1\r\nSec-Fetch-Dest: iframe"
    asked = make_record("http://d.example/", b"", b"").replace(b"response", b"request").replace(status, asking)
    file.write_bytes(b"".join((pages[0], pages[2], video, frame)).replace(b"WARC-Type", cut) + asked + pages[1])
    with open_stored([file]) as found:
        assert (found.pages, found.find("http://b.example/")) == (("http://a.example/",), None)
        assert found.find("http://c.example/") is not None
        assert found.losses == ("1 page left out: cut off by the crawler (WARC-Truncated)",)


def test_files_without_pages_are_told_if_others_have_some(tmp_path: Path) -> None:
    """As wget writes one for its own messages."""
    file, *empty = (tmp_path / f"{name}.warc" for name in "abc")
    file.write_bytes(make_record("http://a.example/", b"", b"<p>a"))
    for one in empty:
        one.write_bytes(b"")
    told = f"{empty[0]}: has no pages"
    for files, more in ((empty[:1], ""), (empty, " (like 1 other file)")):
        with open_stored([file, *files]) as found:
            assert (found.pages, found.losses) == (("http://a.example/",), (told + more,))
    with pytest.raises(InputError, match=f"^{told}$"), open_stored(empty[:1]):
        pass


def test_what_unpacks_without_end_is_not_unpacked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither the body of a response, nor a list of pages, nor a WARC file in an archive."""
    bomb = tmp_path / "a.warc"
    write_bomb(bomb, 2000)
    monkeypatch.setattr("cetr.sources.warc.MAX_BYTES", 1000)
    monkeypatch.setattr("cetr.sources.bodies.MAX_BYTES", 1000)
    with open_stored([bomb]) as found, pytest.raises(InputError, match=r"a\.warc: http://a\.example/: is longer than"):
        found.find("http://a.example/")
    monkeypatch.setattr("annotate.stored.archives.LIST_BYTES", 1000)
    monkeypatch.setattr("cetr.sources.wacz.MEMBER_BYTES", 1000)
    for name in ("pages/pages.jsonl", "archive/a.warc"):
        with zipfile.ZipFile(tmp_path / "a.wacz", "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr(name, b"WARC/" * 400)
        with pytest.raises(InputError, match=f"a.wacz: {name}: is larger than"), open_stored([tmp_path / "a.wacz"]):
            pass
    with zipfile.ZipFile(tmp_path / "b.wacz", "w", zipfile.ZIP_BZIP2) as archive:
        archive.writestr("pages/pages.jsonl", b"{}")
    with pytest.raises(InputError, match=r"b\.wacz: .* not packed with deflate"), open_stored([tmp_path / "b.wacz"]):
        pass


@pytest.mark.long
def test_a_wacz_with_a_bit_flipped_is_read_or_refused_by_its_name(tmp_path: Path) -> None:
    """A bit of a small archive is flipped, each third: what cannot be read is an error that begins with the name."""
    with zipfile.ZipFile(tmp_path / "whole.wacz", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("archive/a.warc", make_record("https://a.example/", b"", b"<p>One"))
    whole = (tmp_path / "whole.wacz").read_bytes()
    file = tmp_path / "flipped.wacz"
    refused = 0
    for bit in range(0, len(whole) * 8, 3):
        flipped = bytearray(whole)
        flipped[bit // 8] ^= 1 << bit % 8
        file.write_bytes(flipped)
        try:
            with open_stored([file]):
                pass
        except InputError as error:
            assert str(error).startswith(f"{file}: ")
            refused += 1
    assert refused > len(whole) // 3


@pytest.mark.parametrize("data", [bytes(2000), b"\r\n" * 1000], ids=["zeros", "line ends"])
@pytest.mark.parametrize("name", ["a.warc", "a.wacz"])
def test_what_does_not_begin_as_warc_is_refused_before_it_is_unpacked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, data: bytes
) -> None:
    """Zeros and line ends, of which a few bytes can unpack to gigabytes, are refused by the first of them."""
    monkeypatch.setattr("cetr.sources.wacz.MEMBER_BYTES", 1000)
    file = tmp_path / name
    file.write_bytes(data)
    where = f"{file}"
    if name == "a.wacz":
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("archive/data.warc", data)
        where = f"{file}: archive/data.warc"
    why = "it begins neither with 'WARC/' nor as a file packed with gzip, zstd or lz4 does"
    with pytest.raises(InputError, match=f"^{re.escape(f'{where}: cannot be read as a WARC file: {why}')}$"):
        open_stored([file]).__enter__()

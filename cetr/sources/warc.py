"""The pages of a WARC file: its responses with HTML, and HTML files that are stored under a URL."""

from __future__ import annotations

import io
from collections.abc import Generator, Iterator
from io import BufferedReader
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from cetr.console import InputError, count_of, name_install
from cetr.document import HTML_TYPES, UNKNOWN_TYPES, begins_as_html, parse_content_type
from cetr.sources.bodies import MAX_BYTES, Decoder, decode_body, read_codings
from cetr.sources.damage import GZIP, find_damage, find_member
from cetr.sources.pages import SourcePage
from cetr.sources.urls import is_url

if TYPE_CHECKING:
    from fastwarc.warc import ArchiveIterator, WarcRecord

WARC_SUFFIXES = (".warc", ".warc.gz", ".warc.zst", ".warc.lz4")
_BEGINNINGS = (b"WARC/", GZIP, b"\x28\xb5\x2f\xfd", b"\x04\x22\x4d\x18")
"""Of plain WARC, gzip, Zstandard and LZ4."""


def is_warc(path: str | Path) -> bool:
    """Whether a file is a WARC file, by its name."""
    return str(path).lower().endswith(WARC_SUFFIXES)


def read_warc(source: Path, done: frozenset[int]) -> Iterator[SourcePage]:
    """Read the pages of a WARC file without the finished ones; records that are not HTML pages are to be skipped."""
    yield from number_records(source, source, 0, done)


def number_records(file: Path, source: Path, first: int, done: frozenset[int]) -> Generator[SourcePage, None, int]:
    """Read the pages of a WARC file that is ``source`` or a part of it. Their numbers begin with ``first``; returns the
    next number.

    After a damage, reading goes on with the next record that is gzipped by itself, unless too much was read for it
    twice already.
    """
    numbers = count(first)
    start: int | None = 0
    try:
        with file.open("rb") as stream:
            spare = max(file.stat().st_size, MAX_BYTES)
            while start is not None and spare >= 0:
                start, twice = yield from _read_from(stream, start, source, first, numbers, done)
                spare -= twice
    except OSError as error:
        yield SourcePage(str(source), first, skip=f"unreadable: {error}")
    return next(numbers)


def _read_from(
    stream: BufferedReader, start: int, source: Path, first: int, numbers: Iterator[int], done: frozenset[int]
) -> Generator[SourcePage, None, tuple[int | None, int]]:
    """Read the pages from a place on; returns where to go on behind a damage, if anywhere, and how many bytes will
    then be read twice.
    """
    iterate = load_fastwarc()
    number, position, held, broken = first, None, None, False
    stream.seek(start)
    try:
        refuse_other(stream.peek())
        for record in iterate(stream, parse_http=False):
            if held is not None:
                yield held
            position, held, page = record.stream_pos, None, None
            if _may_be_page(record):
                number = next(numbers)
                page = None if number in done else _make_page(source, number, record)
            refuse_short(record)
            held = page
    except (OSError, ValueError, EOFError) as error:
        damage, broken = str(error), True
    else:
        damage = find_damage(stream, start if position is None else position)
        held = None if damage else held
    read = stream.tell()
    if held is not None:
        yield held
    if damage and (position is not None or start == 0):  # otherwise it adjoins the one that was told
        yield SourcePage(str(source), number, skip=f"unreadable: {damage}")
    following = find_member(stream, start if position is None else position) if broken else None
    return following, read - (following or read)


def _may_be_page(record: WarcRecord) -> bool:
    """Whether a record is a response, or a file that was stored under its URL, as `warcit` does."""
    kind = record.headers.get("WARC-Type")
    return kind == "response" or (kind == "resource" and is_url(read_target(record) or ""))


def read_target(record: WarcRecord) -> str | None:
    """The URL of a record, if it has one: WARC 1.0 puts it in angle brackets by its grammar, as wget does."""
    url = record.headers.get("WARC-Target-URI")
    return url[1:-1] if url and url.startswith("<") and url.endswith(">") else url


def refuse_other(beginning: bytes) -> None:
    """Raise `ValueError` if a file with this beginning is not WARC, plain or packed; an empty file has no records."""
    if beginning and not beginning.startswith(_BEGINNINGS):
        raise ValueError("it begins neither with 'WARC/' nor as a file packed with gzip, zstd or lz4 does")


def load_fastwarc() -> type[ArchiveIterator]:
    """What iterates over the records of a WARC file, within bounds; raises `InputError` if it is not installed."""
    try:
        from fastwarc.warc import ArchiveIterator
    except ImportError as error:
        raise InputError(f"reading WARC files needs fastwarc: {name_install('warc')}") from error
    return ArchiveIterator


def _make_page(source: Path, number: int, record: WarcRecord) -> SourcePage:
    """Make the page of a record, or say why it is not one; an unreadable record does not affect the others."""
    url = read_target(record)

    def skip(why: str) -> SourcePage:
        return SourcePage(str(source), number, url, skip=why)

    if record.headers.get("WARC-Type") == "resource":
        headers = record.headers
    else:
        try:
            record.parse_http()
        except (OSError, ValueError) as error:
            return skip(f"unreadable: record {number}: its HTTP headers are broken ({error})")
        headers = record.http_headers
        if headers is None or headers.status_code is None:
            return skip("no HTTP answer")
        if headers.status_code != 200:
            return skip(f"status {headers.status_code}")
    # The raw header: FastWARC compares media types with their case.
    kind, charset = parse_content_type(headers.get("Content-Type") or "")
    if kind not in HTML_TYPES | UNKNOWN_TYPES:
        return skip("not HTML")
    try:
        body = read_body(record)
    except InputError as error:
        return skip(f"unreadable: record {number}: {error}")
    if kind in UNKNOWN_TYPES and not begins_as_html(body):
        return skip("not HTML")
    record_id, date = record.headers.get("WARC-Record-ID"), record.headers.get("WARC-Date")
    return SourcePage(str(source), number, url, body, charset, record_id=record_id, date=date)


def read_body(record: WarcRecord) -> bytes:
    """The body of a record, with its codings undone if it is a response, whose HTTP headers have been parsed.

    Raises `InputError` that says what is wrong with it, such as that it is longer than `MAX_BYTES`.
    """
    headers = record.http_headers or record.headers
    codings = read_codings(headers.get_multiple("Content-Encoding") + headers.get_multiple("Transfer-Encoding"))
    # Not by FastWARC, which unpacks without a bound, and after a body that is broken loses the rest of the file.
    return decode_body(record.reader.read(MAX_BYTES + 1), codings, _more_decoders())


def _more_decoders() -> dict[str, Decoder]:
    """The codings that FastWARC knows."""
    from fastwarc.stream_io import BrotliReader, ZstdReader

    return {
        "br": lambda data: BrotliReader(io.BytesIO(data)).read(MAX_BYTES + 1),
        "zstd": lambda data: ZstdReader(io.BytesIO(data)).read(MAX_BYTES + 1),
    }


def refuse_short(record: WarcRecord) -> None:
    """Pass over what is left of a record; raises `EOFError` where less of it is there than it says."""
    record.consume()
    if not (record.headers.get("Content-Length") or "").isdecimal():
        raise EOFError("a record does not say how long it is, or breaks off before it does")
    missing = record.content_length - record.reader.tell()
    if missing > 0:
        raise EOFError(f"the last record found lacks {count_of(missing, 'byte')}")

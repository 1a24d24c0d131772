"""The pages of a WARC file: its responses with HTML, and HTML files that are stored under a URL."""

from __future__ import annotations

import io
from collections.abc import Generator, Iterator
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from cetr.console import InputError
from cetr.document import HTML_TYPES, UNKNOWN_TYPES, begins_as_html, parse_content_type
from cetr.sources.bodies import MAX_BYTES, Decoder, decode_body, read_codings
from cetr.sources.pages import SourcePage
from cetr.sources.records import Damage, parse_http, read_records, read_target
from cetr.sources.urls import is_url

if TYPE_CHECKING:
    from fastwarc.warc import WarcRecord

WARC_SUFFIXES = (".warc", ".warc.gz", ".warc.zst", ".warc.lz4")


def is_warc(path: str | Path) -> bool:
    """Whether a file is a WARC file, by its name."""
    return str(path).lower().endswith(WARC_SUFFIXES)


def read_warc(source: Path, done: frozenset[int]) -> Iterator[SourcePage]:
    """Read the pages of a WARC file without the finished ones; records that are not HTML pages are to be skipped."""
    yield from number_records(source, source, 0, done)


def number_records(
    file: Path, source: Path, first: int, done: frozenset[int], *, is_warc: bool = True
) -> Generator[SourcePage, None, int]:
    """Read the pages of a WARC file that is ``source`` or a part of it, or what `read_records` finds in another file.
    Their numbers begin with ``first``; returns the next number. What is damaged is a page to skip.
    """
    numbers = count(first)
    number = first

    def take(record: WarcRecord) -> SourcePage | None:
        nonlocal number
        if not _may_be_page(record):
            return None
        number = next(numbers)
        return None if number in done else _make_page(source, number, record)

    try:
        with file.open("rb") as stream:
            for found in read_records(stream, take, is_warc=is_warc):
                if isinstance(found, Damage):
                    yield SourcePage(str(source), number, skip=f"unreadable: {found.reason}")
                elif found is not None:
                    yield found
    except OSError as error:
        yield SourcePage(str(source), number, skip=f"unreadable: {error.strerror or error}")
    return next(numbers)


def _may_be_page(record: WarcRecord) -> bool:
    """Whether a record is a response, or a file that was stored under its URL, as `warcit` does."""
    kind = record.headers.get("WARC-Type")
    return kind in ("response", "revisit") or (kind == "resource" and is_url(read_target(record) or ""))


def _make_page(source: Path, number: int, record: WarcRecord) -> SourcePage:
    """Make the page of a record, or say why it is not one; an unreadable record does not affect the others."""
    url = read_target(record)

    def skip(why: str) -> SourcePage:
        return SourcePage(str(source), number, url, skip=why)

    if record.headers.get("WARC-Type") == "revisit":  # it repeats the payload of another response, which is a row
        return skip("revisited")
    if record.headers.get("WARC-Type") == "resource":
        headers = record.headers
    else:
        try:
            parse_http(record)
        except InputError as error:
            return skip(f"unreadable: record {number}: {error}")
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

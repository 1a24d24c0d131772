"""The pages of a crawl: files, folders, WARC files and the web."""

from __future__ import annotations

import gzip
import io
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from cetr.console import LINKS, InputError, count_of, leads_out, name_install
from cetr.document import HTML_TYPES, UNKNOWN_TYPES, begins_as_html, parse_content_type
from cetr.sources.bodies import MAX_BYTES, Decoder, decode_body, read_codings
from cetr.sources.source import MISSING
from cetr.sources.urls import is_url

if TYPE_CHECKING:
    from fastwarc.warc import ArchiveIterator, WarcRecord

WARC_SUFFIXES = (".warc", ".warc.gz", ".warc.zst", ".warc.lz4")
_PAGE_SUFFIXES = (".html", ".htm", ".xhtml")
_ATTACHMENTS = (".source.html", ".warc.gz")
_GZIP = b"\x1f\x8b\x08"
_BEGINNINGS = (b"WARC/", _GZIP, b"\x28\xb5\x2f\xfd", b"\x04\x22\x4d\x18")
"""Of plain WARC, gzip, Zstandard and LZ4."""


@dataclass(frozen=True, slots=True)  # of a large crawl, millions wait for the other pages of their sites
class Page:
    """One page to extract: record number ``record`` (from 0) of ``source``.

    ``data`` is None for a file or a URL, which the worker reads itself. ``skip`` says why a record is not a page; it
    then has no data. ``record_id`` and ``date`` are what a WARC file says of the record.
    """

    source: str
    record: int
    url: str | None = None
    data: bytes | None = None
    charset: str | None = None
    skip: str = ""
    record_id: str | None = None
    date: str | None = None


def find_sources(places: Iterable[str]) -> list[Path | str]:
    """Find what places name, each once: files, the HTML and WARC files in folders, sorted, and URLs as strings.

    Of a document in a test package, only its page counts, not the served response or the recorded exchange. Raises
    `InputError` if a folder has no such files, or a link that leads out of it: it may be a stranger's, and lead to
    anything that the user may read.
    """
    sources: list[Path | str] = []
    for place in places:
        if is_url(place):
            sources.append(place)
            continue
        path = Path(place)
        if path.is_dir():
            found = sorted(p for p in path.rglob("*") if _is_source(p, path) and p.is_file())
            if not found:
                raise InputError(f"{place}: has no HTML or WARC files")
            if stray := next((p for p in found if leads_out(p, path)), None):
                raise InputError(
                    f"{stray}: is a link that leads out of {place}; put the file itself there, or name the folder to"
                    f" which it leads in the environment variable {LINKS}"
                )
            sources += found
        elif path.exists():
            sources.append(path)
        elif place == "-":
            raise InputError(
                "-: standard input can only be extracted alone; save the page as a file to extract it with others"
            )
        else:
            raise InputError(f"{place}: {MISSING}")
    return list(dict.fromkeys(sources))


def _is_source(path: Path, folder: Path) -> bool:
    if any(part.startswith(".") for part in path.relative_to(folder).parts):
        return False
    if not (is_warc(path) or path.name.lower().endswith(_PAGE_SUFFIXES)) or _is_attachment(path):
        return False
    return not any(_belongs_to_page(parent) for parent in path.parents if parent.is_relative_to(folder))


def _belongs_to_page(folder: Path) -> bool:
    """Whether a browser put this folder beside a saved page, with the page's frames and pictures."""
    page = folder.name.removesuffix("_files")
    return page != folder.name and any(folder.with_name(page + suffix).is_file() for suffix in _PAGE_SUFFIXES)


def _is_attachment(path: Path) -> bool:
    """Whether a file holds another form of a page of a test package."""
    suffix = next((suffix for suffix in _ATTACHMENTS if path.name.endswith(suffix)), None)
    if suffix is None:
        return False
    document = path.name.removesuffix(suffix)
    return all(path.with_name(document + kind).exists() for kind in (".html", ".json"))


def is_warc(path: str | Path) -> bool:
    """Whether a file is a WARC file, by its name."""
    return str(path).lower().endswith(WARC_SUFFIXES)


def read_pages(source: Path | str, done: frozenset[int] = frozenset()) -> Iterator[Page]:
    """Read the pages of a file, without the finished records; what cannot be read is a page to skip.

    A string is the URL of a page, which the worker fetches.
    """
    if isinstance(source, str):
        if 0 not in done:
            yield Page(source, 0, source)
    elif is_warc(source):
        yield from _read_warc(source, done)
    elif 0 not in done:
        yield Page(str(source), 0)


def _read_warc(source: Path, done: frozenset[int]) -> Iterator[Page]:
    """Read the responses of a WARC file, numbered; those that are not HTML pages are to be skipped."""
    iterate = load_fastwarc()
    number, position, held = -1, 0, None
    try:
        with source.open("rb") as stream:
            refuse_other(stream.peek())
            for record in iterate(stream, parse_http=False):
                if held is not None:
                    yield held
                position, held, page = record.stream_pos, None, None
                if record.headers.get("WARC-Type") == "response":
                    number += 1
                    page = None if number in done else _make_page(source, number, record)
                _refuse_short(record)
                held = page
    except (OSError, ValueError, EOFError) as error:
        # What follows a broken record cannot be found.
        damage = str(error)
    else:
        damage = _find_damage(source, position)
        held = None if damage else held
    if held is not None:
        yield held
    if damage:
        yield Page(str(source), max(number, 0), skip=f"unreadable: {damage}")


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


def _make_page(source: Path, number: int, record: WarcRecord) -> Page:
    """Make the page of a response, or say why it is not one; an unreadable record does not affect the others."""
    url = record.headers.get("WARC-Target-URI")

    def skip(why: str) -> Page:
        return Page(str(source), number, url, skip=why)

    try:
        record.parse_http()
    except (OSError, ValueError) as error:
        return skip(f"unreadable: record {number}: its HTTP headers are broken ({error})")
    headers = record.http_headers
    status = headers.status_code if headers else None
    if headers is None or status is None:
        return skip("no HTTP answer")
    if status != 200:
        return skip(f"status {status}")
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
    return Page(str(source), number, url, body, charset, record_id=record_id, date=date)


def read_body(record: WarcRecord) -> bytes:
    """The body of a response, whose HTTP headers have been parsed, with its codings undone.

    Raises `InputError` that says what is wrong with it, such as that it is longer than `MAX_BYTES`.
    """
    headers = record.http_headers
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


def _refuse_short(record: WarcRecord) -> None:
    """Pass over what is left of a record; raises `EOFError` where less of it is there than it says."""
    record.consume()
    if not (record.headers.get("Content-Length") or "").isdecimal():
        raise EOFError("a record does not say how long it is, or breaks off before it does")
    missing = record.content_length - record.reader.tell()
    if missing > 0:
        raise EOFError(f"the last record found lacks {count_of(missing, 'byte')}")


def _find_damage(source: Path, position: int) -> str:
    """What is wrong with a gzipped file from its last record on, where the reader of WARC ends without a word."""
    try:
        with source.open("rb") as file:
            # The file itself tells whether it is gzipped, and whether the record is a member of its own.
            file.seek(position)
            if file.read(len(_GZIP)) != _GZIP:
                position = 0
            file.seek(position)
            if file.read(len(_GZIP)) != _GZIP:
                return ""
            file.seek(position)
            with gzip.GzipFile(fileobj=file) as stream:
                while stream.read(1 << 20):
                    pass
    except (OSError, EOFError, zlib.error) as error:
        return str(error)
    return ""

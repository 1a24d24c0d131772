"""Read stored pages: WARC (plain or gzipped), WACZ, JSON Lines of ``url`` and ``html``, folders and files.

WARC is ISO 28500; WACZ is a zip of WARC files under ``archive/`` and lists of pages under ``pages/`` (Webrecorder, WACZ
1.1.1). Bodies are read on demand; only an index of their places is kept.
"""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from annotate.capture.stored.folders import find_base, is_page_file, open_files
from annotate.capture.stored.pages import Response, Stored
from cetr.console import InputError, open_scratch, open_zip, read_bounded, read_lines
from cetr.document import HTML_TYPES, UNKNOWN_TYPES, begins_as_html, parse_content_type
from cetr.sources import is_url, list_warcs, load_fastwarc, read_body, refuse_other, unpack_warc

if TYPE_CHECKING:
    from fastwarc.warc import HeaderMap, WarcRecord

Readers = dict[str, Callable[[], Response]]

LIST_BYTES = 128_000_000
"""The most bytes to which a list of pages in an archive may unpack."""

_WARC = (".warc", ".warc.gz")
_ENDINGS = (*_WARC, ".wacz", ".jsonl")


def is_stored(name: str, url: str = "") -> bool:
    """Whether a name is that of stored pages: a file, a folder, or a page whose ``url`` is known or given in it."""
    path = Path(name)
    try:
        if path.is_dir() or (name.lower().endswith(_ENDINGS) and path.is_file()):
            return True
        return is_page_file(path) and bool(url or find_base(path))
    except OSError:  # no file can have that name
        return False


@contextmanager
def open_stored(files: Iterable[Path], url: str = "") -> Iterator[Stored]:
    """Open the pages of files and folders, the latter under ``url``; the first of several pages of an archive counts.

    Raises `InputError` if something cannot be read, or two files are pages with the same URL.
    """
    pages: dict[str, None] = {}
    readers: Readers = {}
    with open_scratch() as unpacked:
        for number, file in enumerate(files):
            found, reading = _open_file(file, unpacked / str(number), url)
            if file.is_dir() or is_page_file(file):
                _refuse_same(file, found, pages)
            pages |= dict.fromkeys(found)
            readers = reading | readers
            if not found:
                raise InputError(f"{file}: has no pages")
        yield Stored(tuple(pages), readers)


def _refuse_same(file: Path, urls: Iterable[str], before: Iterable[str]) -> None:
    known = set(before)
    for url in urls:
        if url in known:
            raise InputError(
                f"{file}: {url}: two pages have this URL; pass their folder with --url, so that each gets its own"
            )
        known.add(url)


def _open_file(file: Path, unpacked: Path, url: str) -> tuple[list[str], Readers]:
    if file.is_dir() or is_page_file(file):
        return open_files(file, url)
    if file.name.lower().endswith(".jsonl"):
        readers = _index_lines(file)
        return list(readers), readers
    if file.name.lower().endswith(".wacz"):
        return _open_wacz(file, unpacked)
    return _index_warc(file, str(file))


# --- JSON Lines


def _index_lines(file: Path) -> Readers:
    readers: Readers = {}
    with file.open("rb") as lines:
        at = 0
        for number, line in enumerate(read_lines(lines, str(file)), 1):
            if line.strip():
                url = _parse_line(line, f"{file}: line {number}")["url"]
                if not is_url(url):
                    raise InputError(f"{file}: line {number}: url: needs a URL that begins with http:// or https://")
                readers.setdefault(url, partial(_read_line, file, at, len(line), number))
            at += len(line)
    return readers


def _parse_line(line: bytes, where: str) -> dict[str, str]:
    try:
        record = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise InputError(f"{where}: is not JSON") from error
    if not isinstance(record, dict) or not all(isinstance(record.get(key), str) for key in ("url", "html")):
        raise InputError(f"{where}: needs 'url' and 'html', both strings")
    return record


def _read_line(file: Path, at: int, size: int, number: int) -> Response:
    with file.open("rb") as lines:
        lines.seek(at)
        record = _parse_line(lines.read(size), f"{file}: line {number}")
    headers = (("Content-Type", "text/html; charset=utf-8"),)
    return Response(200, "OK", headers, record["html"].encode("utf-8", "replace"))


# --- WARC and WACZ


def _open_wacz(file: Path, unpacked: Path) -> tuple[list[str], Readers]:
    """Open the pages that an archive lists or, if it lists none, those of its WARC files."""
    unpacked.mkdir()
    found: list[str] = []
    readers: Readers = {}
    try:
        with open_zip(file) as archive:
            for name in list_warcs(archive, str(file)):
                path = unpack_warc(archive, name, unpacked, str(file))
                pages, reading = _index_warc(path, f"{file}: {name}")
                found, readers = found + pages, reading | readers
            listed = list(_read_lists(archive, file))
    except InputError:
        raise
    except (zipfile.BadZipFile, OSError, RuntimeError, ValueError, AttributeError) as error:
        raise InputError(f"{file}: cannot be read as a WACZ file: {error}") from error
    return [url for url in listed if url in readers] or found, readers


def _read_lists(archive: zipfile.ZipFile, file: Path) -> Iterator[str]:
    for name in sorted(archive.namelist()):
        if name.startswith("pages/") and name.endswith(".jsonl"):
            with archive.open(name) as packed:
                lines = read_bounded(packed, LIST_BYTES, f"{file}: {name}").splitlines()
            records = (json.loads(line) for line in lines if line.strip())
            yield from (record["url"] for record in records if isinstance(record.get("url"), str))


def _index_warc(path: Path, named: str) -> tuple[list[str], Readers]:
    """Index the responses, and files that are stored under an address. A page is a document that was not loaded in a
    frame, as far as its requests tell.
    """
    readers: Readers = {}
    pages: dict[str, None] = {}
    framed: set[str] = set()
    try:
        with path.open("rb") as file:
            refuse_other(file.peek())
            for record in load_fastwarc()(file, parse_http=True):
                url, kind = record.headers.get("WARC-Target-URI"), record.headers.get("WARC-Type")
                headers = record.headers if kind == "resource" else record.http_headers
                if url is None or headers is None or not is_url(url):
                    continue
                if kind == "request" and headers.get("Sec-Fetch-Dest", "document") != "document":
                    framed.add(url)
                if kind in ("response", "resource") and url not in readers:
                    readers[url] = partial(_read_record, path, record.stream_pos, f"{named}: {url}")
                    if (kind == "resource" or headers.status_code == 200) and _is_html(record, headers):
                        pages[url] = None
    except (OSError, ValueError, EOFError) as error:
        raise InputError(f"{named}: cannot be read as a WARC file: {error}") from error
    return [url for url in pages if url not in framed], readers


def _is_html(record: WarcRecord, headers: HeaderMap) -> bool:
    kind, _ = parse_content_type(headers.get("Content-Type") or "")
    if kind not in UNKNOWN_TYPES:
        return kind in HTML_TYPES
    try:
        return begins_as_html(read_body(record))
    except InputError:
        return False


def _read_record(path: Path, at: int, named: str) -> Response:
    with path.open("rb") as file:
        file.seek(at)
        record = next(iter(load_fastwarc()(file, parse_http=True)), None)
        if record is None:
            raise InputError(f"{named}: cannot be found again: the file is packed as a whole; unpack it with gunzip")
        http = record.http_headers
        try:
            body = read_body(record)
        except InputError as error:
            raise InputError(f"{named}: {error}") from error
        if record.headers.get("WARC-Type") == "resource":
            return Response(200, "OK", (("Content-Type", record.headers.get("Content-Type") or ""),), body)
        return Response(http.status_code or 0, http.reason_phrase or "", tuple(http), body)

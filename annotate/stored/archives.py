"""Pages in WARC files (ISO 28500) and WACZ files.

WACZ is a zip of WARC files under ``archive/`` and lists of pages under ``pages/`` (Webrecorder, WACZ 1.1.1). Bodies are
read on demand; only an index of their places is kept.
"""

from __future__ import annotations

import json
import zipfile
from collections.abc import Iterator, Set
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO
from urllib.parse import urljoin

from annotate.stored.pages import Readers, Response, spell_url
from cetr.console import InputError, open_zip, read_bounded
from cetr.document import HTML_TYPES, UNKNOWN_TYPES, begins_as_html, parse_content_type
from cetr.sources import (
    is_url,
    list_warcs,
    load_fastwarc,
    read_body,
    read_target,
    refuse_other,
    refuse_short,
    unpack_warc,
)

if TYPE_CHECKING:
    from fastwarc.warc import HeaderMap, WarcRecord

LIST_BYTES = 128_000_000
"""The most bytes to which a list of pages in an archive may unpack."""
_MOST_REDIRECTS = 20
"""How many redirects are followed from a listed URL, as browsers do."""


def open_wacz(file: Path, unpacked: Path) -> tuple[list[str], Readers]:
    """Open the pages that an archive lists, or to which what it lists redirects; if there are none, those of its WARC
    files.
    """
    unpacked.mkdir()
    found: list[str] = []
    readers: Readers = {}
    try:
        with open_zip(file) as archive:
            for name in list_warcs(archive, str(file)):
                path = unpack_warc(archive, name, unpacked, str(file))
                pages, reading = index_warc(path, f"{file}: {name}")
                found, readers = found + pages, reading | readers
            listed = list(_read_lists(archive, file))
    except InputError:
        raise
    except (zipfile.BadZipFile, OSError, RuntimeError, ValueError, AttributeError) as error:
        raise InputError(f"{file}: cannot be read as a WACZ file: {error}") from error
    known = frozenset(found)
    return [page for url in listed if (page := _follow(url, known, readers))] or found, readers


def _follow(url: str, pages: Set[str], readers: Readers) -> str | None:
    """Follow stored redirects to a page."""
    try:
        for _ in range(_MOST_REDIRECTS):
            if url in pages or url not in readers:
                break
            response = readers[url]()
            targets = [value for name, value in response.headers if name.lower() == "location"]
            if not (300 <= response.status < 400 and targets):
                break
            url = spell_url(urljoin(url, targets[0]))
    except ValueError:  # damaged, or leads to what is no URL
        return None
    return url if url in pages else None


def _read_lists(archive: zipfile.ZipFile, file: Path) -> Iterator[str]:
    for name in sorted(archive.namelist()):
        if name.startswith("pages/") and name.endswith(".jsonl"):
            with archive.open(name) as packed:
                lines = read_bounded(packed, LIST_BYTES, f"{file}: {name}").splitlines()
            records = (json.loads(line) for line in lines if line.strip())
            yield from (spell_url(record["url"]) for record in records if isinstance(record.get("url"), str))


def index_warc(path: Path, named: str) -> tuple[list[str], Readers]:
    """Index the responses, and files that are stored under an address. A page is a document that was not only loaded
    in a frame or fetched by a script, as far as its requests tell.
    """
    readers: Readers = {}
    pages: dict[str, None] = {}
    asked: dict[str, bool] = {}  # URL -> whether it was requested for a page
    try:
        with path.open("rb") as file:
            refuse_other(file.peek())
            for number, record in enumerate(load_fastwarc()(file, parse_http=True)):
                if number == 1:
                    with path.open("rb") as again:
                        _find_record(again, record.stream_pos, named)
                target, kind = read_target(record), record.headers.get("WARC-Type")
                headers = record.headers if kind == "resource" else record.http_headers
                if target is None or headers is None or not is_url(target):
                    continue
                url = spell_url(target)
                if kind == "request":
                    asked[url] = asked.get(url, False) or headers.get("Sec-Fetch-Dest", "document") == "document"
                if kind in ("response", "resource") and url not in readers:
                    readers[url] = partial(_read_record, path, record.stream_pos, f"{named}: {url}")
                    if (kind == "resource" or headers.status_code == 200) and _is_html(record, headers):
                        pages[url] = None
    except InputError:
        raise
    except (OSError, ValueError, EOFError) as error:
        raise InputError(f"{named}: cannot be read as a WARC file: {error}") from error
    return [url for url in pages if asked.get(url, True)], readers


def _is_html(record: WarcRecord, headers: HeaderMap) -> bool:
    kind, _ = parse_content_type(headers.get("Content-Type") or "")
    if kind not in UNKNOWN_TYPES:
        return kind in HTML_TYPES
    try:
        return begins_as_html(read_body(record))
    except InputError:
        return False


def _find_record(file: BinaryIO, at: int, named: str) -> WarcRecord:
    file.seek(at)
    try:
        return next(iter(load_fastwarc()(file, parse_http=True)))
    except (StopIteration, OSError, ValueError, EOFError) as error:
        raise InputError(f"{named}: is packed as a whole, and not record by record; unpack it first") from error


def _read_record(path: Path, at: int, named: str) -> Response:
    with path.open("rb") as file:
        record = _find_record(file, at, named)
        http = record.http_headers
        try:
            body = read_body(record)
            refuse_short(record)
        except (OSError, ValueError, EOFError) as error:
            raise InputError(f"{named}: {error}") from error
        if record.headers.get("WARC-Type") == "resource":
            return Response(200, "OK", (("Content-Type", record.headers.get("Content-Type") or ""),), body)
        return Response(http.status_code or 0, http.reason_phrase or "", tuple(http), body)

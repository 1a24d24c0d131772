"""Pages in WARC files (ISO 28500) and WACZ files.

WACZ is a zip of WARC files under ``archive/`` and lists of pages under ``pages/`` (Webrecorder, WACZ 1.1.1). Bodies are
read on demand; only an index of their places is kept.
"""

from __future__ import annotations

import json
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from annotate.stored.holdings import Holdings, Original, Revisit
from annotate.stored.pages import Response
from cetr.console import InputError, count_of, open_zip, read_bounded
from cetr.document import HTML_TYPES, UNKNOWN_TYPES, begins_as_html, parse_content_type
from cetr.sources import (
    Damage,
    is_url,
    list_warcs,
    load_fastwarc,
    parse_http,
    read_body,
    read_records,
    read_target,
    refuse_short,
    spell_url,
    unpack_warc,
)

if TYPE_CHECKING:
    from fastwarc.warc import HeaderMap, WarcRecord

LIST_BYTES = 128_000_000
"""The most bytes to which a list of pages in an archive may unpack."""


def open_wacz(file: Path, unpacked: Path) -> Holdings:
    """Open the WARC files of an archive, and its lists of pages; what can be found of one whose end is missing."""
    if not zipfile.is_zipfile(file):  # a download that broke off
        found = index_warc(file, str(file), is_warc=False)
        damage = f"{file}: is not a zip file, or its end is missing; only whole records can be read"
        return replace(found, damages=[damage])
    unpacked.mkdir()
    whole = Holdings()
    try:
        with open_zip(file) as archive:
            for name in list_warcs(archive, str(file)):
                with _collecting(whole.damages, f"{file}: {name}"):
                    whole.join(index_warc(unpack_warc(archive, name, unpacked, str(file)), f"{file}: {name}"))
            for name in sorted(archive.namelist()):
                if name.startswith("pages/") and name.endswith(".jsonl"):
                    with _collecting(whole.damages, f"{file}: {name}"):
                        whole.listed += _read_list(archive, name, f"{file}: {name}")
    except InputError:
        raise
    except (zipfile.BadZipFile, OSError, RuntimeError, ValueError) as error:
        raise InputError(f"{file}: cannot be read as a WACZ file: {error}") from error
    return whole


@contextmanager
def _collecting(damages: list[str], where: str) -> Iterator[None]:
    """Add what is wrong with a file in an archive to the damages; the others may be whole."""
    try:
        yield
    except (InputError, zipfile.BadZipFile, RuntimeError) as error:
        damages.append(f"{where}: {str(error).removeprefix(f'{where}: ')}")


def _read_list(archive: zipfile.ZipFile, name: str, where: str) -> list[str]:
    with archive.open(name) as packed:
        lines = read_bounded(packed, LIST_BYTES, where).splitlines()
    try:
        records = [json.loads(line) for line in lines if line.strip()]
    except (ValueError, RecursionError) as error:
        raise InputError(f"{where}: is not a list in JSON Lines") from error
    found = [record.get("url") for record in records if isinstance(record, dict)]
    return [spell_url(url) for url in found if isinstance(url, str)]


def index_warc(path: Path, named: str, *, is_warc: bool = True) -> Holdings:
    """Index the responses, and files that are stored under an address, in a WARC file, or as `read_records` finds them
    in another one. A page is a document that was not only loaded in a frame or fetched by a script, as far as its
    requests tell.

    What is damaged is left out. Raises `InputError` if nothing can be read, or no record by itself.
    """
    held = Holdings()
    asked: dict[str, bool] = {}  # URL -> whether it was requested for a page
    damages: list[Damage] = []
    records = 0
    try:
        with path.open("rb") as file:
            for found in read_records(file, _look, is_warc=is_warc):
                if isinstance(found, Damage):
                    damages.append(found)
                    continue
                records += 1
                if records == 2:
                    with path.open("rb") as again:
                        _find_record(again, found.at, named)
                if found.kind == "request" and found.url:
                    asked[found.url] = asked.get(found.url, False) or found.is_page
                elif found.url:
                    _add(held, found, path, f"{named}: {found.url}")
    except OSError as error:
        raise InputError(f"{named}: cannot be read as a WARC file: {error}") from error
    if damages and not records and is_warc:
        raise InputError(f"{named}: cannot be read as a WARC file: {damages[0].reason}")
    held.pages = {url: None for url in held.pages if asked.get(url, True)}
    held.cut = [url for url in held.cut if asked.get(url, True)]
    held.revisits = [r if asked.get(r.url, True) else replace(r, may_be_page=False) for r in held.revisits]
    if damages:
        held.damages.append(f"{named}: {_describe(damages)}")
    return held


def _describe(damages: Sequence[Damage]) -> str:
    more = f"and in {count_of(len(damages) - 1, 'more place')} " if len(damages) > 1 else ""
    rest = ", and so is all that follows" if damages[-1].is_final else ""
    return f"what is damaged after byte {damages[0].behind} {more}is left out{rest}: {damages[0].reason}"


@dataclass(frozen=True, slots=True)
class _Record:
    """What the index needs of a record at a place in a file. Of a request, ``is_page`` says that a page was wanted."""

    at: int
    kind: str
    url: str = ""
    is_page: bool = False
    is_cut: bool = False
    digest: str = ""


def _look(record: WarcRecord) -> _Record | Damage:
    at, kind, target = record.stream_pos, record.headers.get("WARC-Type") or "", read_target(record)
    if kind not in ("request", "response", "resource", "revisit") or target is None or not is_url(target):
        return _Record(at, kind)
    headers: HeaderMap | None = record.headers
    if kind != "resource":
        try:
            parse_http(record)
        except InputError as error:
            return Damage(at, str(error))
        headers = record.http_headers
    if headers is None:
        return _Record(at, kind)
    if kind == "request":
        is_page = headers.get("Sec-Fetch-Dest", "document") == "document"
    elif kind == "revisit":
        media, _ = parse_content_type(headers.get("Content-Type") or "")
        is_page = headers.status_code in (None, 200, 304) and media in HTML_TYPES | UNKNOWN_TYPES
    else:
        is_page = (kind == "resource" or headers.status_code == 200) and _is_html(record, headers)
    is_cut = bool(record.headers.get("WARC-Truncated"))
    return _Record(at, kind, spell_url(target), is_page, is_cut, record.headers.get("WARC-Payload-Digest") or "")


def _add(held: Holdings, found: _Record, path: Path, named: str) -> None:
    read = partial(_read_record, path, found.at, named)
    if found.kind == "revisit":
        held.revisits.append(Revisit(found.url, found.digest, read, found.is_page))
        return
    if found.is_page and found.is_cut:
        held.cut.append(found.url)
        return
    held.add(found.url, read, is_page=found.is_page)
    if found.is_page:
        held.versions.append((found.url, read))
    if found.digest:
        held.originals.setdefault(found.digest, Original(read, found.is_page))


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
        return next(iter(load_fastwarc()(file, parse_http=False)))
    except (StopIteration, OSError, ValueError, EOFError) as error:
        raise InputError(f"{named}: is packed as a whole, and not record by record; unpack it first") from error


def _read_record(path: Path, at: int, named: str) -> Response:
    with path.open("rb") as file:
        record = _find_record(file, at, named)
        is_response = record.headers.get("WARC-Type") != "resource"
        try:
            if is_response:
                parse_http(record)
            body = read_body(record)
            refuse_short(record)
        except (OSError, ValueError, EOFError) as error:
            raise InputError(f"{named}: {error}") from error
        if not is_response:
            return Response(200, "OK", (("Content-Type", record.headers.get("Content-Type") or ""),), body)
        http = record.http_headers
        return Response(http.status_code or 0, http.reason_phrase or "", tuple(http), body)

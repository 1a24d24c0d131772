"""Pages to choose from, and pages that are already labelled."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import msgspec

from annotate.formats.streams import read_lines
from annotate.reading import Place, list_places, say_left_out
from annotate.stored import Stored
from cetr.console import TOO_LONG, InputError, Limits, map_within
from cetr.sources import is_archive, is_parquet, read_values
from evaluate.package import Document, PackageError, read_document
from evaluate.parsing import convert, parse_json

LIMITS = Limits(timeout=300)
"""What reading one page may take, and examining it."""


@dataclass(frozen=True)
class Page:
    """A page that is, or could be, in a package. ``name`` is that of the document or the row of a file, ``kind`` the
    page type, ``document`` its document, if it is one, ``requested`` the URL that led to it. Unknown facts are empty.
    """

    name: str
    url: str
    html: str
    language: str = ""
    kind: str = ""
    document: Document | None = None
    requested: str = ""


class _Row(msgspec.Struct):
    """The part of a row that is needed; other keys are ignored."""

    html: str
    url: str | None = None
    id: str | int | None = None
    language: str | None = None
    page_type: str | None = None


def is_crawl(place: Path) -> bool:
    """Whether a place is a WARC or WACZ file."""
    return is_archive(place) and not place.is_dir()


def read_candidates(source: Path) -> Iterator[Page | str]:
    """Read the drafts of a test package that can be read, or the rows of a JSON Lines or Parquet file (`read_rows`); of
    a WARC or WACZ file, none (`read_crawl`).

    Raises `InputError` for a file that is none of these.
    """
    if source.is_dir():
        yield from (page for page in read_from_package(source, drafts=True) if isinstance(page, Page))
    elif not is_crawl(source):
        yield from read_rows(source)


def read_crawl(crawl: Stored, urls: Iterable[str]) -> Iterator[Page | str]:
    """Read pages of a crawl; of those that cannot be read, yields why they are left out."""
    for url in urls:
        try:
            html = crawl.read_html(url)
        except InputError as error:
            yield f"{error}; left out"
        else:
            yield Page(url, url, html)


def read_rows(source: Path) -> Iterator[Page | str]:
    """Read the pages of a JSON Lines file (also .gz, .xz) or a Parquet file, with ``html`` and ``url``.

    A page is named by its ``id``, or by its row. Of a row that is no page, yields why (`leave_out`).
    """
    rows = enumerate(read_values(source, _Row.__struct_fields__), 1) if is_parquet(source) else read_lines(source)
    for number, row in rows:
        try:
            yield _parse_row(row, number, f"{source}: row {number}")
        except InputError as error:
            yield str(error)


def _parse_row(row: Mapping[str, object] | bytes | None, number: int, where: str) -> Page:
    if row is None:
        raise InputError(f"{where}: {TOO_LONG}")
    parsed = parse_json(row, _Row, where) if isinstance(row, bytes) else convert(row, _Row, where)
    name = f"row {number}" if parsed.id in (None, "") else str(parsed.id)
    return Page(name, parsed.url or "", parsed.html, parsed.language or "", parsed.page_type or "")


def read_from_package(folder: Path, *, drafts: bool) -> Iterator[Page | str]:
    """Read the drafts of a package, or its other pages; of pages that cannot be read, yields why they are left out."""
    for document in map_within(LIMITS, _read, list_places([folder]), 1, say_left_out):
        if isinstance(document, str):
            yield document
        elif drafts == (document.meta.status == "draft"):
            meta, led = document.meta, document.meta.extra.get("requested")
            requested = led if isinstance(led, str) else ""
            language, kind = meta.language or "", meta.page_type or ""
            yield Page(document.name, meta.url, document.html, language, kind, document, requested)


def _read(place: Place) -> Document | str:
    try:
        return read_document(*place)
    except PackageError as error:
        return say_left_out(place, str(error))

"""The pages of a person who restores gold: packages, folders, WARC and WACZ files, JSON Lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import msgspec

from annotate.formats.streams import LINE_LIMIT, read_lines
from cetr.console import InputError
from cetr.document import find_host, read_url
from cetr.sources import SourcePage, decode_page, find_sources, load_html, read_source
from evaluate.parsing import parse_json

_LINES = (".jsonl", ".jsonl.gz", ".jsonl.xz", ".jsonl.bz2")


class _Row(msgspec.Struct):
    """The part of a line of a JSON Lines file that is needed; other keys are ignored."""

    html: str
    url: str = ""
    id: str | int | None = None


@dataclass(frozen=True)
class OwnPage:
    """A page. ``name`` is that of its file or row, ``html`` None if it is still to be read from ``source``."""

    name: str
    url: str
    source: SourcePage | None = None
    html: str | None = None


def find_pages(places: Iterable[str]) -> Iterator[OwnPage]:
    """List the pages of all places. Raises `InputError` if a place cannot be read."""
    for place in places:
        if place.lower().endswith(_LINES):
            yield from _list_rows(Path(place))
            continue
        for source in find_sources([place]):
            for page in read_source(source):
                if not page.skip:
                    url = page.url or (read_url(Path(page.source)) if page.data is None else None)
                    yield OwnPage(Path(page.source).stem, url or "", page)


def _list_rows(path: Path) -> Iterator[OwnPage]:
    for number, line in read_lines(path):
        if line is None:
            raise InputError(f"{path}: row {number}: is longer than {LINE_LIMIT // 1_000_000} MB, the limit")
        row: _Row = parse_json(line, _Row, f"{path}: row {number}")
        yield OwnPage("" if row.id is None else str(row.id), row.url, html=row.html)


def read_html(page: OwnPage) -> str:
    """Read the HTML of a page. Raises `InputError` if there is none."""
    if page.html is not None:
        return page.html
    assert page.source is not None
    data = page.source.data
    return load_html(page.source.source) if data is None else decode_page(data, page.name, page.source.charset)


def find_key(url: str) -> str:
    """Return what the URLs of a page have in common: not the scheme, ``www.``, the fragment, or a slash at the end."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return url
    return f"{find_host(url)}{parts.path.rstrip('/')}?{parts.query}"

"""The pages of a person who restores gold: packages, folders, WARC and WACZ files, JSON Lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote, urlsplit

from annotate.next.pages import read_rows
from cetr.document import find_host, read_metadata_file
from cetr.sources import SourcePage, decode_page, find_sources, load_html, read_source
from evaluate.package import read_document

_LINES = (".jsonl", ".jsonl.gz", ".jsonl.xz", ".jsonl.bz2")


@dataclass(frozen=True)
class OwnPage:
    """A page. ``name`` is that of its file or row; ``urls`` are its own and the one that led to it.

    ``html`` is None if it is still to be read from ``source``, which is a document of a test package or not.
    """

    name: str
    urls: tuple[str, ...]
    source: SourcePage | None = None
    html: str | None = None
    is_document: bool = False


def find_pages(places: Iterable[str]) -> Iterator[OwnPage]:
    """List the pages of all places. Raises `InputError` if a place cannot be read."""
    for place in places:
        if place.lower().endswith(_LINES):
            for row in read_rows(Path(place)):
                yield OwnPage(row.name, (row.url,) if row.url else (), html=row.html)
            continue
        for source in find_sources([place]):
            for page in read_source(source):
                if not page.skip:
                    yield _find_facts(page)


def _find_facts(page: SourcePage) -> OwnPage:
    name = Path(page.source).stem
    if page.url or page.data is not None:
        return OwnPage(name, (page.url,) if page.url else (), page)
    meta = read_metadata_file(Path(page.source))
    extra = meta.get("extra")
    requested, known = (extra.get("requested"), extra.get("id", name)) if isinstance(extra, dict) else (None, name)
    has_text = Path(page.source).with_suffix(".txt").is_file()  # as a document has, and a loose page has not
    urls = tuple(url for url in (meta.get("url"), requested) if url and isinstance(url, str))
    return OwnPage(str(known), urls, page, is_document="html_sha256" in meta and has_text)


def read_html(page: OwnPage) -> str:
    """Read the HTML of a page. Raises `InputError` if there is none."""
    if page.html is not None:
        return page.html
    assert page.source is not None
    if page.is_document:
        path = Path(page.source.source)
        return read_document(path.parent, path.stem).html
    data = page.source.data
    return load_html(page.source.source) if data is None else decode_page(data, page.name, page.source.charset)


def find_key(url: str) -> str:
    """Return what the URLs of a page have in common: not the scheme, ``www.``, the fragment, a slash at the end, or
    what is percent-encoded.
    """
    try:
        parts = urlsplit(url)
    except ValueError:
        return url
    return f"{find_host(url)}{unquote(parts.path).rstrip('/')}?{unquote(parts.query)}"

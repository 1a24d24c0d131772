"""The pages of a person who restores gold: packages, folders, WARC and WACZ files, JSON Lines, Parquet."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, MutableMapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from urllib.parse import unquote, urlsplit

from annotate.next.pages import read_rows
from annotate.reading import leave_out
from annotate.stored import Stored, read_version
from cetr.console import strip_packing
from cetr.document import find_host, read_metadata_file
from cetr.sources import find_sources, is_archive, is_rows, load_html
from evaluate.package import read_document


@dataclass(frozen=True)
class OwnPage:
    """A page. ``name`` is that of its file or row; ``urls`` are its own and the one that led to it.

    ``read`` reads its HTML, in any process. It raises `InputError` if there is none.
    """

    name: str
    urls: tuple[str, ...]
    read: Callable[[], str]


def find_crawls(places: Iterable[str]) -> list[Path]:
    """Find the WARC and WACZ files of all places, each once. Raises `InputError` if a place cannot be read."""
    return [source for source in find_sources(places) if isinstance(source, Path) and is_archive(source)]


def find_pages(places: Iterable[str], crawl: Stored, refused: MutableMapping[Path, str]) -> Iterator[OwnPage]:
    """List the pages of all places, and those of their WARC and WACZ files, which are opened as one ``crawl``.

    What files have instead of pages is said in ``refused``. Raises `InputError` if a place cannot be read.
    """
    for place in places:
        for source in find_sources([place]):
            if isinstance(source, str):
                yield OwnPage(Path(source).stem, (source,), partial(load_html, source))
            elif is_rows(source):
                for row in leave_out(read_rows(source), partial(refused.__setitem__, source)):
                    yield OwnPage(row.name, (row.url,) if row.url else (), partial(str, row.html))
            elif not is_archive(source):
                yield _find_facts(source)
    for version in crawl.list_versions():
        yield OwnPage("", version[:1], partial(read_version, version))


def _find_facts(path: Path) -> OwnPage:
    name, meta = Path(strip_packing(path.name)).stem, read_metadata_file(path)
    extra = meta.get("extra")
    requested, known = (extra.get("requested"), extra.get("id", name)) if isinstance(extra, dict) else (None, name)
    urls = tuple(url for url in (meta.get("url"), requested) if url and isinstance(url, str))
    has_text = path.with_suffix(".txt").is_file()  # as a document has, and a loose page has not
    is_document = "html_sha256" in meta and has_text
    read = partial(_read_document, path) if is_document else partial(load_html, str(path))
    return OwnPage(str(known), urls, read)


def _read_document(path: Path) -> str:
    return read_document(path.parent, path.stem).html


def find_key(url: str) -> str:
    """Return what the URLs of a page have in common: not the scheme, ``www.``, the fragment, a slash at the end, or
    what is percent-encoded.
    """
    try:
        parts = urlsplit(url)
    except ValueError:
        return url
    return f"{find_host(url)}{unquote(parts.path).rstrip('/')}?{unquote(parts.query)}"

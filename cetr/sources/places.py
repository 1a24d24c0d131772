"""The places that people name, files, folders, WARC and WACZ files and URLs, and the pages there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from cetr.console import LINKS, InputError, leads_out, strip_packing
from cetr.sources.pages import SourcePage
from cetr.sources.parquet import is_parquet, load_pyarrow
from cetr.sources.records import load_fastwarc
from cetr.sources.rows import is_rows, name_row, read_rows
from cetr.sources.saved import SavedFolder
from cetr.sources.source import MISSING
from cetr.sources.urls import is_url
from cetr.sources.wacz import is_wacz, read_wacz
from cetr.sources.warc import is_warc, read_warc

_PAGE_SUFFIXES = (".html", ".htm", ".xhtml")
_ATTACHMENTS = (".source.html", ".warc.gz")


def is_archive(place: str | Path) -> bool:
    """Whether a file holds the pages of a crawl, by its name."""
    return is_warc(place) or is_wacz(place)


def holds_pages(place: str | Path) -> bool:
    """Whether a file holds the pages of a crawl, or pages in JSON Lines or Parquet, by its name."""
    return is_archive(place) or is_rows(place)


def name_record(page: SourcePage) -> str:
    """Name a page within a file that holds several, for the beginning of a message; empty for others."""
    if page.data is None or not holds_pages(page.source):
        return ""
    return f"{name_row(page.source, page.record)}: " if is_rows(page.source) else f"record {page.record}: "


def find_sources(places: Iterable[str]) -> list[Path | str]:
    """Find what places name, each once: files, the HTML, WARC and WACZ files in folders, sorted, and URLs as strings.

    HTML files may be packed, such as ``page.html.gz``. Of a document in a test package, only its page counts, not the
    served response or the recorded exchange. Raises `InputError` if a folder has no such files, or a link that leads
    out of it: it may be a stranger's, and lead to anything that the user may read.
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
                raise InputError(
                    f"{place}: has no HTML, WARC or WACZ files; name JSON Lines or Parquet files themselves; links to"
                    " folders are not followed"
                )
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
    once: dict[Path | str, Path | str] = {}
    for source in sources:
        once.setdefault(source if isinstance(source, str) else source.parent.resolve() / source.name, source)
    return list(once.values())


def _is_source(path: Path, folder: Path) -> bool:
    if any(part.startswith(".") for part in path.relative_to(folder).parts):
        return False
    is_page = strip_packing(path.name).lower().endswith(_PAGE_SUFFIXES)
    if not (is_archive(path) or is_page) or _is_attachment(path):
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


def load_readers(sources: Iterable[Path | str]) -> None:
    """Load the libraries that read these files; raises `InputError` if one is not installed."""
    files = [source for source in sources if isinstance(source, Path)]
    if any(map(is_archive, files)):
        load_fastwarc()
    if any(map(is_parquet, files)):
        load_pyarrow()


def read_source(
    source: Path | str, done: frozenset[int] = frozenset(), site_key: str = "", saved: SavedFolder | None = None
) -> Iterator[SourcePage]:
    """Read the pages of a file, without the finished records; what cannot be read is a page to skip.

    ``site_key`` is the field of a row that names the site of its page. ``saved`` says which URLs the files of a folder
    have. A string is the URL of a page, which the worker fetches.
    """
    if isinstance(source, str):
        if 0 not in done:
            yield SourcePage(source, 0, source)
    elif is_warc(source):
        yield from read_warc(source, done)
    elif is_wacz(source):
        yield from read_wacz(source, done)
    elif is_rows(source):
        yield from read_rows(source, done, site_key)
    elif 0 not in done:
        yield SourcePage(str(source), 0, saved.find_url(source) if saved else None)

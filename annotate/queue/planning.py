"""What to do with a list of URLs when a package may already have some of these pages."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from annotate.queue.arrival import Find, find_none
from annotate.queue.urls import spell_page, strip_credentials, strip_place
from evaluate.package import check_writable, is_vacant, read_meta, read_package
from evaluate.package.files import LAYOUT, SCREENSHOT


@dataclass(frozen=True)
class Plan:
    """The URLs to capture, each with the name of the document to replace, if any.

    ``find`` says whether the package has the page that a URL led to, if that matters.
    """

    pages: tuple[tuple[str, str | None], ...]
    find: Find


def refuse_other_folder(folder: Path) -> None:
    """Raise `PackageError`, before any work is done, if a folder exists and is not a package that can be written."""
    if not is_vacant(folder):
        read_package(folder)
        check_writable(folder)


def plan_queue(folder: Path, urls: Iterable[str], on_conflict: str, *, drafts: bool = False) -> Plan:
    """Leave out pages that a package has (``skip``), ``replace`` them, or take all as ``new`` ones.

    The package's drafts are replaced, unless ``drafts`` are what the pages become.
    """
    follow = follow_captured(folder, drafts=drafts)
    unfinished = {} if drafts else follow_captured(folder, drafts=True)()
    pages = tuple(plan_pages(urls, follow(), on_conflict, unfinished))
    return Plan(pages, find_none if on_conflict == "new" else lambda url: find_captured(follow(), url))


def plan_pages(
    urls: Iterable[str], captured: Mapping[str, str], on_conflict: str, unfinished: Mapping[str, str]
) -> Iterator[tuple[str, str | None]]:
    """Yield the pages of a `Plan`. A document is replaced only once, even if two of the URLs lead to it.

    A URL that is not ``captured`` replaces the document that is ``unfinished``, if there is one.
    """
    replaced: set[str] = set()
    for url in dict.fromkeys(urls):
        known = find_captured(captured, url)
        name = find_captured(unfinished, url) if known is None else known
        if name is None or on_conflict == "new":
            yield url, None
        elif (known is None or on_conflict == "replace") and name not in replaced:
            replaced.add(name)
            yield url, name


def find_lacking(folder: Path, urls: Iterable[str], *, layout: bool, screenshot: bool) -> dict[str, tuple[str, ...]]:
    """Find the documents of URLs that lack a wanted ``layout``, and the others that lack a wanted ``picture``."""
    captured = follow_captured(folder)()
    names = sorted({name for url in urls if (name := find_captured(captured, url)) is not None})
    found: dict[str, tuple[str, ...]] = {}
    for what, suffix, wanted in (("layout", LAYOUT, layout), ("picture", SCREENSHOT, screenshot)):
        if wanted and (lacking := [name for name in names if not (folder / f"{name}{suffix}").exists()]):
            found[what] = tuple(lacking)
            names = [name for name in names if name not in set(lacking)]
    return found


def find_captured(captured: Mapping[str, str], url: str) -> str | None:
    """Find the document of a URL or, if there is none, of the page in which it names a place."""
    plain = strip_credentials(url)
    return captured.get(spell_page(plain), captured.get(spell_page(strip_place(plain))))


def follow_captured(folder: Path, *, drafts: bool = False) -> Callable[[], Mapping[str, str]]:
    """Map URLs (as requested, as arrived, and of the page), each spelled in one way, to a package's documents, with or
    without its drafts.

    Each call of the returned function reads only new documents, unless some are gone.
    """
    read: set[str] = set()
    found: dict[str, str] = {}

    def look() -> Mapping[str, str]:
        names = () if is_vacant(folder) else read_package(folder).names
        if not read <= set(names):  # what was saved has been undone
            read.clear()
            found.clear()
        for name in [name for name in names if name not in read]:
            read.add(name)
            meta = read_meta(folder, name)
            if drafts or meta.status != "draft":
                urls = [u for u in (meta.url, meta.extra.get("requested")) if isinstance(u, str)]
                # A document that has the page's own URL comes before those of places in it.
                pages = [spell_page(strip_place(u)) for u in urls]
                found.update({page: name for page in pages if page not in found})
                found.update(dict.fromkeys(map(spell_page, urls), name))
        return found

    return look

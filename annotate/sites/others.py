"""The pages of a package from one site."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from cetr.document import find_host
from evaluate.package import PackageError, html_hash, read_document, read_meta, read_package
from evaluate.package.files import INFO
from evaluate.protocols import OtherPage

MOST_OTHERS = 20
"""How many pages of a site are used for one page: the finished ones, then the latest in the package."""


@dataclass(frozen=True)
class _Mate:
    name: str
    html_sha256: str
    finished: bool


def list_others(folder: Path, url: str, html: str) -> tuple[OtherPage, ...]:
    """List the package's other pages of the same site that can be read, with gold if they are finished."""
    site = find_host(url)
    if not site or not (folder / INFO).exists():
        return ()
    own = html_hash(html)
    mates = [mate for mate in _index(folder, folder.stat().st_mtime_ns).get(site, ()) if mate.html_sha256 != own]
    mates = sorted(mates, key=lambda mate: mate.finished)[-MOST_OTHERS:]
    found = (_read(folder, mate.name) for mate in sorted(mates, key=lambda mate: mate.name))
    return tuple(page for page in found if page is not None)


@lru_cache(maxsize=4)
def _index(folder: Path, changed: int) -> Mapping[str, tuple[_Mate, ...]]:
    """Index the pages of each site; ``changed`` tells when the folder has changed, because files are replaced."""
    sites: dict[str, list[_Mate]] = {}
    for name in read_package(folder).names:
        with suppress(PackageError):
            meta = read_meta(folder, name)
            sites.setdefault(find_host(meta.url), []).append(_Mate(name, meta.html_sha256, meta.finished))
    return {site: tuple(mates) for site, mates in sites.items()}


def _read(folder: Path, name: str) -> OtherPage | None:
    try:
        document = read_document(folder, name)
    except PackageError:
        return None
    gold = document.gold if document.meta.finished else None
    return OtherPage(document.html, document.meta.url, name, gold, document.optional)

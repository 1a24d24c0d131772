"""Which site a page is of."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from cetr.document import read_metadata_file, read_url
from cetr.site import FIND_SITE
from cetr.sources import SourcePage

_HEAD = 100_000
_TAG = re.compile(rb"<(?:link|meta)\s[^<>]{1,2000}>", re.IGNORECASE)
_OWN_URL = re.compile(rb"""(?:rel=["']?canonical|property=["']?og:url)["'\s]""", re.IGNORECASE)
_URL = re.compile(rb"""\s(?:href|content)\s*=\s*["']?([^"'\s>]+)""", re.IGNORECASE)


@dataclass(frozen=True)
class Grouping:
    """What a site is: the ``host`` or the ``domain`` of a URL, or a ``field`` of the JSON beside a page.

    ``memory`` is the file that stores what is known about the sites.
    """

    by: str = "host"
    field: str = ""
    memory: Path | None = None

    def __str__(self) -> str:
        """Write it as rows do, after the method."""
        if self.field:
            return f"+site-key={self.field}"
        return "+site" if self.by == "host" else f"+site-of={self.by}"

    def find_site(self, page: SourcePage) -> str:
        """Find the site of a page; empty if it is unknown."""
        if self.field:
            return _read_field(Path(page.source), self.field) if page.data is None else ""
        url = page.url or (_find_url(Path(page.source)) if page.data is None else "")
        return FIND_SITE[self.by](url)


def _read_field(page: Path, field: str) -> str:
    """Read a field of the JSON beside a page, at its top level or under ``extra``."""
    meta = read_metadata_file(page)
    found = (part.get(field) for part in (meta, meta.get("extra")) if isinstance(part, Mapping))
    return next((str(value) for value in found if isinstance(value, str | int) and str(value)), "")


def _find_url(page: Path) -> str:
    """Find the URL of a saved page in the JSON beside it or in the page itself; empty if it is unknown."""
    if url := read_url(page):
        return url
    with suppress(OSError), page.open("rb") as file:
        own = (tag for tag in _TAG.findall(file.read(_HEAD)) if _OWN_URL.search(tag))
        found = filter(None, map(_URL.search, own))
        return next((url[1].decode("utf-8", "replace") for url in found), "")
    return ""

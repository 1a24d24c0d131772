"""Which URL a page has."""

from __future__ import annotations

import re
from contextlib import suppress
from html import unescape
from pathlib import Path

from cetr.document import read_url
from cetr.sources import SourcePage, is_url

_HEAD = 100_000
_TAG = re.compile(rb"<(?:link|meta)\s[^<>]{1,2000}>", re.IGNORECASE)
_OWN_URL = re.compile(rb"""(?:rel=["']?canonical|property=["']?og:url)["'\s]""", re.IGNORECASE)
_URL = re.compile(rb"""\s(?:href|content)\s*=\s*["']?([^"'\s>]+)""", re.IGNORECASE)


def find_url(page: SourcePage) -> str | None:
    """Find the URL of a page: its own, or for a file the one in the JSON beside it or in the page itself."""
    if page.url or page.data is not None:
        return page.url
    return read_url(Path(page.source)) or _find_canonical(Path(page.source))


def _find_canonical(page: Path) -> str | None:
    with suppress(OSError), page.open("rb") as file:
        own = (tag for tag in _TAG.findall(file.read(_HEAD)) if _OWN_URL.search(tag))
        found = (unescape(url[1].decode("utf-8", "replace")) for url in map(_URL.search, own) if url)
        return next(filter(is_url, found), None)
    return None

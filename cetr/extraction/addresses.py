"""Which URL a page has."""

from __future__ import annotations

import re
from contextlib import suppress
from html import unescape
from pathlib import Path

from cetr.console import DAMAGED, InputError, open_packed
from cetr.document import read_url
from cetr.sources import SourcePage, is_url

_HEAD = 1_000_000
_TAG = re.compile(rb"<(?:link|meta)\s[^<>]{1,2000}>", re.IGNORECASE)
_OWN_URL = (
    re.compile(rb"""\srel=["']?canonical["'\s/>]""", re.IGNORECASE),
    re.compile(rb"""\s(?:property|name)=["']?og:url["'\s/>]""", re.IGNORECASE),
)
"""How tags say the URL of a page, the most trustworthy first."""
_URL = re.compile(rb"""["'\s](?:href|content)\s*=\s*["']?([^"'\s>]+)""", re.IGNORECASE)


def find_url(page: SourcePage) -> str | None:
    """Find the URL of a page: its own, or for a file the one in the JSON beside it or in the page itself."""
    if page.url:
        return page.url
    if page.data is not None:
        return find_canonical(page.data)
    if url := read_url(Path(page.source)):
        return url
    with suppress(InputError, *DAMAGED), open_packed(Path(page.source)) as file:
        return find_canonical(file.read(_HEAD))
    return None


def find_canonical(page: bytes) -> str | None:
    """Find the URL that a page gives as its own near its beginning."""
    tags = _TAG.findall(page[:_HEAD])
    own = (tag for said in _OWN_URL for tag in tags if said.search(tag))
    found = (unescape(url[1].decode("utf-8", "replace")) for url in map(_URL.search, own) if url)
    return next(filter(is_url, found), None)

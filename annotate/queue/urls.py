"""What is left out of the URLs of pages, and how they are compared."""

from __future__ import annotations

from collections.abc import Iterable
from fnmatch import fnmatchcase
from urllib.parse import quote, urlsplit

from cetr.document import spell_host
from cetr.sources import spell_escapes, spell_url


def strip_credentials(url: str) -> str:
    """Strip the user name and password from a URL, because packages are published."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return url
    return parts._replace(netloc=parts.netloc.rpartition("@")[2]).geturl() if "@" in parts.netloc else url


def strip_place(url: str) -> str:
    """Strip what names a place in the page from a URL, such as ``#comments``; ``#!`` and ``#/`` name other pages."""
    page, _, place = url.partition("#")
    return url if place.startswith(("!", "/")) else page


def spell_page(url: str) -> str:
    """Write a URL as `spell_url` does, but with what names a place in the page, or another page."""
    page, sign, place = url.partition("#")
    return f"{spell_url(page)}{sign}{place}"


_KEPT = "%!#$&'()*+,/:;=?@[]~"
"""Signs that stand for themselves in a path or behind it, and that of what is quoted already."""


def matches(url: str, patterns: Iterable[str]) -> bool:
    """Whether one of some patterns, as those of shells (``*`` stands for anything), matches a whole URL, as both are
    written or as browsers write them.
    """
    return any(fnmatchcase(url, pattern) or fnmatchcase(_spell(url), _spell(pattern)) for pattern in patterns)


def _spell(url: str) -> str:
    """Write a URL, or a pattern of one, in ASCII, and its escapes in one way; in a pattern, a host follows ``://``."""
    scheme, colon, rest = url.partition("://")
    host, slash, path = rest.partition("/") if colon else ("", "", url)
    begin = f"{scheme}{colon}{spell_host(host)}{slash}" if colon else ""
    return begin + spell_escapes(quote(path, safe=_KEPT, errors="surrogatepass"))

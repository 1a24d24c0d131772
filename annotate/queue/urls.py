"""What is left out of the URLs of pages, and how they are compared."""

from __future__ import annotations

from urllib.parse import urlsplit

from cetr.sources import spell_url


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

"""The site of a page."""

from __future__ import annotations

from urllib.parse import urlsplit


def find_site(url: str) -> str:
    """Return the host of a URL without ``www.``; empty if it has none."""
    try:
        return (urlsplit(url).hostname or "").removeprefix("www.")
    except ValueError:
        return ""

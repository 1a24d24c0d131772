"""The site of a page."""

from __future__ import annotations

from urllib.parse import urlsplit


def find_site(url: str) -> str:
    """The host that a URL names, without ``www.``; empty if it names none."""
    try:
        return (urlsplit(url).hostname or "").removeprefix("www.")
    except ValueError:
        return ""

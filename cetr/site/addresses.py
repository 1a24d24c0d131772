"""Find the site of a page from its address."""

from __future__ import annotations

from urllib.parse import urlsplit

_SECOND_LEVEL = frozenset("ac co com edu gob gov ltd me mil ne net nhs or org plc sch".split())


def find_host(url: str) -> str:
    """Return the host of an address without ``www.``; empty if it has none."""
    try:
        return (urlsplit(url).hostname or "").removeprefix("www.")
    except ValueError:
        return ""


def find_domain(url: str) -> str:
    """Return the registered domain of an address: the last two labels of its host, three under suffixes such as
    co.uk.
    """
    host = find_host(url)
    labels = host.split(".")
    if host.startswith("[") or ":" in host or labels[-1].isdigit():
        return host
    long = len(labels) > 2 and len(labels[-1]) == 2 and labels[-2] in _SECOND_LEVEL
    return ".".join(labels[-3:] if long else labels[-2:])

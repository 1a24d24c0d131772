"""Which site a page is of, by its address."""

from __future__ import annotations

from urllib.parse import urlsplit

_SECOND_LEVEL = frozenset("ac co com edu gob gov ltd me mil ne net nhs or org plc sch".split())


def find_host(url: str) -> str:
    """The host that an address names, without ``www.``; empty if it names none."""
    try:
        return (urlsplit(url).hostname or "").removeprefix("www.")
    except ValueError:
        return ""


def find_domain(url: str) -> str:
    """The registered domain of an address: the last two labels of its host, three under such as co.uk."""
    host = find_host(url)
    labels = host.split(".")
    if host.startswith("[") or ":" in host or labels[-1].isdigit():
        return host
    long = len(labels) > 2 and len(labels[-1]) == 2 and labels[-2] in _SECOND_LEVEL
    return ".".join(labels[-3:] if long else labels[-2:])

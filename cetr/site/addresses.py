"""Find the site of a page from its URL."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from urllib.parse import urlsplit

from cetr.document import find_host, spell_host

_SECOND_LEVEL = frozenset("ac co com edu go gob gouv gov govt gub gv lg ltd me mil ne net nhs or org plc sch".split())


def find_domain(url: str) -> str:
    """Return the registered domain of a URL: the last two labels of its host, three under suffixes such as
    co.uk. Ports do not count.
    """
    host = spell_host(urlsplit(url).hostname or "").removesuffix(".") if find_host(url) else ""
    labels = host.split(".")
    if labels[-1].isdigit():
        return host
    long = len(labels) > 2 and len(labels[-1]) == 2 and labels[-2] in _SECOND_LEVEL
    return ".".join(labels[-3:] if long else labels[-2:])


FIND_SITE: Mapping[str, Callable[[str], str]] = {"host": find_host, "domain": find_domain}
"""How a page's site is found from its URL, by the values of ``--site-of``."""

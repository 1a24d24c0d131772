"""Find the site of a page from its URL."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import TYPE_CHECKING

from cetr.document import find_host, split_host

if TYPE_CHECKING:
    from publicsuffixlist import PublicSuffixList


def find_domain(url: str) -> str:
    """Return the registered domain of a URL, by the Public Suffix List: one label more than a suffix such as
    co.uk or github.io. Ports do not count.
    """
    host, _ = split_host(url)
    is_name = host.isascii() and not host.rpartition(".")[2].isdigit()
    return (_load_suffixes().privatesuffix(host) if is_name else None) or host


@cache
def _load_suffixes() -> PublicSuffixList:
    from publicsuffixlist import PublicSuffixList

    return PublicSuffixList()


FIND_SITE: Mapping[str, Callable[[str], str]] = {"host": find_host, "domain": find_domain}
"""How a page's site is found from its URL, by the values of ``--site-of``."""

"""Make the addresses of links and images absolute, and drop those that are not web addresses."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urljoin

from cetr.document import Tokens, find_tags, stand_inside
from cetr.structure.frames import find_bases
from cetr.structure.nodes import read_attributes

_SCHEME = re.compile(r"([a-zA-Z][a-zA-Z0-9+.-]*):")
_LINKED = frozenset("http https mailto tel ftp".split())
_UNPRINTED = re.compile(r"[\x00-\x20\x7f]+")
_LAZY = ("data-src", "data-original", "data-lazy-src", "data-orig-file", "data-full-src")
_DELAYED = re.compile(r"[a-z]-?src(?:set)?\b|lazy")
"""Attributes in which scripts keep the address of an image, by how they are named."""
_ADDRESS = re.compile(r"(?:https?:/|/|[\w./%-]+\.(?:avif|gif|jpe?g|png|svg|webp)\b)[^\s{}<>`]*(?:\s|$)")
_PLACEHOLDER = re.compile(r"blank|placeholder|spacer|lazy|loading|transparent|dummy|1x1", re.IGNORECASE)


@dataclass(frozen=True)
class Addresses:
    """The base of a page's relative addresses, and the ``changes`` of it in frames (`find_bases`). It is empty if
    unknown; then addresses stay unchanged.
    """

    base: str
    changes: tuple[tuple[int, str], ...] = ()

    def at(self, place: int) -> Addresses:
        """Return the addresses of the document to which a place in the page belongs."""
        before = bisect_right(self.changes, place, key=lambda change: change[0])
        return Addresses(self.changes[before - 1][1]) if before else self

    def link(self, written: str) -> str:
        """Return the address of a link; empty if it leads nowhere, such as a script."""
        written = _UNPRINTED.sub(lambda match: "%20" * len(match[0]) if set(match[0]) == {" "} else "", written.strip())
        scheme = _SCHEME.match(written)
        if scheme and scheme[1].lower() not in _LINKED:
            return ""
        if scheme or not self.base or not written:
            return written
        try:
            return urljoin(self.base, written)
        except ValueError:
            return ""

    def image(self, attributes: Mapping[str, str]) -> str:
        """Return the address of an image, also of one that a script would load; empty if it has none or is inlined."""
        named = [attributes[name] for name in _LAZY if attributes.get(name)]
        alike = {name: value for name, value in attributes.items() if _DELAYED.search(name) and _ADDRESS.match(value)}
        sets = [attributes.get("srcset", ""), *(value for name, value in alike.items() if name.endswith("srcset"))]
        others = [*named, *(value for name, value in alike.items() if not name.endswith("srcset")),
                  *(value.partition(",")[0].strip().partition(" ")[0] for value in sets if value)]  # fmt: skip
        source = attributes.get("src", "")
        candidates = others if others and _is_placeholder(source) else [source, *others]
        return next((found for found in map(self.link, candidates) if found), "")


def _is_placeholder(source: str) -> bool:
    return source.startswith("data:") or not source or bool(_PLACEHOLDER.search(source))


def find_addresses(html: str, url: str, tokens: Tokens) -> Addresses:
    """Find the base of a page's addresses: its ``<base>``, resolved against its own ``url`` if that is known."""
    try:
        base = urljoin(url, find_base(html, tokens))
    except ValueError:
        base = url
    base = base if base.lower().startswith(("http://", "https://")) else ""
    return Addresses(base, find_bases(html, base, tokens))


def find_base(html: str, tokens: Tokens) -> str:
    """Find what the page's ``<base>`` says; "" if it has none. Those in frames are of other documents."""
    tags = find_tags(tokens, "base")
    for name in ("iframe", "noframes"):
        tags = tags[~stand_inside(tokens, find_tags(tokens, name), tags)]
    for start, end in zip(tokens.start[tags].tolist(), tokens.end[tags].tolist(), strict=True):
        if (written := read_attributes(html, start, end).get("href")) is not None:
            return written.strip()
    return ""

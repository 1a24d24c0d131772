"""The other pages of a site, as extractors get them."""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from urllib.parse import urlsplit

from cetr.document import Spans, derive_text, find_host
from evaluate.package import Document, Meta, read_document, read_meta
from evaluate.package.served import HtmlSource, read_html
from evaluate.protocols.naming import Protocol

MOST_OTHERS = 100
"""How many other pages of a site are given, drawn for each page."""


@dataclass(frozen=True)
class OtherPage:
    """Another page of the site.

    ``gold`` is its content if the protocol gives it: spans over its HTML, or text if no spans are known, else None.
    ``optional`` are optional spans.
    """

    html: str
    url: str
    document: str
    gold: Spans | str | None = None
    optional: Spans = ()

    @property
    def text(self) -> str | None:
        """The gold as text."""
        return self.gold if self.gold is None or isinstance(self.gold, str) else derive_text(self.html, self.gold)


def find_mates(folder: Path, documents: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Find, for each document of a package, the others of its site, without those that are the same page again: at the
    same address, or with the same HTML.
    """
    metas = {name: read_meta(folder, name) for name in documents}
    sites: dict[str, list[str]] = {}
    for name, meta in metas.items():
        if site := find_host(meta.url):
            sites.setdefault(site, []).append(name)
    mates: dict[str, tuple[str, ...]] = dict.fromkeys(documents, ())
    for names in sites.values():
        mates |= draw_mates(find_pages({name: metas[name] for name in sorted(names)}))
    return mates


def find_pages(metas: Mapping[str, Meta]) -> dict[str, str]:
    """Find, for each document of a site, one that stands for all documents of the same page: those at the same address
    and those with the same HTML.
    """
    parent = {name: name for name in metas}

    def find(name: str) -> str:
        while parent[name] != name:
            parent[name] = name = parent[parent[name]]
        return name

    first: dict[object, str] = {}
    for name, meta in metas.items():
        path = urlsplit(meta.url)._replace(scheme="", netloc="", fragment="")
        for sign in (path, meta.html_sha256):
            parent[find(name)] = find(first.setdefault(sign, name))
    return {name: find(name) for name in metas}


def draw_mates(pages: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    """Draw, for each document of a site, others that show another page. They are never all listed, as there may be
    thousands.
    """
    names = list(pages)
    passed: dict[str, list[int]] = {}
    for place, name in enumerate(names):
        alike = passed.setdefault(pages[name], [])
        alike.append(place - len(alike))  # the documents before this one that show another page
    mates = {}
    for name in names:
        alike = passed[pages[name]]
        chosen = _draw(range(len(names) - len(alike)), MOST_OTHERS, name)
        mates[name] = tuple(names[i + bisect_right(alike, i)] for i in chosen)
    return mates


def draw_labelled(protocol: Protocol, document: str, others: Sequence[str]) -> frozenset[str]:
    """Draw the pages whose gold is given: the same in every run with the protocol's seed, others for every document."""
    names = sorted(others)
    return frozenset(names[i] for i in _draw(range(len(names)), protocol.shots, f"{protocol.seed} {document}"))


def _draw(places: range, count: int, seed: str) -> Sequence[int]:
    return places if len(places) <= count else sorted(Random(seed).sample(places, count))


def read_others(
    protocol: Protocol, document: Document, others: Sequence[str], source: HtmlSource = "rendered"
) -> tuple[OtherPage, ...]:
    """Read the other pages of a document's site, with the gold that the protocol gives.

    Of what the server sent, the gold is known as text alone.
    """
    if not protocol.site:
        return ()
    labelled = draw_labelled(protocol, document.name, others)
    return tuple(_make(read_document(document.folder, name), name in labelled, source) for name in others)


def _make(other: Document, told: bool, source: HtmlSource) -> OtherPage:
    html = read_html(other, source)
    if not told:
        return OtherPage(html, other.meta.url, other.name)
    if source == "source":
        return OtherPage(html, other.meta.url, other.name, other.text)
    return OtherPage(html, other.meta.url, other.name, other.gold, other.optional)


def pack_others(others: Sequence[OtherPage]) -> list[dict[str, str | None]]:
    """Pack other pages for programs and services: address, HTML, and the gold as text or null."""
    return [{"url": other.url, "html": other.html, "text": other.text} for other in others]


def write_others(others: Sequence[OtherPage]) -> bytes:
    """The same as JSON Lines."""
    lines = (json.dumps(packed, ensure_ascii=False) + "\n" for packed in pack_others(others))
    return "".join(lines).encode("utf-8", "replace")

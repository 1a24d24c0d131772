"""The pages that a site lists: a sitemap, a list of sitemaps, or a feed (RSS, Atom), from the web or a file."""

from __future__ import annotations

import re
import urllib.request
from collections.abc import Callable, Iterable, Iterator, Sequence
from http.client import HTTPException
from io import BytesIO
from pathlib import Path
from random import Random
from urllib.parse import urlsplit
from xml.etree import ElementTree

from annotate.queue.politeness import AGENT
from annotate.queue.urls import matches
from cetr.console import InputError, open_packed, read_bounded
from cetr.sources import is_url, quote_url

MOST_LISTS = 200
"""The most sitemaps of a list of sitemaps that are read."""
MOST_BYTES = 50_000_000
"""The largest sitemap, unpacked, by the protocol (sitemaps.org)."""


def read_sitemap(source: str, *, fetch: Callable[[str], bytes] | None = None) -> list[str]:
    """Read the URLs of pages on the web, each once, in order. ``source`` is a URL or a file.

    Raises `InputError` if it cannot be read, or is not such a list.
    """
    fetch = fetch or _fetch
    waiting, seen, pages = [source], {source}, dict[str, None]()
    while waiting:
        at = waiting.pop(0)
        lists, found = parse_sitemap(fetch(at), at)
        pages |= dict.fromkeys(found)
        more = [url for url in lists if url not in seen][: MOST_LISTS - len(seen)]
        seen.update(more)
        waiting += more
    return list(pages)


def parse_sitemap(data: bytes, name: str) -> tuple[list[str], list[str]]:
    """Return the other lists and the pages that a list names."""
    with open_packed(BytesIO(data)) as stream:
        text = read_bounded(stream, MOST_BYTES, name)
    if b"<!DOCTYPE" in text[:1000] or b"<!ENTITY" in text:
        raise InputError(f"{name}: is not a sitemap or a feed: it declares a document type")
    lists: list[str] = []
    pages: list[str] = []
    try:
        root = ElementTree.fromstring(text)
    except ElementTree.ParseError as error:
        raise InputError(f"{name}: is not a sitemap or a feed: {error}") from error
    for element in root.iter():
        for url in _find_urls(element):
            if not is_url(url):  # a list must not lead to local files
                continue
            (lists if _name(element) == "sitemap" else pages).append(url)
    return lists, pages


def _find_urls(element: ElementTree.Element) -> Iterator[str]:
    """Find the URLs of an entry of a list; none for other elements."""
    kind = _name(element)
    for child in element:
        if (kind in ("url", "sitemap") and _name(child) == "loc") or (kind == "item" and _name(child) == "link"):
            yield (child.text or "").strip()
        elif kind == "entry" and _name(child) == "link" and child.get("rel", "alternate") == "alternate":
            yield child.get("href", "")


def _name(element: ElementTree.Element) -> str:
    return str(element.tag).rpartition("}")[2]


def _fetch(source: str) -> bytes:
    try:
        if not is_url(source):
            with Path(source).open("rb") as file:
                return file.read(MOST_BYTES + 1)
        request = urllib.request.Request(quote_url(source), headers={"User-Agent": AGENT})
        with urllib.request.urlopen(request, timeout=30) as answer:
            data: bytes = answer.read(MOST_BYTES + 1)
            return data
    except InputError:
        raise
    except (OSError, ValueError, HTTPException) as error:
        why = getattr(getattr(error, "reason", None), "strerror", None) or error
        raise InputError(f"{source}: cannot be read: {why}") from error


def choose_urls(
    urls: Iterable[str], match: Sequence[str] = (), leave_out: Sequence[str] = (), sample: int | None = None
) -> list[str]:
    """Choose the URLs that match one of some patterns (``*`` is anything; none given: all) and none of others.

    Takes ``sample`` of them from each site and template, always the same ones, in their original order.
    """
    chosen = [url for url in urls if (not match or matches(url, match)) and not matches(url, leave_out)]
    if sample is None:
        return chosen
    groups: dict[tuple[str, str], list[str]] = {}
    for url in chosen:
        groups.setdefault(find_template(url), []).append(url)
    draw = Random(0)
    kept = {url for group in groups.values() for url in draw.sample(group, min(sample, len(group)))}
    return [url for url in chosen if url in kept]


def find_template(url: str) -> tuple[str, str]:
    """Return a URL's host and the shape of its path: folders as they are, numbers as 0, the last part as ``*``."""
    parts = urlsplit(url)
    *folders, last = parts.path.split("/")
    return parts.netloc.lower(), "/".join([*(re.sub(r"\d+", "0", folder) for folder in folders), "*" if last else ""])

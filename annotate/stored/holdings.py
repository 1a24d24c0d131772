"""What single files hold, and what they hold together.

Crawlers may store a payload once. A *revisit* has none and repeats that of another response, perhaps in another file
and under another URL; the digest of the payload tells of which (WARC 1.1, profile ``identical-payload-digest``).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Set
from dataclasses import dataclass, field
from functools import partial
from urllib.parse import urljoin

from annotate.stored.pages import Readers, Response, Version
from cetr.sources import spell_url

_MOST_REDIRECTS = 20
"""How many redirects are followed from a listed URL, as browsers do."""


@dataclass(frozen=True, slots=True)
class Original:
    """How to read a response whose payload others may repeat, and whether it is a page."""

    read: Callable[[], Response]
    is_page: bool


@dataclass(frozen=True, slots=True)
class Revisit:
    """A response without payload: its URL, the digest of the payload, how to read the headers, and whether a page may
    have these.
    """

    url: str
    digest: str
    read_headers: Callable[[], Response]
    may_be_page: bool


@dataclass
class Holdings:
    """The URLs of the pages of a file, and how to read its responses.

    ``originals`` are responses by the digests of their payloads. ``listed`` are the pages that a WACZ file lists.
    ``versions`` are all responses of an archive that are pages, of which several may have the same URL. ``cut`` are
    pages that the crawler did not store to their ends. ``damages`` tell what could not be read.
    """

    pages: dict[str, None] = field(default_factory=dict)
    readers: Readers = field(default_factory=dict)
    originals: dict[str, Original] = field(default_factory=dict)
    revisits: list[Revisit] = field(default_factory=list)
    listed: list[str] = field(default_factory=list)
    versions: list[Version] = field(default_factory=list)
    cut: list[str] = field(default_factory=list)
    damages: list[str] = field(default_factory=list)

    def add(self, url: str, read: Callable[[], Response], *, is_page: bool) -> None:
        """Add a response. The first one to a URL counts, unless only a later one is a page."""
        if url not in self.readers or (is_page and url not in self.pages):
            self.readers[url] = read
        if is_page:
            self.pages[url] = None

    def join(self, other: Holdings) -> None:
        """Add what another file holds."""
        for url in dict.fromkeys((*other.pages, *other.readers)):
            self.add(url, other.readers[url], is_page=url in other.pages)
        for digest, original in other.originals.items():
            self.originals.setdefault(digest, original)
        self.revisits += other.revisits
        self.versions += other.versions
        self.cut += other.cut
        self.damages += other.damages


def gather(files: Collection[Holdings]) -> Holdings:
    """Join what files hold, with the revisits whose originals one of them holds.

    Of a file that lists pages, only these are pages, or those to which they redirect, unless it holds none of them.
    """
    whole, originals = Holdings(), dict[str, Original]()
    for one in files:
        for digest, first in one.originals.items():
            originals.setdefault(digest, first)
    for one in files:
        for revisit in one.revisits:
            if original := originals.get(revisit.digest):
                is_page = revisit.may_be_page and original.is_page
                one.add(revisit.url, partial(_read_revisit, revisit, original), is_page=is_page)
        followed = (_follow(url, one.pages.keys(), one.readers) for url in dict.fromkeys(one.listed))
        one.pages = {page: None for page in followed if page} or one.pages
        whole.join(one)
    return whole


def _read_revisit(revisit: Revisit, original: Original) -> Response:
    """Read a response that repeats the payload of another; without a status of its own, or if nothing was modified, it
    is the other one.
    """
    own, response = revisit.read_headers(), original.read()
    return response if own.status in (0, 304) else Response(own.status, own.reason, own.headers, response.body)


def _follow(url: str, pages: Set[str], readers: Readers) -> str | None:
    """Follow stored redirects to a page."""
    try:
        for _ in range(_MOST_REDIRECTS):
            if url in pages or url not in readers:
                break
            response = readers[url]()
            targets = [value for name, value in response.headers if name.lower() == "location"]
            if not (300 <= response.status < 400 and targets):
                break
            url = spell_url(urljoin(url, targets[0]))
    except ValueError:  # damaged, or leads to what is no URL
        return None
    return url if url in pages else None

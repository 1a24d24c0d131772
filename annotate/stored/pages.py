"""Stored parts of the web: pages that can be replayed, and a response for each URL."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from cetr.document import parse_content_type
from cetr.sources import decode_page, spell_url


@dataclass(frozen=True)
class Response:
    """A response as stored: status, headers as they were sent, and the body's bytes, decompressed."""

    status: int
    reason: str
    headers: tuple[tuple[str, str], ...]
    body: bytes


Readers = dict[str, Callable[[], Response]]
"""How to read the response for each URL, as `spell_url` writes it."""

Version = tuple[str, Callable[[], Response]]
"""A URL, and how to read one of the responses to it."""


@dataclass(frozen=True)
class Stored:
    """The URLs of pages, each once, and how to read the response for a URL, of a page or of something in one.

    All are written as `spell_url` does. ``find_beside`` finds what has no reader. ``losses`` are messages about what is
    missing, if something is, because it ``is_damaged`` or for another reason. ``versions`` are responses to the URLs of
    pages, of which an archive may have several.
    """

    pages: tuple[str, ...]
    readers: Mapping[str, Callable[[], Response]]
    find_beside: Callable[[str], Response | None] = lambda url: None
    losses: tuple[str, ...] = ()
    is_damaged: bool = False
    versions: tuple[Version, ...] = ()

    def read_html(self, url: str) -> str:
        """Read the HTML of a page; see `read_version`."""
        return read_version((url, self.readers[url]))

    def list_versions(self) -> Iterator[Version]:
        """List the pages with all their versions; revisits only of what has no other."""
        yield from self.versions
        known = {url for url, _ in self.versions}
        yield from ((url, self.readers[url]) for url in self.pages if url not in known)

    def find(self, url: str) -> Response | None:
        """Find the response for a URL, however it is written; None if there is none."""
        reader = self.readers.get(url) or self.readers.get(spell_url(url))
        return self.find_beside(url) if reader is None else reader()


def read_version(version: Version) -> str:
    """Read the HTML of a page as it was served. Raises `InputError` if it cannot be read or is none."""
    url, read = version
    response = read()
    kinds = (value for name, value in response.headers if name.lower() == "content-type")
    return decode_page(response.body, url, parse_content_type(next(kinds, ""))[1])

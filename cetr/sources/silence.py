"""Servers that do not answer, so that nobody waits for each of their pages."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from cetr.document import spell_host

MOST_SILENT = 3
"""After how many time-outs in a row the other pages of a server are not tried."""


def find_server(url: str) -> str:
    """Return the server of a URL: its host in ASCII, with the port if there is one; empty for files."""
    try:
        parts = urlsplit(url)
    except ValueError:  # an invalid address
        return ""
    if parts.scheme not in ("http", "https"):
        return ""
    host, colon, port = parts.netloc.rpartition("@")[2].partition(":")
    return spell_host(host) + colon + port


@dataclass
class Silence:
    """How many pages of each server in a row have ended with a time-out."""

    _late: Counter[str] = field(default_factory=Counter)

    def note(self, url: str, late: bool) -> None:
        """Record whether a page was ``late``. A file says nothing about the next one."""
        if server := find_server(url):
            self._late[server] = self._late[server] + 1 if late else 0

    def is_silent(self, url: str) -> bool:
        """Whether `MOST_SILENT` pages of the server in a row were late."""
        return self._late[find_server(url)] >= MOST_SILENT

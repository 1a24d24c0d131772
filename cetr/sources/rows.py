"""The pages of a file of JSON Lines, each with its ``html`` and perhaps its ``url``."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from cetr.console import DAMAGED, InputError, open_packed, read_lines, strip_packing
from cetr.sources.pages import SourcePage
from cetr.sources.urls import is_url

ROWS_SUFFIXES = (".jsonl", ".ndjson")

_MOST_SIGNS = 5_000_000
"""Commas and brackets in a line, each of which may begin a value that takes a hundred times as much memory."""


def is_rows(place: str | Path) -> bool:
    """Whether a file, perhaps packed, is of JSON Lines, by its name."""
    return strip_packing(str(place)).lower().endswith(ROWS_SUFFIXES)


def read_rows(source: Path, done: frozenset[int]) -> Iterator[SourcePage]:
    """Read the pages of a file without the finished ones; the number of a page is that of its line, from 0.

    A line that is not a page, and what cannot be read, is a page to skip.
    """
    number = 0
    try:
        with open_packed(source) as lines:
            for number, line in enumerate(read_lines(lines, "line")):
                if number not in done and line.strip():
                    yield _read_row(source, number, line)
    except (InputError, *DAMAGED) as error:
        yield SourcePage(str(source), number, skip=f"unreadable: {getattr(error, 'strerror', None) or error}")


def _read_row(source: Path, number: int, line: bytes) -> SourcePage:
    if sum(map(line.count, (b",", b"[", b"{"))) > _MOST_SIGNS:
        return SourcePage(str(source), number, skip=f"unreadable: line {number + 1} has too many values")
    try:
        row = json.loads(line)
    except (ValueError, RecursionError):
        return SourcePage(str(source), number, skip=f"unreadable: line {number + 1} is not JSON")
    html = row.get("html") if isinstance(row, dict) else None
    if not isinstance(html, str):
        return SourcePage(str(source), number, skip=f"unreadable: line {number + 1} has no string 'html'")
    url = row.get("url")
    url = url.encode("utf-8", "replace").decode() if isinstance(url, str) and is_url(url) else None
    # The mark says that it is UTF-8, whatever the page declares; one that the page itself has stays in its text.
    return SourcePage(str(source), number, url, html.encode("utf-8-sig", "replace"))

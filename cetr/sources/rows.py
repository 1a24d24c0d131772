"""The pages of a file of rows, JSON Lines or Parquet, each with its ``html`` and perhaps its ``url``."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from cetr.console import DAMAGED, TOO_LONG, InputError, open_packed, pass_long_lines, strip_packing
from cetr.document import read_field
from cetr.sources.pages import SourcePage
from cetr.sources.parquet import is_parquet, load_pyarrow, read_values
from cetr.sources.urls import is_url

LINES_SUFFIXES = (".jsonl", ".ndjson")

_MOST_SIGNS = 5_000_000
"""Commas and brackets in a line, each of which may begin a value that takes a hundred times as much memory."""


def is_rows(place: str | Path) -> bool:
    """Whether a file is of JSON Lines, perhaps packed, or Parquet, by its name."""
    return is_parquet(place) or strip_packing(str(place)).lower().endswith(LINES_SUFFIXES)


def name_row(source: str | Path, number: int) -> str:
    """Name a row of a file, from 0, as a person counts."""
    return f"{'row' if is_parquet(source) else 'line'} {number + 1}"


def read_rows(source: Path, done: frozenset[int], site_key: str = "") -> Iterator[SourcePage]:
    """Read the pages of a file without the finished ones; the number of a page is that of its line or row, from 0.

    ``site_key`` is the field that names the site of a page, if one does. A row that is not a page, and what cannot be
    read, is a page to skip. Raises `InputError` if a library is missing.
    """
    number = 0
    columns = ("html", "url", *(("extra", site_key) if site_key else ()))
    if is_parquet(source):
        load_pyarrow()  # if it is not installed, the file is not to blame
    try:
        if is_parquet(source):
            for number, values in enumerate(read_values(source, columns)):
                if number not in done:
                    yield _make_page(source, number, values, site_key)
            return
        with open_packed(source) as lines:
            for number, line in enumerate(pass_long_lines(lines, str(source))):
                if number not in done and (line is None or line.strip()):
                    yield _read_line(source, number, line, site_key)
    except (InputError, *DAMAGED) as error:
        told = str(getattr(error, "strerror", None) or error).removeprefix(f"{source}: ")
        yield SourcePage(str(source), number, skip=f"unreadable: {' '.join(told.split())}")


def _read_line(source: Path, number: int, line: bytes | None, site_key: str) -> SourcePage:
    if line is None:
        return SourcePage(str(source), number, skip=f"unreadable: line {number + 1} {TOO_LONG}")
    if _is_crowded(line):
        return SourcePage(str(source), number, skip=f"unreadable: line {number + 1} has too many values")
    try:
        row = json.loads(line)
    except (ValueError, RecursionError):
        return SourcePage(str(source), number, skip=f"unreadable: line {number + 1} is not JSON")
    return _make_page(source, number, row, site_key)


def _is_crowded(text: bytes) -> bool:
    return sum(map(text.count, (b",", b"[", b"{"))) > _MOST_SIGNS


def _make_page(source: Path, number: int, row: object, site_key: str) -> SourcePage:
    values = row if isinstance(row, dict) else {}
    html, url = values.get("html"), values.get("url")
    if not isinstance(html, str):
        return SourcePage(str(source), number, skip=f"unreadable: {name_row(source, number)} has no string 'html'")
    url = url.encode("utf-8", "replace").decode() if isinstance(url, str) and is_url(url) else None
    # The mark says that it is UTF-8, whatever the page declares; one that the page itself has stays in its text.
    data = html.encode("utf-8-sig", "replace")
    return SourcePage(str(source), number, url, data, named_site=_read_site(values, site_key))


def _read_site(values: dict[str, object], site_key: str) -> str:
    """Read the site that a row names, also if its ``extra`` is JSON, as Parquet of `annotate export` has it."""
    extra = values.get("extra")
    if isinstance(extra, str) and not _is_crowded(text := extra.encode("utf-8", "replace")):
        with suppress(ValueError, RecursionError):
            extra = json.loads(text)
    return read_field({**values, "extra": extra}, site_key)

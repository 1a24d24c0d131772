"""One page of a crawl."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)  # of a large crawl, millions wait for the other pages of their sites
class SourcePage:
    """One page to extract: record number ``record`` (from 0) of ``source``.

    ``data`` is None for a file or a URL, which the worker reads itself. ``skip`` says why a record is not a page; it
    then has no data. ``record_id`` and ``date`` are what a WARC file says of the record, and ``named_site`` what a row
    says in the field that was asked for.
    """

    source: str
    record: int
    url: str | None = None
    data: bytes | None = None
    charset: str | None = None
    skip: str = ""
    record_id: str | None = None
    date: str | None = None
    named_site: str = ""

"""Where pages come from: files, folders, standard input, the web and WARC files.

One page (`source`), many pages (`pages`), the addresses that people write (`urls`), the bodies of responses (`bodies`).
"""

from __future__ import annotations

from cetr.sources.pages import Page, find_sources, is_warc, load_fastwarc, read_body, read_pages, refuse_other
from cetr.sources.source import decode_page, find_layout, read_page
from cetr.sources.urls import is_url, parse_urls, read_urls

__all__ = [
    "Page",
    "decode_page",
    "find_layout",
    "find_sources",
    "is_url",
    "is_warc",
    "load_fastwarc",
    "parse_urls",
    "read_body",
    "read_page",
    "read_pages",
    "read_urls",
    "refuse_other",
]

"""Where pages come from: files, folders, standard input, the web, WARC and WACZ files, JSON Lines, Parquet.

One page (`source`), many pages (`places`, `saved`, `rows`, `parquet`, `warc`, `records`, `damage`, `wacz`,
`pages`), the URLs
that people write (`urls`), the bodies of responses (`bodies`), servers that do not answer (`silence`).
"""

from __future__ import annotations

from cetr.sources.pages import SourcePage
from cetr.sources.parquet import PARQUET_SUFFIX, is_parquet, load_pyarrow, read_values
from cetr.sources.places import find_sources, holds_pages, is_archive, load_readers, name_record, read_source
from cetr.sources.records import Damage, load_fastwarc, parse_http, read_records, read_target, refuse_short
from cetr.sources.rows import is_rows, name_row
from cetr.sources.saved import SavedFolder, quote_path, refuse_other_url, say_saved
from cetr.sources.silence import MOST_SILENT, Silence, find_server
from cetr.sources.source import LATE, decode_page, fetch_page, find_layout, load_html, read_page
from cetr.sources.urls import is_url, parse_urls, quote_url, read_urls, spell_escapes, spell_url
from cetr.sources.wacz import MEMBER_BYTES, list_warcs, unpack_warc
from cetr.sources.warc import read_body

__all__ = [
    "LATE",
    "MEMBER_BYTES",
    "MOST_SILENT",
    "PARQUET_SUFFIX",
    "Damage",
    "SavedFolder",
    "Silence",
    "SourcePage",
    "decode_page",
    "fetch_page",
    "find_layout",
    "find_server",
    "find_sources",
    "holds_pages",
    "is_archive",
    "is_parquet",
    "is_rows",
    "is_url",
    "list_warcs",
    "load_fastwarc",
    "load_html",
    "load_pyarrow",
    "load_readers",
    "name_record",
    "name_row",
    "parse_http",
    "parse_urls",
    "quote_path",
    "quote_url",
    "read_body",
    "read_page",
    "read_records",
    "read_source",
    "read_target",
    "read_urls",
    "read_values",
    "refuse_other_url",
    "refuse_short",
    "say_saved",
    "spell_escapes",
    "spell_url",
    "unpack_warc",
]

"""The headers with which a browser gets a stored response."""

from __future__ import annotations

import re
from collections.abc import Iterable

from cetr.document import HTML_TYPES, UNKNOWN_TYPES, begins_as_html, decode_html, parse_content_type

Headers = list[tuple[str, str]]
"""Names and values."""

_PACKING = ("content-encoding", "transfer-encoding", "content-length")
"""Headers that say how a body was encoded for sending; stored bodies are decoded."""
_NAME = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_BREAK = re.compile(r"[\r\n\0]")


def keep_headers(headers: Iterable[tuple[str, str]]) -> Headers:
    """Keep the headers that a browser accepts for a decoded body; for any other it would refuse the whole response.

    Such are those of HTTP/2 whose names begin with a colon, which some crawlers store.
    """
    return [
        (name, value)
        for name, value in headers
        if _NAME.fullmatch(name) and not _BREAK.search(value) and name.lower() not in _PACKING
    ]


def name_utf8(headers: Headers, body: bytes) -> Headers:
    """Name UTF-8 in the headers of a document that is UTF-8, as everything else here decodes it.

    Browsers take it for Windows-1252 if it does not say so, or for what it says wrongly.
    """
    kind, charset = parse_content_type(next((value for name, value in headers if name.lower() == "content-type"), ""))
    if kind in UNKNOWN_TYPES and begins_as_html(body):
        kind = "text/html"
    if body.isascii() or kind not in HTML_TYPES or decode_html(body, charset)[1] != "utf-8":
        return headers
    return [*((n, v) for n, v in headers if n.lower() != "content-type"), ("Content-Type", f"{kind}; charset=utf-8")]

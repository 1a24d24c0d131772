"""What programs outside of Python answer with: bytes, of a bounded number, that are text or HTML."""

from __future__ import annotations

import re
from typing import IO

from cetr.decoding import HTML_TYPES, decode_html, parse_content_type
from cetr.document import derive_text
from cetr.errors import InputError

_MARKUP = re.compile(r"\s*<(?:!doctype|!--|\?xml|[a-z][a-z0-9]*[\s/>])", re.IGNORECASE)


def bound_output(html: str) -> int:
    """The most bytes that an answer about a page may have: four million, or eight times the page."""
    return max(4_000_000, 8 * len(html.encode("utf-8", "replace")))


def read_bounded(source: IO[bytes], most: int) -> bytes:
    """Read to the end; raises `InputError` as soon as there are more than ``most`` bytes."""
    pieces, size = [], 0
    while piece := source.read(1 << 16):
        size += len(piece)
        if size > most:
            raise InputError(f"its answer has more than {most} bytes")
        pieces.append(piece)
    return b"".join(pieces)


def read_text(data: bytes, content_type: str = "") -> str:
    """An answer as text: HTML, by its content type or else by beginning with markup, as everybody's HTML.

    Text that is not declared otherwise is UTF-8.
    """
    kind, charset = parse_content_type(content_type)
    text, _ = decode_html(data, charset)
    if kind in HTML_TYPES or (kind != "text/plain" and _MARKUP.match(text)):
        return derive_text(text)
    return text

"""What programs outside of Python answer with: bytes, of a bounded number, that are text or HTML."""

from __future__ import annotations

import codecs
import re
from http.client import HTTPResponse
from typing import IO

from cetr.console import InputError
from cetr.document import HTML_TYPES, decode_html, derive_text, parse_content_type

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


def read_answer(answer: HTTPResponse, most: int) -> str:
    """The text of a service's whole answer; raises `InputError` for one that breaks off or is something else."""
    if encoding := answer.headers.get("Content-Encoding", "").strip():
        raise InputError(f"its answer has the Content-Encoding '{encoding}', which was not asked for")
    content_type = answer.headers.get("Content-Type", "")
    kind, _ = parse_content_type(content_type)
    if kind not in HTML_TYPES and kind and not kind.startswith("text/"):
        raise InputError(f"its answer is {kind}, not text or HTML")
    data = read_bounded(answer, most)
    if answer.length:  # what is left of the length that was promised
        raise InputError(f"its answer breaks off: {answer.length} bytes are missing")
    return read_text(data, content_type)


def read_text(data: bytes, content_type: str = "") -> str:
    """An answer as text: HTML, by its content type or else by beginning with markup, as everybody's HTML.

    Text that is not declared otherwise is UTF-8; what is not becomes U+FFFD.
    """
    kind, charset = parse_content_type(content_type)
    text, _ = decode_html(data, charset)
    if kind in HTML_TYPES or (kind != "text/plain" and _MARKUP.match(text)):
        return derive_text(text)
    try:
        return codecs.decode(data, charset or "utf-8", "replace").removeprefix("\ufeff")
    except LookupError:
        return data.decode("utf-8", "replace").removeprefix("\ufeff")

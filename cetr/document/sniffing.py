"""Whether bytes or a string can be a page at all."""

from __future__ import annotations

import re
from codecs import BOM_UTF8

from cetr.console import InputError

_SIGNATURES = {
    b"%PDF-": "a PDF",
    b"\x89PNG": "an image",
    b"\xff\xd8\xff": "an image",
    b"GIF8": "an image",
    b"PK\x03\x04": "a ZIP archive",
    b"\x1f\x8b": "compressed",
    b"From: <Saved by ": "an MHTML archive",  # in which a browser saves a page with its pictures
}
_SNIFFED = 1445
"""How many bytes are examined to recognise binary data (MIME Sniffing Standard, 5.2)."""

_BINARY = re.compile(rb"[\x00-\x08\x0b\x0e-\x1a\x1c-\x1f]")
_MARKUP = re.compile(rb"<[a-zA-Z!?/]")
_HTML = re.compile(
    rb"(?:\xef\xbb\xbf)?\s*+(?:<\?xml[^>]*+>\s*+)?+<(?:!doctype html|html|head|script|iframe|h1|div|font|table|a|style"
    rb"|title|b|body|br|p|!--)[\s>]",
    re.IGNORECASE,
)
_LOCATION = re.compile(r"(?:https?://\S{1,2000}|[^<\r\n]{1,250}\.x?html?)", re.IGNORECASE)
_WIDE = (b"\xff\xfe", b"\xfe\xff", b"<\x00", b"\x00<")
"""How UTF-16 begins, which contains many zeros."""


def name_binary(data: bytes) -> str:
    """Name what bytes are if they certainly are not HTML, such as "a PDF"; empty if they may be HTML.

    A page may contain bytes that no text has: a few, or up to one in twenty. In compressed data it is one in nine,
    and what looks like markup is there by chance.
    """
    beginning = data[:_SNIFFED].removeprefix(BOM_UTF8)
    for mark, kind in _SIGNATURES.items():
        if beginning.startswith(mark):
            return kind
    if beginning.startswith(_WIDE):
        return ""
    odd = len(_BINARY.findall(beginning))
    return "binary data" if odd > max(16, len(beginning) // 20) or (odd and not _MARKUP.search(beginning)) else ""


def begins_as_html(data: bytes) -> bool:
    """Whether bytes of unknown type begin with a tag by which browsers recognise HTML."""
    return bool(_HTML.match(data))


def refuse_location(html: str) -> None:
    """Raise `InputError` if what should be a page is a path or a URL."""
    if _LOCATION.fullmatch(html):
        raise InputError(f"html: is {html!r}, a path or a URL; pass the page itself")

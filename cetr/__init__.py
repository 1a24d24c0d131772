"""Content extraction via tag ratios, its relatives, and a model that learns from labelled pages."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from cetr.extraction.content import Content

__version__ = "0.1.0"

__all__ = ["extract", "read"]

# The program that uses the library decides where its log goes.
logging.getLogger(__name__).addHandler(logging.NullHandler())


def extract(
    html: str | bytes | bytearray,
    method: str = "learned",
    *,
    format: Literal["text", "markdown", "html"] = "text",  # noqa: A002  # what people call it
    url: str = "",
    **options: object,
) -> str:
    """Extract the main content of a page as plain text, Markdown or HTML.

    ``html`` is the page itself, not its path or URL. Bytes are decoded as the HTML standard says: by byte order mark,
    by declaration, or by what they look like. ``method`` is the name of a registered extractor, such as ``cetr``
    (content extraction via tag ratios as published), or ``learned:FILE`` for your own model. ``options`` are the
    options of the method, such as ``k=3`` for ``cetr``. ``url`` is the URL of the page; it makes the URLs in Markdown
    and HTML absolute. Raises `cetr.console.InputError` if there is no such method, or if ``html`` is not a page but,
    for example, an image, a path or a URL.
    """
    from cetr.extraction.forms import write_content

    return write_content(_decode(html), method, format, url, options)


def read(html: str | bytes | bytearray, method: str = "learned", *, url: str = "", **options: object) -> Content:
    """Read a page: its content in all forms, its blocks and its metadata, as one frozen value.

    Takes the arguments of `extract` except ``format``, and raises the same errors.
    """
    from cetr.extraction.content import find_content, make_content

    page = _decode(html)
    found, expected_f1 = find_content(page, method, url, options)
    return make_content(page, found, url, expected_f1)


def _decode(html: str | bytes | bytearray) -> str:
    if isinstance(html, bytes | bytearray):
        from cetr.document import decode_html, name_binary

        html = bytes(html)

        if kind := name_binary(html):
            from cetr.console import InputError

            raise InputError(f"html: is {kind}, not HTML")
        size, (html, encoding) = len(html), decode_html(html)
        logging.getLogger(__name__).debug("decoded %d bytes as %s", size, encoding)
    if not isinstance(html, str):
        raise TypeError(f"html: is {type(html).__name__}, not str or bytes; pass what the file holds, not its path")
    from cetr.document import refuse_location

    refuse_location(html)
    return html

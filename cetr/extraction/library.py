"""The functions of the library, `cetr.extract` and `cetr.read`: one page in, its content out."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable
from typing import Literal

from cetr.console import InputError
from cetr.document import decode_html, name_binary, refuse_location
from cetr.extraction.content import Content, make_content
from cetr.extraction.finding import find_content
from cetr.extraction.forms import Form, make_fields

_log = logging.getLogger(__name__)


def extract(
    html: str | bytes | bytearray,
    method: str | Callable[..., object] = "learned",
    *,
    format: Literal["text", "markdown", "html"] = "text",  # noqa: A002  # what people call it
    url: str | None = "",
    **options: object,
) -> str:
    """Extract the main content of a page as plain text, Markdown or HTML.

    ``html`` is the page itself, not its path or URL. Bytes are decoded as the HTML standard says: by byte order mark,
    by declaration, or by what they look like. ``method`` is the name of a registered extractor, such as ``cetr``
    (content extraction via tag ratios as published) or ``cetr@k=2``; ``learned:FILE`` for your own model; or a function
    from HTML to text, spans or None, such as the method ``suggest`` of `cetr.site.Sites`. ``options`` are the options
    of the method, such as ``k=3`` for ``cetr``. ``url`` is the URL of the page, if it is known: it makes the URLs in
    Markdown and HTML absolute, and a function that has the parameter ``url`` gets it. Raises `InputError` if there is
    no such method, if it returns spans outside the page, or if ``html`` is not a page but, for example, an image, a
    path or a URL. Raises `TypeError` for arguments of the wrong type, and for options that the method does not have.
    """
    page, address = _decode(html), _check_url(url)
    if format not in ("text", "markdown", "html"):
        raise ValueError(f"format: is {format!r}, not 'text', 'markdown' or 'html'")
    found, _ = find_content(page, method, address, options)
    return str(make_fields(page, found, Form(format), address, None)[format])


def read(
    html: str | bytes | bytearray,
    method: str | Callable[..., object] = "learned",
    *,
    url: str | None = "",
    **options: object,
) -> Content:
    """Read a page: its content in all forms, its blocks and its metadata, as one frozen value.

    Takes the arguments of `extract` except ``format``, and raises the same errors.
    """
    page, address = _decode(html), _check_url(url)
    found, expected_f1 = find_content(page, method, address, options)
    return make_content(page, found, address, expected_f1)


def _check_url(url: str | None) -> str:
    if not isinstance(url, str | None):
        raise TypeError(f"url: is {type(url).__name__}, not str; pass None if the URL is not known")
    return _replace_surrogates(url or "")


def _decode(html: str | bytes | bytearray) -> str:
    if isinstance(html, bytes | bytearray):
        html = bytes(html)
        if kind := name_binary(html):
            raise InputError(f"html: is {kind}, not HTML")
        text, encoding = decode_html(html)
        _log.debug("decoded %d bytes as %s", len(html), encoding)
        refuse_location(text)
        return text
    if not isinstance(html, str):
        raise TypeError(_advise(html))
    refuse_location(html)
    return _replace_surrogates(html)


def _replace_surrogates(html: str) -> str:
    """Replace lone surrogates, which JSON may hold and no file can, one for one, so that spans stay right."""
    try:
        html.encode()
    except UnicodeEncodeError:
        return re.sub("[\ud800-\udfff]", "\ufffd", html)
    return html


def _advise(html: object) -> str:
    # Tables hold None or NaN where a page is missing.
    missing = html is None or isinstance(html, float)
    advice = "leave out missing pages" if missing else "pass what the file holds, not its path"
    return f"html: is {type(html).__name__}, not str or bytes; {advice}"

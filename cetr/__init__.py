"""Content extraction via tag ratios, its relatives, and a model that learns from labelled pages."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from cetr import document as document
    from cetr import learned as learned
    from cetr import site as site
    from cetr import structure as structure
    from cetr import tagratio as tagratio
    from cetr.console import InputError
    from cetr.extraction.content import Content

__version__ = "0.1.0"

__all__ = ["Content", "InputError", "extract", "read"]

_ELSEWHERE = {"Content": "cetr.extraction.content", "InputError": "cetr.console"}
_ROOMS = ("document", "learned", "site", "structure", "tagratio")

# The program that uses the library decides where its log goes.
logging.getLogger(__name__).addHandler(logging.NullHandler())


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
    path or a URL. Raises `TypeError` for arguments of the wrong type, and options that the method does not have.
    """
    from cetr.extraction.forms import write_content

    return write_content(_decode(html), method, format, _check_url(url), options)


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
    from cetr.extraction.content import make_content
    from cetr.extraction.finding import find_content

    page, address = _decode(html), _check_url(url)
    found, expected_f1 = find_content(page, method, address, options)
    return make_content(page, found, address, expected_f1)


def __getattr__(name: str) -> object:
    # The commands need none of this, and their help must appear at once.
    if name in _ROOMS:
        return import_module(f"cetr.{name}")
    if name in _ELSEWHERE:
        found: object = getattr(import_module(_ELSEWHERE[name]), name)
        return found
    raise AttributeError(f"module 'cetr' has no attribute '{name}'")


def __dir__() -> list[str]:
    return [*__all__, *_ROOMS, "__version__"]


def _check_url(url: str | None) -> str:
    if not isinstance(url, str | None):
        raise TypeError(f"url: is {type(url).__name__}, not str; pass None if the URL is not known")
    return _replace_surrogates(url or "")


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
        raise TypeError(_advise(html))
    from cetr.document import refuse_location

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

"""Content extraction via tag ratios, its relatives, and a model that learns from labelled pages."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from cetr.extraction.content import Content

__version__ = "0.1.0"

# Who uses the library decides where its log goes.
logging.getLogger(__name__).addHandler(logging.NullHandler())


def extract(
    html: str | bytes,
    method: str = "learned",
    *,
    format: Literal["text", "markdown", "html"] = "text",  # noqa: A002  # what people call it
    url: str = "",
    **options: object,
) -> str:
    """The main content of a page as plain text, Markdown or HTML.

    Bytes are decoded as the HTML Standard says: by byte order mark, declaration, or what they look like. ``method`` is
    a registered extractor's name, such as ``cetr`` for content extraction via tag ratios as published, or
    ``learned:FILE`` for a model of your own; ``options`` are its hyper-parameters, such as ``k=3`` for ``cetr``.
    ``url`` is the page's own, by which addresses in Markdown and HTML are made absolute. Raises
    `cetr.console.InputError` where there is no such method.
    """
    from cetr.document import content_spans, content_text, lex
    from cetr.extraction.content import give_url
    from cetr.methods import load_method

    html, function = _decode(html), load_method(method)
    found = function(html, **options, **give_url(function, url))
    if format == "text":
        return content_text(html, found)
    from cetr.structure import read_blocks, write_html, write_markdown

    tokens = lex(html)
    spans = content_spans(html, found, tokens)
    if format == "html":
        return write_html(html, spans, url=url, tokens=tokens)
    if format != "markdown":
        raise ValueError(f"format: is {format!r}, not 'text', 'markdown' or 'html'")
    return write_markdown(read_blocks(html, spans, url=url, tokens=tokens))


def read(html: str | bytes, method: str = "learned", *, url: str = "", **options: object) -> Content:
    """A page's content in all forms, with its blocks and the page's meta data, as one frozen value.

    Arguments and errors are those of `extract`.
    """
    from cetr.extraction.content import read_content

    return read_content(_decode(html), method, url=url, **options)


def _decode(html: str | bytes) -> str:
    from cetr.document import decode_html

    if isinstance(html, bytes):
        html = decode_html(html)[0]
    if not isinstance(html, str):
        raise TypeError(f"html: is {type(html).__name__}, not str or bytes")
    return html

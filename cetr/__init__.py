"""Content extraction via tag ratios, its relatives, and a model that learns from labelled pages."""

from __future__ import annotations

__version__ = "0.1.0"


def extract(html: str | bytes, method: str = "learned", **options: object) -> str:
    """The main content of a page as plain text.

    Bytes are decoded as the HTML Standard says: by byte order mark, declaration, or what they look like. ``method`` is
    a registered extractor's name, such as ``cetr`` for content extraction via tag ratios as published, or
    ``learned:FILE`` for a model of your own; ``options`` are its hyper-parameters, such as ``k=3`` for ``cetr``. Raises
    `cetr.console.InputError` where there is no such method.
    """
    from cetr.document import content_text, decode_html
    from cetr.methods import load_method

    if isinstance(html, bytes):
        html = decode_html(html)[0]
    if not isinstance(html, str):
        raise TypeError(f"html: is {type(html).__name__}, not str or bytes")
    return content_text(html, load_method(method)(html, **options))

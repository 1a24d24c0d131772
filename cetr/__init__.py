"""Content extraction via tag ratios, its relatives, and a model that learns from labelled pages."""

from __future__ import annotations

__version__ = "0.1.0"


def extract(html: str, method: str = "cetr", **options: object) -> str:
    """The main content of a page as plain text.

    ``method`` is a registered extractor's name, ``options`` are its hyper-parameters, such as ``k=3`` for ``cetr``.
    """
    from cetr.document import derive_text, normalize_spans
    from cetr.methods import load_method

    content = load_method(method)(html, **options)
    return content if isinstance(content, str) else derive_text(html, normalize_spans(content, len(html)))

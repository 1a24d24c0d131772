"""Convert what an extractor returned, text or spans, into the other form."""

from __future__ import annotations

from cetr.document.alignment import align_text
from cetr.document.derivation import derive_text
from cetr.document.spans import Spans, normalize_spans
from cetr.document.tokens import Tokens


def content_text(html: str, content: Spans | str) -> str:
    """Return the result of an extractor, text or spans in any order, as text.

    Text of spans has no soft hyphens or characters without width, except those that shape letters or separate words.
    """
    return content if isinstance(content, str) else derive_text(html, normalize_spans(content, len(html)), unseen=False)


def content_spans(html: str, content: Spans | str, tokens: Tokens | None = None) -> Spans:
    """Return the result of an extractor, text or spans in any order, as normalised spans."""
    return align_text(html, content, tokens).spans if isinstance(content, str) else normalize_spans(content, len(html))

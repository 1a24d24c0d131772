"""Convert what an extractor returned, text or spans, into the other form."""

from __future__ import annotations

from cetr.document.alignment import align_text
from cetr.document.derivation import derive_text
from cetr.document.spans import Spans, check_spans, normalize_spans
from cetr.document.tokens import Tokens


def content_text(html: str, content: Spans | str | None) -> str:
    """Return the result of an extractor as text: text, spans in any order, or None, which is no content.

    Text of spans has no soft hyphens or characters without width, except those that shape letters or separate words.
    Raises as `check_spans` does.
    """
    if isinstance(content, str):
        return _read(content)
    return derive_text(html, _check(html, content), unseen=False)


def content_spans(html: str, content: Spans | str | None, tokens: Tokens | None = None) -> Spans:
    """Return the result of an extractor as normalised spans: text, spans in any order, or None, which is no content.

    Raises as `check_spans` does.
    """
    if isinstance(content, str):
        return align_text(html, _read(content), tokens).spans
    return _check(html, content)


def _check(html: str, content: Spans | None) -> Spans:
    return normalize_spans(check_spans(() if content is None else content, len(html)), len(html))


def _read(content: str) -> str:
    """Read what is declared to be HTML as its readers do: an extractor may return an ``evaluate.Output``."""
    return derive_text(str(content), unseen=False) if getattr(content, "type", "text") == "html" else content

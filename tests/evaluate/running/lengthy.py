"""An extractor whose answer takes long to read."""

from __future__ import annotations

_ANSWER = "[a [b " * 2400


def brackets(html: str) -> str:
    """Brackets that open and never close, which a reader of Markdown has to try each."""
    return _ANSWER

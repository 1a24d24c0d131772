"""The lower and upper bounds of a comparison: an extractor that takes everything and one that takes nothing."""

from __future__ import annotations

from cetr.document import Spans


def plain(html: str) -> Spans:
    """All text of the page: perfect recall, poor precision.

    Source: Gottron, "Evaluating content extraction on HTML documents", section 5: the document served unchanged.
    """
    return ((0, len(html)),) if html else ()


def nothing(html: str) -> Spans:
    """No text at all: the floor of every table.

    Source: a control that comes from no paper.
    """
    return ()

"""Floors and ceilings: the extractors that do nothing."""

from __future__ import annotations

from cetr.document import Spans


def plain(html: str) -> Spans:
    """All text of the page: perfect recall, poor precision.

    Source: Gottron, "Evaluating content extraction on HTML documents", section 5: the document served unchanged.
    """
    return ((0, len(html)),) if html else ()


def nothing(html: str) -> Spans:
    """No text at all: the floor of every table.

    Source: a control, of no paper.
    """
    return ()

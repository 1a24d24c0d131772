"""The text of a page without white space, which browsers and other tools write in ways of their own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from cetr.document import Ints, LocatedText, Span


@dataclass(frozen=True)
class Squeezed:
    """The n characters of a text that are not white space, and where each starts and ends in the HTML, (n,)."""

    text: str
    start: Ints
    end: Ints


def squeeze_page(located: LocatedText) -> Squeezed:
    """Squeeze the text of a page."""
    kept = np.fromiter((not character.isspace() for character in located.text), np.bool_, len(located.text))
    return Squeezed(squeeze(located.text), located.start[kept], located.end[kept])


def squeeze(text: str) -> str:
    """Remove all white space."""
    return "".join(text.split())


def find_places(page: Squeezed, quote: str) -> Iterator[int]:
    """Find where a squeezed quote begins in the text of a page; its places do not overlap."""
    at = page.text.find(quote) if quote else -1
    while at >= 0:
        yield at
        at = page.text.find(quote, at + len(quote))


def locate_quote(page: Squeezed, at: int, quote: str) -> Span:
    """Return the interval of the HTML of a squeezed quote that begins at a place of the text."""
    return int(page.start[at]), int(page.end[at + len(quote) - 1])

"""Whether other content interrupts the main content: what the flag 'fragmented' says."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from cetr.document import Spans, Tokens, derive_text, intersect_spans, split_words, subtract_spans

_FIRST = 4096
"""How many characters of the gaps are searched first."""


def is_interrupted(spans: Spans, optional: Spans, has_words: Callable[[Spans], bool]) -> bool:
    """Whether the page shows other words between normalised spans.

    Optional text does not interrupt, nor does a sign without a word. ``has_words(gaps)`` tells whether the page shows
    words in normalised spans; who has asked the browser knows best.
    """
    gaps = subtract_spans(tuple((a[1], b[0]) for a, b in pairwise(spans)), optional)
    return bool(gaps) and has_words(gaps)


def has_words(html: str, spans: Spans, tokens: Tokens | None = None) -> bool:
    """Whether the text of normalised spans has words, as far as the HTML alone tells.

    The first words are near the beginning on most pages, so not all of the text is derived at once.
    """
    size = _FIRST
    while spans:
        end = html.find("<", spans[0][0] + size)  # a cut before a tag breaks no character reference
        searched = ((0, len(html) if end < 0 else end),)
        if split_words(derive_text(html, intersect_spans(spans, searched), tokens)):
            return True
        spans, size = subtract_spans(spans, searched), 2 * size
    return False

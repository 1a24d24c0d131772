"""Between spans of a page and its words."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from cetr.document import Ints, LocatedWords, Span, Spans, mark_inside, normalize_spans

Mask = npt.NDArray[np.bool_]


def find_inside(words: LocatedWords, spans: Spans) -> Mask:
    """Which words start inside normalised spans, shape (len(words),)."""
    return mark_inside(words.start, spans)


def cover_words(html: str, words: LocatedWords, found: Ints) -> Spans:
    """Spans from the first to the last of each run of words, with the punctuation around; ``found`` is sorted."""
    if not len(found):
        return ()
    breaks = np.flatnonzero(np.diff(found) > 1)
    first, last = found[np.append(0, breaks + 1)], found[np.append(breaks, len(found) - 1)]
    runs = zip(words.start[first].tolist(), words.end[last].tolist(), strict=True)
    return normalize_spans((_take_punctuation(html, start, end) for start, end in runs), len(html))


def _take_punctuation(html: str, start: int, end: int) -> Span:
    while start and not html[start - 1].isalnum() and not html[start - 1].isspace() and html[start - 1] not in ";>":
        start -= 1
    while end < len(html) and not html[end].isalnum() and not html[end].isspace() and html[end] not in "&<":
        end += 1
    return start, end

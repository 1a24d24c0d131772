"""Find gold that begins or ends in mid-sentence."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from annotate.check.findings import Finding
from annotate.check.page import CheckedPage
from cetr.console import count_of
from cetr.document import BREAK, clip_spans

_ENDS = frozenset(".!?:;\u2026\u3002\uff01\uff1f\u061f\u06d4\u0964\u201d\u00bb\"')]}")
_REACH = 200


AT_MOST = 5
"""The most findings for a document. Gold that was aligned word by word may have hundreds with one cause."""


def check_sentences(page: CheckedPage) -> Iterator[Finding]:
    """Find fragments at whose edge the line goes on outside, in lower case, without the end of a sentence."""
    found = list(_find_cuts(page))
    yield from found[:AT_MOST]
    if len(found) > AT_MOST:
        message = f"begins or ends in mid-sentence in {count_of(len(found) - AT_MOST, 'more place')}"
        fix = "check all of them in 'annotate review', or align the text with the page again"
        yield Finding(page.document.name, "cut-more", message, fix)


def _find_cuts(page: CheckedPage) -> Iterator[Finding]:
    located, name = page.located, page.document.name
    for start, end in page.document.spans:
        first = int(np.searchsorted(located.end, start, side="right"))
        last = int(np.searchsorted(located.start, end, side="left"))
        inside = located.text[first:last].strip()
        after = located.text[last : last + _REACH].partition(BREAK)[0]
        before = located.text[max(0, first - _REACH) : first].rpartition(BREAK)[2]
        if _goes_on(inside, after) and not _is_marked(page, last + len(after) - len(after.lstrip())):
            message = f"ends in mid-sentence: '{_tail(inside)}' | '{after.strip()[:30]}'"
            yield Finding(name, "cut-end", message, "extend the fragment to the end of the sentence", start, end)
        if _goes_on(before, inside) and not _is_marked(page, first - 1 - (len(before) - len(before.rstrip()))):
            message = f"begins in mid-sentence: '{_tail(before)}' | '{inside[:30]}'"
            yield Finding(name, "cut-start", message, "extend the fragment to the start of the sentence", start, end)


def _goes_on(before: str, after: str) -> bool:
    """Whether a sentence goes on from one text to the next. The number of a picture begins none."""
    before, after = before.rstrip(), after.lstrip()
    words = any(map(str.isalpha, before)) and bool(after)
    return words and before[-1] not in _ENDS and after[0].isalpha() and not after[0].isupper()


def _is_marked(page: CheckedPage, at: int) -> bool:
    """Whether the character of the located text is in another fragment or optional."""
    place = int(page.located.start[at])
    return any(clip_spans(spans, place, place + 1) for spans in (page.document.spans, page.document.optional))


def _tail(text: str) -> str:
    return text.strip()[-30:]

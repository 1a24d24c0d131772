"""Body text extraction: the one stretch of the page with the most words inside and the most tags outside."""

from __future__ import annotations

import numpy as np

from cetr.classic.maximum import find_maximum
from cetr.document import Spans, cut_spans, read_page, read_sequence


def bte(html: str) -> Spans:
    """Body text extraction: the single stretch with the most words inside and the most tags outside.

    Source: Finn, Kushmerick, Smyth, "Fact or fiction" (2001), as defined by Gottron, section 5.2.

    Maximising words inside plus tags outside is maximising words minus tags inside: a maximum subarray, found in one
    pass. Words are the document's words, not runs between white space, so that Chinese counts too. Among equally good
    stretches, the first and shortest wins.
    """
    page = read_page(html)
    sequence = read_sequence(page)
    found = find_maximum(np.where(sequence.tag, -1, 1))
    return cut_spans(page, [sequence.interval(*found, len(html))]) if found else ()

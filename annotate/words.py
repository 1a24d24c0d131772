"""Between spans of a page and its words."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from cetr.document import LocatedWords, Spans, mark_inside

Mask = npt.NDArray[np.bool_]


def find_inside(words: LocatedWords, spans: Spans) -> Mask:
    """Which words start inside normalised spans, shape (len(words),)."""
    return mark_inside(words.start, spans)

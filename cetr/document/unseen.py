"""Characters that nobody sees: soft hyphens, marks of the direction of writing, and others without width."""

from __future__ import annotations

import re

UNSEEN = "\xad\u061c\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2066\u2067\u2068\u2069\ufeff"
"""All of them. Two, the joiners, shape the letters beside them; marks of direction order what stands beside them."""

# In Thai, Lao, Burmese and Khmer, a space without width separates words.
_IDLE = re.compile(r"[\xad\u2060\ufeff]+|(?<![\u0e00-\u109f\u1780-\u17ff])\u200b+")


def drop_unseen(text: str) -> str:
    """Remove soft hyphens and characters without width, except those that shape or order letters or separate words."""
    # Most text holds none, and no ASCII text does.
    return text if text.isascii() or text.isprintable() else _IDLE.sub("", text)

"""Characters that nobody sees: soft hyphens, and characters without width."""

from __future__ import annotations

import re

UNSEEN = "\xad\u200b\u200c\u200d\u2060\ufeff"
"""All of them. Two, the joiners, shape the letters beside them."""

# In Thai, Lao, Burmese and Khmer, a space without width separates words.
_IDLE = re.compile(r"[\xad\u2060\ufeff]+|(?<![\u0e00-\u109f\u1780-\u17ff])\u200b+")


def drop_unseen(text: str) -> str:
    """Remove soft hyphens and characters without width, except those that shape letters or separate words."""
    # Most text holds none, and no ASCII text does.
    return text if text.isascii() or text.isprintable() else _IDLE.sub("", text)

"""Character references."""

from __future__ import annotations

import html
import re

# More digits than Python reads as one number (`sys.get_int_max_str_digits`), or nearly as many.
_MANY_DIGITS = re.compile(r"&#([0-9]{4000,})")


def resolve_references(text: str) -> str:
    """The text with its character references resolved, by the rules of the HTML standard, however long they are."""
    try:
        return html.unescape(text)
    except ValueError:
        # Eight digits are beyond Unicode, too.
        return html.unescape(_MANY_DIGITS.sub(lambda match: f"&#{match[1].lstrip('0')[:8] or 0}", text))

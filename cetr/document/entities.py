"""Character references."""

from __future__ import annotations

import html
import re

# About as many digits as Python reads as one number (`sys.get_int_max_str_digits`), or more.
_MANY_DIGITS = re.compile(r"&#([0-9]{4000,})")


def resolve_references(text: str) -> str:
    """Resolve the character references of a text by the rules of the HTML standard, however long they are."""
    try:
        return html.unescape(text)
    except ValueError:
        # Eight digits are beyond Unicode too.
        return html.unescape(_MANY_DIGITS.sub(lambda match: f"&#{match[1].lstrip('0')[:8] or 0}", text))

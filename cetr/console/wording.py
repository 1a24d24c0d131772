"""Numbers, lists and names in sentences, and text of pages that a terminal may be given."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from difflib import get_close_matches

# A terminal obeys control characters; what turns the direction of writing around rearranges the whole line.
_HARMFUL = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069\ufeff\ue000-\uf8ff]"
)


_PASSWORD = re.compile(r"(://[^\s/?#:@]*):[^\s/?#]*@")


def disarm(text: str) -> str:
    """Text that can be shown in a terminal: what that would obey is replaced, but for white space."""
    return _HARMFUL.sub("\ufffd", text)


def mask_passwords(text: str) -> str:
    """Text without the passwords of the URLs in it: ``https://name:***@host/``."""
    return _PASSWORD.sub(r"\1:***@", text)


def count_of(number: int, noun: str) -> str:
    """A number with its noun: ``1 page``, ``2 pages``."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def name_some(names: Sequence[str]) -> str:
    """Names, separated by commas; of more than three the first."""
    return ", ".join(names[:3]) + (", ..." if len(names) > 3 else "")


def suggest_name(written: str, known: Iterable[str]) -> str:
    """What to say of a name that is none: "; did you mean 'NAME'?", or nothing where none is like it."""
    alike = get_close_matches(written, list(known), n=1)
    return f"; did you mean '{alike[0]}'?" if alike else ""

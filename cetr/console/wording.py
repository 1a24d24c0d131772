"""Word numbers, lists and names in sentences, and make text of pages safe for a terminal."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from difflib import get_close_matches

# A terminal obeys control characters, and those that override the writing direction rearrange the whole line.
_HARMFUL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202d\u202e\ue000-\uf8ff]")
# Marks that nobody sees, and that are common where Hebrew or Arabic meets digits and Latin letters. Those that embed or
# isolate such an island rearrange the line, too, but a sign in their place looks like a broken page.
_UNSEEN = re.compile("[\u200e\u200f\u061c\ufeff\u202a-\u202c\u2066-\u2069]")


_PASSWORD = re.compile(r"(://[^\s/?#:@]*):[^\s/?#]*@|(://[^\s/?#:@\[]*):(?!\d*(?:[/?#]|$))\S{0,200}@")
"""Also one with an unescaped slash, with which the URL is none: what follows the colon is no port then."""


def disarm(text: str) -> str:
    """Make text safe for a terminal: replace control characters other than white space, leave out unseen marks."""
    return _HARMFUL.sub("\ufffd", _UNSEEN.sub("", text))


_BEYOND = re.compile(r"([^\n]{999})[^\n]{2,}")


def cut_lines(text: str) -> str:
    """Cut lines after 1,000 characters: nobody reads further, and a stranger's line can be endless."""
    return _BEYOND.sub("\\1\u2026", text)


def mask_passwords(text: str) -> str:
    """Mask the passwords of the URLs in a text: ``https://name:***@host/``."""
    return _PASSWORD.sub(r"\1\2:***@", text)


def count_of(number: int, noun: str) -> str:
    """Write a number with its noun: ``1 page``, ``2 pages``."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def name_some(names: Sequence[str]) -> str:
    """Write names separated by commas; of more than three, only the first."""
    return ", ".join(names[:3]) + (", ..." if len(names) > 3 else "")


def suggest_name(written: str, known: Iterable[str]) -> str:
    """Suggest a known name for an unknown one: "; did you mean 'NAME'?", or nothing if none is similar."""
    alike = get_close_matches(written, list(known), n=1)
    return f"; did you mean '{alike[0]}'?" if alike else ""

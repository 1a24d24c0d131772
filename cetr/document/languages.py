"""The language of a language tag."""

from __future__ import annotations

import re

_TAG = re.compile(r"([A-Za-z]{2,3})(?:[-_].*)?", re.DOTALL)
"""A tag of BCP 47: the language, then perhaps script, region and others; also with the underscore of a locale."""


def find_language(tag: str) -> str:
    """The language of a tag, without script and region; what is no tag stays as it is."""
    match = _TAG.fullmatch(tag)
    return match[1].lower() if match else tag

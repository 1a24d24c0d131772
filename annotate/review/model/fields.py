"""Checking what a person types into the meta form."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

# The shape of a language tag: BCP 47, section 2.1, without the grandfathered ones.
_LANGUAGE = re.compile(
    r"(?:[a-z]{2,3}(?:-[a-z]{3}){0,3}|[a-z]{4,8})"
    r"(?:-[a-z]{4})?(?:-(?:[a-z]{2}|[0-9]{3}))?"
    r"(?:-(?:[a-z0-9]{5,8}|[0-9][a-z0-9]{3}))*"
    r"(?:-[a-wy-z0-9](?:-[a-z0-9]{2,8})+)*(?:-x(?:-[a-z0-9]{1,8})+)?",
    re.IGNORECASE,
)

Wrong = tuple[str, str]
"""The field at fault, and what is wrong with it."""


def check_language(value: str) -> Wrong | None:
    """An empty language, or a tag as in BCP 47, such as ``de`` or ``zh-Hant-TW``."""
    if not value or _LANGUAGE.fullmatch(value):
        return None
    return "language", f"'{value}' is not a language tag (BCP 47), such as en, de-AT or zh-Hant"


def check_url(value: str) -> Wrong | None:
    """A URL with a scheme."""
    try:
        parts = urlsplit(value)
    except ValueError:
        parts = urlsplit("")
    return None if parts.scheme and (parts.netloc or parts.path) else ("url", f"'{value}' is not a URL")

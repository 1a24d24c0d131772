"""Reading what a person types into the meta form."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlsplit

from annotate.markup.html_facts import parse_language
from cetr.console import InputError


def read_language(value: str) -> str:
    """No language, or a tag as in BCP 47, in its usual letter case. Raises `InputError`."""
    return parse_language(value) if value else ""


def read_url(value: str) -> str:
    """A URL with a scheme. Raises `InputError`."""
    try:
        parts = urlsplit(value)
    except ValueError:
        parts = urlsplit("")
    if not (parts.scheme and (parts.netloc or parts.path)):
        raise InputError(f"'{value}' is not a URL")
    return value


READERS: dict[str, Callable[[str], str]] = {"url": read_url, "language": read_language}
"""By field of the metadata; any text will do for the others."""

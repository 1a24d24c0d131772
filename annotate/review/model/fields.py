"""Reading what a person types into the form for metadata."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlsplit

from annotate.markup.html_facts import parse_language
from cetr.console import InputError


def read_language(value: str) -> str:
    """Read no language, or a BCP 47 tag in its usual letter case. Raises `InputError`."""
    return parse_language(value) if value else ""


def read_url(value: str) -> str:
    """Read a URL with a scheme. Raises `InputError`."""
    try:
        parts = urlsplit(value)
    except ValueError:
        parts = urlsplit("")
    if not (parts.scheme and (parts.netloc or parts.path)):
        raise InputError(f"'{value}' is not a URL")
    return value


READERS: dict[str, Callable[[str], str]] = {"url": read_url, "language": read_language}
"""Readers by metadata field; other fields accept any text."""

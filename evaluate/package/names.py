"""The names of documents."""

from __future__ import annotations

import re
from collections.abc import Collection
from urllib.parse import urlsplit

from evaluate.package.meta import PackageError

_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_-]{0,119}")


def make_name(url: str, taken: Collection[str]) -> str:
    """Make a new name for a page: its site and the next free number, such as ``example-org-0001``."""
    site = (urlsplit(url).hostname or urlsplit(url).scheme).removeprefix("www.")
    stem = re.sub(r"[^a-z0-9]+", "-", site.encode("ascii", "ignore").decode().lower()).strip("-")[:60] or "page"
    numbers = (int(n[len(stem) + 1 :]) for n in taken if re.fullmatch(rf"{re.escape(stem)}-\d+", n))
    return f"{stem}-{max(numbers, default=0) + 1:04d}"


def is_name(text: str) -> bool:
    """Whether a text can be the name of a document."""
    return _NAME.fullmatch(text) is not None


def check_name(name: str) -> None:
    """Raise `PackageError` if a text cannot be the name of a document."""
    if not is_name(name):
        raise PackageError(f"'{name}': is not a document name: letters, digits, '-' and '_', at most 120")

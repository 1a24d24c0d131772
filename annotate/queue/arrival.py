"""Where the pages of a list led, which may be a page that the package already has."""

from __future__ import annotations

from collections.abc import Callable

from cetr.console import InputError

Find = Callable[[str], str | None]
"""Returns the name of a package's document for a URL, if there is one."""


def find_none(url: str) -> None:
    """The `Find` of an empty package."""


class ThereError(InputError):
    """The page led to one that the package already has, which is not a failure."""


def refuse_there(url: str, came: str, name: str | None, find: Find) -> None:
    """Raise `ThereError` if the page that ``came`` for a URL is another document than ``name``."""
    there = find(came)
    if there is not None and there != name:
        leads = "" if came == url else f"leads to {came}, "
        raise ThereError(f"{url}: {leads}already there as {there}")

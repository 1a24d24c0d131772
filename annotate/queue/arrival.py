"""Where the pages of a list led: perhaps to one that the package has."""

from __future__ import annotations

from collections.abc import Callable

from cetr.console import InputError

Find = Callable[[str], str | None]
"""The name of the document that a package has of a URL, if it has one."""


def find_none(url: str) -> None:
    """What `Find` finds in an empty package."""


class ThereError(InputError):
    """A page that led to one that the package has already. This is no failure."""


def refuse_there(url: str, came: str, name: str | None, find: Find) -> None:
    """Raise `ThereError` if the page that ``came`` for a URL is a document other than that of ``name``."""
    there = find(came)
    if there is not None and there != name:
        leads = "" if came == url else f"leads to {came}, "
        raise ThereError(f"{url}: {leads}there as {there}")

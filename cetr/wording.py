"""Numbers and lists in sentences."""

from __future__ import annotations

from collections.abc import Sequence


def count_of(number: int, noun: str) -> str:
    """A number with its noun: ``1 page``, ``2 pages``."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def name_some(names: Sequence[str], most: int = 3) -> str:
    """Names, separated by commas; of more than ``most`` the first."""
    return ", ".join(names[:most]) + (", ..." if len(names) > most else "")

"""Extractors that say what they were given of the page's site."""

from __future__ import annotations

import os
from collections.abc import Sequence

from evaluate.protocols import OtherPage


def tell(html: str, *, site: Sequence[OtherPage] = ()) -> str:
    """The documents that it was given, and their gold where that was told."""
    return " ".join(f"{other.document} {other.text or 'untold'}" for other in site) or "nothing"


def show(html: str, *, site: Sequence[OtherPage] = ()) -> str:
    """The HTML that it was given, and the type of the gold."""
    return " ".join(f"{other.html} {type(other.gold).__name__}" for other in site)


def end(html: str, *, site: Sequence[OtherPage] = ()) -> str:
    """Nothing: its process ends."""
    os._exit(1)

"""Content extraction via tag ratios, its relatives, and a model that learns from labelled pages."""

from __future__ import annotations

import logging
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cetr import document as document
    from cetr import learned as learned
    from cetr import metadata as metadata
    from cetr import site as site
    from cetr import structure as structure
    from cetr import tagratio as tagratio
    from cetr.console import InputError
    from cetr.extraction.content import Content
    from cetr.extraction.library import extract, read

__version__ = "0.1.0"

__all__ = ["Content", "InputError", "extract", "read"]

_ELSEWHERE = {
    "Content": "cetr.extraction.content",
    "InputError": "cetr.console",
    "extract": "cetr.extraction.library",
    "read": "cetr.extraction.library",
}
_ROOMS = ("document", "learned", "metadata", "site", "structure", "tagratio")

# The program that uses the library decides where its log goes.
logging.getLogger(__name__).addHandler(logging.NullHandler())


def __getattr__(name: str) -> object:
    # The commands need none of this, and their help must appear at once.
    if name in _ROOMS:
        return import_module(f"cetr.{name}")
    if name in _ELSEWHERE:
        found: object = getattr(import_module(_ELSEWHERE[name]), name)
        return found
    raise AttributeError(f"module 'cetr' has no attribute '{name}'")


def __dir__() -> list[str]:
    return [*__all__, *_ROOMS, "__version__"]

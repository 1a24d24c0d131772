"""The language of a document: as declared, unless its text reads like another one."""

from __future__ import annotations

from msgspec.structs import replace

from cetr.metadata import are_alike, guess_language
from evaluate.package import Meta

GUESSED = "guessed"
"""The key of a document's ``extra`` for the names of metadata that are guessed."""


def correct_language(declared: str, text: str) -> str:
    """The language of a text: as declared, unless it reads like another one; "" if unknown."""
    guess = guess_language(text)
    return declared if guess is None or (declared and are_alike(declared, guess)) else guess


def fill_language(meta: Meta, text: str) -> Meta:
    """Return metadata with the language that the main content reads like, if they have none."""
    guess = None if meta.language else guess_language(text)
    return meta if guess is None else replace(meta, language=guess, extra={**meta.extra, GUESSED: ["language"]})

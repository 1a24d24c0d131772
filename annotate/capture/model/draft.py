"""A draft: the marks on an unsaved page."""

from __future__ import annotations

import msgspec

SCHEMA = 2


class Draft(msgspec.Struct, frozen=True, kw_only=True):
    """An unfinished annotation: the marked spans with their texts, and those that are optional.

    ``named``: a person named the language. ``method`` and ``suggested`` are of the suggestion that was accepted.
    """

    schema: int = SCHEMA
    url: str
    spans: tuple[tuple[int, int], ...]
    texts: tuple[str, ...]
    language: str = ""
    named: bool = False
    multiple: bool = False
    fragmented: bool | None = None
    seconds: float = 0.0
    note: str = ""
    optional: tuple[tuple[int, int], ...] = ()
    optional_texts: tuple[str, ...] = ()
    method: str = ""
    suggested: tuple[tuple[int, int], ...] = ()

    def __post_init__(self) -> None:
        """Raise `ValueError` if a span has no text, as in a stranger's file."""
        if len(self.spans) != len(self.texts) or len(self.optional) != len(self.optional_texts):
            raise ValueError("there is not a text for each span")

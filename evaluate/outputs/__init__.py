"""What extractors give out that is not spans: text, Markdown or HTML, declared as such, never guessed.

Public: `Output`, an answer with its type; `declare`, which gives a text one; `as_output` and `tell_undeclared`, for
text without; `read_as_text`, the text that a reader would see of it; the tables by which a type is declared:
`MEDIA_TYPES`, `SUFFIXES`, `TYPES`.
"""

from __future__ import annotations

from evaluate.outputs.output import (
    MEDIA_TYPES,
    SUFFIXES,
    TYPES,
    Output,
    OutputType,
    as_output,
    check_type,
    declare,
    read_as_text,
    tell_undeclared,
)

__all__ = [
    "MEDIA_TYPES",
    "SUFFIXES",
    "TYPES",
    "Output",
    "OutputType",
    "as_output",
    "check_type",
    "declare",
    "read_as_text",
    "tell_undeclared",
]

"""The output of extractors that return text: text, Markdown or HTML, always declared, never guessed.

Public: `Output`, an answer with its type; `declare`, which gives a text a type; `as_output` and `tell_undeclared` for
text without a type; `read_as_text`, the text that a reader would see; the tables of declarations, `MEDIA_TYPES` and
`SUFFIXES`; `NESTING`, how deep Markdown may nest, and `limit_quotes`, which prepares it.
"""

from __future__ import annotations

from evaluate.outputs.output import (
    MEDIA_TYPES,
    NESTING,
    SUFFIXES,
    Output,
    OutputType,
    as_output,
    check_type,
    declare,
    limit_quotes,
    read_as_text,
    tell_undeclared,
)

__all__ = [
    "MEDIA_TYPES",
    "NESTING",
    "SUFFIXES",
    "Output",
    "OutputType",
    "as_output",
    "check_type",
    "declare",
    "limit_quotes",
    "read_as_text",
    "tell_undeclared",
]

"""The formats there are: an explicit table."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import Any


@dataclass(frozen=True)
class Format:
    """A format's one-line description, and where its reader and writer are (``module:function``)."""

    about: str
    reader: str | None = None
    writer: str | None = None


FORMATS: dict[str, Format] = {
    "jsonl": Format(
        "JSON Lines: id, url, page_type, html, text (.xz, .gz, .bz2)",
        "annotate.formats.jsonl:read",
        "annotate.formats.jsonl:write",
    ),
}


def load(where: str) -> Any:  # a Read or a Write
    """The function at ``module:function``."""
    module, _, name = where.partition(":")
    return getattr(import_module(module), name)

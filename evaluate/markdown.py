"""Markdown that contains the text of others."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cetr.console import disarm


def escape(text: str) -> str:
    """Escape text for one line of Markdown, and for a terminal that shows it."""
    return "".join("\\" + c if c in "\\`*_{}[]<>|#" else c for c in disarm(" ".join(text.split())))


def make_table(header: Sequence[str], rows: Iterable[Sequence[str]], names: int = 1) -> str:
    """Make a table of others' text: first so many left-aligned columns of ``names``, then columns of figures."""
    rule = [*["---"] * names, *["---:"] * (len(header) - names)]
    cells = (map(escape, header), rule, *(map(escape, row) for row in rows))
    return "\n".join(f"| {' | '.join(row)} |" for row in cells)

"""Markdown of which others' text is a part."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cetr.console import disarm


def escape(text: str) -> str:
    """Text that Markdown takes as it is, on one line, and a terminal that shows it, too."""
    return "".join("\\" + c if c in "\\`*_{}[]<>|#" else c for c in disarm(" ".join(text.split())))


def make_table(header: Sequence[str], rows: Iterable[Sequence[str]], names: int = 1) -> str:
    """A table of others' text: so many columns of ``names``, at the left of their cells, then columns of figures."""
    rule = [*["---"] * names, *["---:"] * (len(header) - names)]
    cells = (map(escape, header), rule, *(map(escape, row) for row in rows))
    return "\n".join(f"| {' | '.join(row)} |" for row in cells)

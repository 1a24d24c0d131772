"""Markdown that contains the text of others."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from cetr.console import disarm

_MARKUP = re.compile(r"[\\`*_{}\[\]<>|#~&$]|:(?=//)|(?<=\bwww)\.", re.IGNORECASE)
"""What is markup in GitHub's Markdown, and what makes a link of a bare address."""
_REFERENCE = re.compile(r"(?<=@)(?=\w)|(?<=#)(?=\d)|(?<=\bgh)(?=-\d)", re.IGNORECASE)
"""Within what GitHub finds after backslashes are gone: ``@name``, which tells that person, ``#1`` and ``GH-1``."""


def escape(text: str) -> str:
    """Escape text for one line of Markdown, and for a terminal that shows it. No part of it becomes a link.

    A space without width separates the sign of a mention or reference, or of an email address, from what follows.
    """
    return _REFERENCE.sub("&#8203;", _MARKUP.sub(r"\\\g<0>", disarm(" ".join(text.split()))))


def make_table(header: Sequence[str], rows: Iterable[Sequence[str]], names: int = 1) -> str:
    """Make a table of others' text: first so many left-aligned columns of ``names``, then columns of figures."""
    rule = [*["---"] * names, *["---:"] * (len(header) - names)]
    cells = (map(escape, header), rule, *(map(escape, row) for row in rows))
    return "\n".join(f"| {' | '.join(row)} |" for row in cells)

"""Elements of a page by their start tags, without a tree: which have a mark, where they end, what their text is."""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np

from cetr.document import Ints, Kind, Tokens, derive_text, pack_name, resolve_references, subtract_spans
from cetr.structure import SIGN_LINKS, read_attributes

_LINK = pack_name("a")
MOST = 1000
"""The most elements of one kind whose text is read, because that takes long."""


def match_values(values: str, *names: str) -> tuple[re.Pattern[str], ...]:
    r"""Make the marks of an attribute that has one of some values; these, and the ways to write its name, are patterns.

    With \b before the name, or in any case, searching takes ten times as long. What only ends like the name has such a
    mark, too.
    """
    return tuple(re.compile(rf"{name}\s*=\s*+[\"']?[^\"'<>=]{{0,40}}\b{values}\b") for name in names)


def find_marked(
    html: str, tokens: Tokens, opening: Ints, *marks: re.Pattern[str], start: int = 0, end: int | None = None
) -> Iterator[tuple[int, dict[str, str]]]:
    """Find the first start tags that hold one of some marks, each once, with their attributes."""
    end = len(html) if end is None else end
    found = np.array([match.start() for mark in marks for match in mark.finditer(html, start, end)], dtype=np.int64)
    at = tokens.start[opening].searchsorted(found) - 1
    found, at = found[at >= 0], opening[at[at >= 0]]
    for i in np.unique(at[found < tokens.end[at]])[:MOST].tolist():
        yield i, read_attributes(html, int(tokens.start[i]), int(tokens.end[i]))


def find_end(tokens: Tokens, i: int) -> int:
    """Find the end tag of the element that a start tag opens, among the next 60 tokens; else return the start tag."""
    same = tokens.name[i : i + 60] == tokens.name[i]
    kinds = tokens.kind[i : i + 60]
    depth = np.cumsum(same & (kinds == Kind.OPEN)) - np.cumsum(same & (kinds == Kind.CLOSE))
    closed = np.flatnonzero(depth == 0)
    return i + int(closed[0]) if len(closed) else i


def read_element(html: str, tokens: Tokens, i: int) -> str:
    """Read at most 300 characters of the text of the element that a start tag opens, without links of a sign alone."""
    end = find_end(tokens, i)
    span = int(tokens.end[i]), int(tokens.start[end])
    if span[0] >= span[1]:
        return ""
    signs = [
        (int(tokens.start[j]), int(tokens.end[j]))
        for j in range(i + 2, end)
        if tokens.kind[j - 1] == Kind.OPEN
        and tokens.name[j - 1] == _LINK
        and resolve_references(html[int(tokens.start[j]) : int(tokens.end[j])]).strip() in SIGN_LINKS
    ]
    return derive_text(html, subtract_spans((span,), tuple(signs)), tokens.overlapping(*span))[:300]

"""The text inside elements that their start tags mark in some way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from cetr.document import VOID_TAGS, Kind, Spans, Tokens, normalize_spans, pack_name

TAG = 20_000
"""How many characters of a start tag are read."""

_VOID = frozenset(map(pack_name, VOID_TAGS))


def find_marked(html: str, tokens: Tokens, is_marked: Callable[[str, bool | None], bool | None]) -> Spans:
    """Find the text inside marked elements, from the first to the last character of each uninterrupted run.

    ``is_marked(tag, inherited)`` gives the state of an element from the source of its start tag and the state of the
    element around it: True, text is marked; False, it is not; None, not even in marked elements inside.
    """
    found: list[list[int]] = []
    unbroken = False
    stack: list[tuple[int, bool | None]] = []
    count: Counter[int] = Counter()
    for start, end, kind, name in tokens.walk():
        inherited = stack[-1][1] if stack else False
        if kind == Kind.OPEN and name not in _VOID:
            stack.append((name, is_marked(html[start : min(end, start + TAG)], inherited)))
            count[name] += 1
        elif kind == Kind.CLOSE:
            # An end tag also ends all elements inside its own. Unmatched end tags are ignored.
            while count[name] and stack:
                ended, _ = stack.pop()
                count[ended] -= 1
                if ended == name:
                    break
        elif kind == Kind.TEXT and not html[start:end].isspace():
            if inherited and unbroken:
                found[-1][1] = end
            elif inherited:
                found.append([start, end])
            unbroken = bool(inherited)
    return normalize_spans(found, len(html))

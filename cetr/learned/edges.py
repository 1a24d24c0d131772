"""The edges of blocks: signs without a letter in elements of their own, such as a quotation mark or a prompt."""

from __future__ import annotations

from cetr.document import Bools, Kind, Tokens, find_tags, follow_opening
from cetr.learned.containers import is_break


def widen(html: str, tokens: Tokens, unseen: Bools, runs: list[tuple[int, int, int, int]]) -> list[tuple[int, int]]:
    """Widen runs of blocks over the signs around them, up to the begin or end of another block.

    A run is given by its first and last token of text, its start and its end; ``unseen`` marks the tags whose text is
    not taken. In preformatted text, the indentation of the first line is taken, too.
    """
    stops = is_break(tokens) | unseen
    shaped = follow_opening(tokens, find_tags(tokens, "pre"))
    return [
        (_widen_start(html, tokens, stops, shaped, first, start), _widen_end(html, tokens, stops, last, end))
        for first, last, start, end in runs
    ]


def _widen_start(html: str, tokens: Tokens, stops: Bools, shaped: Bools, first: int, start: int) -> int:
    at = first
    for i in range(first - 1, -1, -1):
        if stops[i]:
            break
        if tokens.kind[i] == Kind.TEXT:
            signs = html[tokens.start[i] : tokens.end[i]].lstrip()
            if signs:
                at, start = i, int(tokens.end[i]) - len(signs)
    if shaped[at]:
        line = html[tokens.start[at] : start]
        start -= len(line) - len(line.rstrip(" \t"))
    return start


def _widen_end(html: str, tokens: Tokens, stops: Bools, last: int, end: int) -> int:
    for i in range(last + 1, len(stops)):
        if stops[i]:
            break
        if tokens.kind[i] == Kind.TEXT:
            signs = html[tokens.start[i] : tokens.end[i]].rstrip()
            if signs:
                end = int(tokens.start[i]) + len(signs)
    return end

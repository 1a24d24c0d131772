"""The edges of blocks: signs without a letter in elements of their own, such as a quotation mark or a prompt."""

from __future__ import annotations

from cetr.document import Bools, Kind, Tokens
from cetr.learned.containers import is_break

_TEXT = int(Kind.TEXT)  # quicker to compare


def widen(
    html: str, tokens: Tokens, skipped: Bools, runs: list[tuple[int, int, int, int, bool]]
) -> list[tuple[int, int]]:
    """Widen runs of blocks over the signs around them, up to the begin or end of another block.

    A run is given by its first and last token of text, its start, its end, and whether it begins in preformatted text:
    there, the indentation of the first line is taken, too. ``skipped`` marks the tags whose text is not taken.
    """
    stops = (is_break(tokens) | skipped).tobytes()
    kinds = tokens.kind.tobytes()

    def widen_start(first: int, start: int, preformatted: bool) -> int:
        at = first
        for i in range(first - 1, stops.rfind(1, 0, first), -1):
            if kinds[i] == _TEXT and (signs := html[tokens.start[i] : tokens.end[i]].lstrip()):
                at, start = i, int(tokens.end[i]) - len(signs)
        if preformatted:
            line = html[tokens.start[at] : start]
            start -= len(line) - len(line.rstrip(" \t"))
        return start

    def widen_end(last: int, end: int) -> int:
        stop = stops.find(1, last + 1)
        for i in range(last + 1, stop if stop >= 0 else len(stops)):
            if kinds[i] == _TEXT and (signs := html[tokens.start[i] : tokens.end[i]].rstrip()):
                end = int(tokens.start[i]) + len(signs)
        return end

    return [
        (widen_start(first, start, preformatted), widen_end(last, end))
        for first, last, start, end, preformatted in runs
    ]

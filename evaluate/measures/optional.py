"""What is optional of a text, or of the text of HTML, that an extractor made from a page."""

from __future__ import annotations

import numpy as np

from cetr.document import BREAK, LocatedText, Spans, find_words, locate_words, mark_touched, match_words


def leave_out(html: str, text: str, optional: Spans, within: Spans | None = None) -> str:
    """Return a text without the words that are in the optional spans of its document, see `find_optional`."""
    places = np.arange(len(text))
    kept: list[str] = []
    last = 0
    located = LocatedText(text.replace("\n", BREAK), places, places + 1)
    for start, end in find_optional(html, located, optional, within):
        kept += [text[last:start], " "]
        last = end
    return "".join([*kept, text[last:]])


def find_optional(html: str, located: LocatedText, optional: Spans, within: Spans | None = None) -> Spans:
    """Find the places of a text's words that are in the optional spans of a document, and of all between them.

    The text is aligned with the document's words (those of the spans ``within``, if it is known to come from there).
    A line without other words goes as a whole, as a heading would otherwise leave its question mark.
    """
    words, document = find_words(located), locate_words(html, within)
    touched = mark_touched(document.start, document.end, optional)
    gone = np.append(touched, False)[match_words(document.words, words.words)]  # -1, no word of the document, stays
    edges = np.flatnonzero(np.diff(gone, prepend=False, append=False))
    found = []
    for first, after in edges.reshape(-1, 2).tolist():
        start, end = int(words.start[first]), int(words.end[after - 1])
        line = _find_line(located, start, end)
        if first == 0 or words.end[first - 1] <= line[0]:
            start = line[0]
        if after == len(gone) or words.start[after] >= line[1]:
            end = line[1]
        found.append((start, end))
    return tuple(found)


def _find_line(located: LocatedText, start: int, end: int) -> tuple[int, int]:
    """Find where the line of the place ``start`` begins, and that of ``end`` ends."""
    first, last = np.searchsorted(located.start, start), np.searchsorted(located.end, end)
    head = located.text.rfind(BREAK, 0, int(first)) + 1
    tail = located.text.find(BREAK, int(last))
    return int(located.start[head]), int(located.end[tail - 1 if tail >= 0 else -1])

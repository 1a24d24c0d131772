"""The line model: a document cut into lines, with the text and the tags counted on each.

Source: Weninger & Hsu, ANNIE 2008, algorithm 1; Weninger, Hsu & Han, "CETR", WWW 2010, for the wrapping. Tags,
comments and scripts are found on the whole document before it is cut, so they may span lines.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np

from cetr.compiled import IN_USE
from cetr.document import (
    Bools,
    Floats,
    Ints,
    Kind,
    Span,
    Spans,
    Tokens,
    find_true,
    find_unrendered,
    lex,
    resolve_references,
    subtract_spans,
)

if IN_USE:
    from cetr.tagratio.scanning import measure_lines
else:
    from cetr.tagratio.kept import measure_lines

_TEXT = np.uint8(Kind.TEXT)
_SOLID = re.compile(r"\S")


@dataclass(frozen=True)
class Lines:
    """The n lines of a document that are not empty.

    ``start`` and ``end`` are offsets in the source, ``text`` counts characters outside tags and ``tags`` the tags that
    start on the line; all have shape (n,). Script, style and comments inside a line do not count.
    """

    html: str
    tokens: Tokens
    start: Ints
    end: Ints
    text: Ints
    tags: Ints

    @property
    def ratio(self) -> Floats:
        """The text-to-tag ratio, shape (n,), at least 0: characters per tag, or characters if there is no tag."""
        return self.text / np.maximum(self.tags, 1)

    def __len__(self) -> int:
        return len(self.start)


def cut_lines(html: str, *, wrap: int = 60, tokens: Tokens | None = None) -> Lines:
    """Cut a document into lines.

    A line ends at a line break. A line longer than twice ``wrap`` characters is wrapped about every ``wrap``, after
    the next space or tag if one is near, but never inside a tag; 0 means no wrapping. Script, style and comments are
    removed first, and then empty lines are dropped. White space around a line does not count, and a run of white space
    in it counts as one character.
    """
    tokens = lex(html) if tokens is None else tokens
    return Lines(html, tokens, *measure_lines(tokens, wrap))


def label_spans(lines: Lines, labels: Bools) -> Spans:
    """Return the text of the labelled lines as normalised spans: ``labels`` has shape (n,).

    Neighbouring lines become one span, which begins and ends with text that is not white space. Text that is not
    rendered is left out.
    """
    # With one more at either end, so that every run has a beginning and an end.
    content = np.zeros(len(labels) + 2, dtype=np.bool_)
    content[1:-1] = labels
    edges = find_true(content[1:] != content[:-1])
    first, last = edges[::2], edges[1::2] - 1
    runs = tuple(zip(lines.start[first].tolist(), lines.end[last].tolist(), strict=True))
    runs = subtract_spans(runs, find_unrendered(lines.tokens))
    return _trim(lines, runs)


def _trim(lines: Lines, runs: Spans) -> Spans:
    """Cut spans down to their text, from the first to the last character that is not white space."""
    html, tokens = lines.html, lines.tokens
    text = tokens.texts
    starts, ends = tokens.start[text], tokens.end[text]
    bounds = np.array(runs, dtype=np.int64).reshape(-1, 2)
    first = ends.searchsorted(bounds[:, 0], side="right").tolist()
    last = (starts.searchsorted(bounds[:, 1], side="left") - 1).tolist()

    trimmed: list[Span] = []
    for (start, end), i, j in zip(runs, first, last, strict=True):
        solid = None
        while i <= j and not solid:
            solid = _SOLID.search(html, max(start, starts.item(i)), min(end, ends.item(i)))
            i += 1
        if not solid:
            continue
        begin, piece = solid.start(), ""
        while not piece:
            first_of_last = max(begin, starts.item(j))
            piece = html[first_of_last : min(end, ends.item(j))].rstrip()
            j -= 1
        trimmed.append((begin, first_of_last + len(piece)))
    return tuple(trimmed)


def line_texts(lines: Lines) -> list[str]:
    """Derive the text of each line, with references resolved and white space collapsed; n strings."""
    tokens, html = lines.tokens, lines.html
    first = np.searchsorted(tokens.start, lines.start, side="right") - 1
    last = np.searchsorted(tokens.start, lines.end, side="left")
    is_text = tokens.kind == Kind.TEXT
    texts: list[str] = []
    for start, end, i, j in zip(lines.start.tolist(), lines.end.tolist(), first.tolist(), last.tolist(), strict=True):
        chosen = (i + find_true(is_text[i:j])).tolist()
        pieces = (html[max(start, tokens.start[t]) : min(end, tokens.end[t])] for t in chosen)
        texts.append(" ".join(resolve_references("".join(pieces)).split()))
    return texts


def span_labels(lines: Lines, spans: Spans) -> Floats:
    """Compute the share (0 to 1) of each line's rendered text that normalised spans cover, (n,); 0 without text."""
    tokens = lines.tokens
    code = tokens.code[: len(lines.html)]
    rendered = (code > 32) & (code != 160) & np.repeat(tokens.kind == _TEXT, tokens.end - tokens.start)
    for start, end in find_unrendered(tokens):
        rendered[start:end] = False
    covered = np.zeros(len(code), dtype=np.bool_)
    for start, end in spans:
        covered[start:end] = rendered[start:end]
    if not len(lines):
        return np.zeros(0)
    # What stands between two lines is white space or no text, so a line can be taken to reach to the next.
    total, inside = (np.add.reduceat(a.view(np.uint8), lines.start, dtype=np.int32) for a in (rendered, covered))
    share: Floats = inside / np.maximum(total, 1)
    return share

"""Pages whose main content is marked by elements or attributes: remove the marks, and make them.

A page that extractors get must not contain traces of an annotation tool, so marks are always removed from it.
"""

from __future__ import annotations

import re

import numpy as np

from annotate.markup.marked_elements import TAG
from cetr.document import (
    Kind,
    Spans,
    Tokens,
    clip_spans,
    cover_words,
    lex,
    locate_text,
    locate_words,
    mark_inside,
    match_words,
    normalize_spans,
    pack_name,
)

_NO_ELEMENTS_INSIDE = frozenset(
    map(pack_name, ("title", "textarea", "option", "iframe", "noframes", "xmp", "plaintext"))
)


def cut_html(html: str, cuts: Spans, spans: Spans) -> tuple[str, Spans]:
    """Cut normalised spans out of a page; returns the rest, and other spans moved to it."""
    starts = np.array([c[0] for c in cuts], dtype=np.int64)
    lengths = np.array([0, *np.cumsum([c[1] - c[0] for c in cuts]).tolist()], dtype=np.int64)

    def move(at: int) -> int:
        i = int(np.searchsorted(starts, at, side="left"))
        inside = max(0, cuts[i - 1][1] - at) if i else 0
        return at - int(lengths[i]) + inside

    kept, at = [], 0
    for start, end in cuts:
        kept.append(html[at:start])
        at = end
    left = "".join([*kept, html[at:]])
    return left, normalize_spans(((move(s), move(e)) for s, e in spans), len(left))


def find_attributes(html: str, tokens: Tokens, pattern: re.Pattern[str]) -> Spans:
    """Find where a pattern matches inside start tags."""
    found = [
        match.span()
        for start, end, kind, _ in tokens.walk()
        if kind == Kind.OPEN
        for match in pattern.finditer(html, start, min(end, start + TAG))
    ]
    return normalize_spans(found, len(html))


def project_spans(page: str, marked: str, spans: Spans) -> Spans:
    """Find the text of spans of a marked copy in the page itself; both are aligned as a whole."""
    there, here = locate_words(marked), locate_words(page)
    place = match_words(here.words, there.words)
    return cover_words(locate_text(page), here, np.unique(place[mark_inside(there.start, spans) & (place >= 0)]))


def wrap_text(html: str, spans: Spans, tag: str) -> str:
    """Wrap each stretch of text inside normalised spans in a span element with this start tag."""
    tokens = lex(html)
    pieces, at, previous = [], 0, 0
    for start, end, kind, name in tokens.walk():
        if kind == Kind.TEXT and previous not in _NO_ELEMENTS_INSIDE:
            for s, e in clip_spans(spans, start, end):
                if not html[s:e].isspace():
                    pieces += [html[at:s], tag, html[s:e], "</span>"]
                    at = e
        previous = name if kind == Kind.OPEN else 0
    return "".join([*pieces, html[at:]])

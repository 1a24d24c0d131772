"""What a page has of a formula besides what it shows: its source, and a copy for screen readers."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from cetr.document import Kind, Span, Spans, Tokens, find_tags, follow_opening, normalize_spans

_COPY, _SHOWN = '<span class="katex-mathml">', '<span class="katex-html"'
"""KaTeX writes each formula twice; the first copy is hidden by its style sheet."""


def find_copies(html: str, tokens: Tokens) -> Spans:
    """Find the text of formulas that a browser does not show: annotations in MathML, and KaTeX's copies; normalised."""
    if not len(find_tags(tokens, "math")):
        return ()
    sources = follow_opening(tokens, find_tags(tokens, "annotation")) & (tokens.kind == np.uint8(Kind.TEXT))
    edges = zip(tokens.start[sources].tolist(), tokens.end[sources].tolist(), strict=True)
    return normalize_spans((*edges, *_find_katex(html, int(tokens.start[0]), int(tokens.end[-1]))), len(html))


def _find_katex(html: str, begin: int, stop: int) -> Iterator[Span]:
    start = html.find(_COPY, begin, stop)
    while start >= 0:
        end = html.find("</span>", start, stop)
        if end < 0:
            return
        end += len("</span>")
        if html.startswith(_SHOWN, end):
            yield start, end
        start = html.find(_COPY, end, stop)

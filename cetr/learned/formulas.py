"""What a page has of a formula besides what it shows: its source, and a copy for screen readers."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from cetr.document import Ints, Kind, Span, Spans, Tokens, find_tags, normalize_spans

_COPY, _SHOWN = '<span class="katex-mathml">', '<span class="katex-html"'
"""KaTeX writes each formula twice; the first copy is hidden by its style sheet."""


def find_copies(html: str, tokens: Tokens) -> Spans:
    """Find the text of formulas that a browser does not show: annotations in MathML, and KaTeX's copies; normalised."""
    math = find_tags(tokens, "math")
    if not len(math):
        return ()
    sources = _find_annotations(tokens, math)
    return normalize_spans((*sources, *_find_katex(html, int(tokens.start[0]), int(tokens.end[-1]))), len(html))


def _find_annotations(tokens: Tokens, math: Ints) -> Iterator[Span]:
    """Find what is in annotations. One without an end tag ends with its formula, or before the next."""
    annotations = find_tags(tokens, "annotation")
    opening = annotations[tokens.kind[annotations] == np.uint8(Kind.OPEN)]
    tags = np.union1d(annotations, math)
    following = np.searchsorted(tags, opening, side="right")
    ended = following < len(tags)
    edges = tokens.end[opening[ended]], tokens.start[tags[following[ended]]]
    return zip(*(edge.tolist() for edge in edges), strict=True)


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

"""Find the text that a browser does not show, as far as the elements tell."""

from __future__ import annotations

import numpy as np

from cetr.document.arrays import find_true
from cetr.document.spans import Span, Spans, normalize_spans
from cetr.document.tagnames import tabulate_meanings
from cetr.document.tokens import Kind, Tokens

UNRENDERED_TAGS = ("head", "title", "template", "noscript", "noframes", "noembed", "iframe", "annotation", "rp")
"""Elements whose text a browser with scripting does not show."""

_SHADOW = b"shadowrootmode="
_FRAMES = ("iframe", "noframes")
_PARTS = ("body", *UNRENDERED_TAGS)
_PART = tabulate_meanings({name: i for i, name in enumerate(_PARTS, 1)})


def find_unrendered(tokens: Tokens, *, captured: bool = False) -> Spans:
    """Find the parts of a document whose text is not rendered, normalised. A head ends at the body at the latest.

    An element that is never closed is ignored, because what browsers make of it depends on its contents.

    ``captured``: the text of shadow roots is rendered, and so is that of frames with elements in them, because a
    capture saves there what the browser showed.
    """
    numbers = _PART[tokens.number]
    places = find_true(numbers)
    spans: list[Span] = []
    opening = int(Kind.OPEN)
    opened: dict[str, int] = {}
    for number, kind, start, end in zip(
        *(a[places].tolist() for a in (numbers, tokens.kind, tokens.start, tokens.end)), strict=True
    ):
        name = _PARTS[number - 1]
        if name == "body":
            name, end = "head", start
        elif kind == opening:
            if captured and name == "template" and _SHADOW in tokens.code[start:end].tobytes().lower():
                continue
            # Where the end tag of an annotation is missing, it ends with its formula, before the next one begins.
            if name not in opened or name == "annotation":
                opened[name] = start
            continue
        if name in opened:
            span = (opened.pop(name), end)
            if not (captured and name in _FRAMES and _holds_elements(tokens, span)):
                spans.append(span)
    return normalize_spans(spans, int(tokens.end[-1]) if len(tokens.end) else 0)


def _holds_elements(tokens: Tokens, span: Span) -> bool:
    """Whether there are start tags after the first one of a span."""
    first, last = np.searchsorted(tokens.start, span)
    return bool((tokens.kind[first + 1 : last] == np.uint8(Kind.OPEN)).any())

"""Find the text that a browser does not show, as far as the elements tell."""

from __future__ import annotations

from cetr.document.arrays import find_true
from cetr.document.spans import Span, Spans, normalize_spans
from cetr.document.tagnames import tabulate_meanings
from cetr.document.tokens import Kind, Tokens

UNRENDERED_TAGS = ("head", "title", "template", "noscript", "noframes", "noembed", "iframe")
"""Elements whose text a browser with scripting does not show."""


_SHADOW = b"shadowrootmode="
_PARTS = ("body", *UNRENDERED_TAGS)
_PART = tabulate_meanings({name: i for i, name in enumerate(_PARTS, 1)})


def find_unrendered(tokens: Tokens, *, shadows: bool = False) -> Spans:
    """Find the parts of a document whose text is not rendered, normalised. A head ends at the body at the latest.

    An element that is never closed is ignored, because what browsers make of it depends on its contents.

    ``shadows``: the text of shadow roots is rendered, as browsers do. Extractors see a template like any other.
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
            if shadows and name == "template" and _SHADOW in tokens.code[start:end].tobytes().lower():
                continue
            opened.setdefault(name, start)
            continue
        if name in opened:
            spans.append((opened.pop(name), end))
    return normalize_spans(spans, int(tokens.end[-1]) if len(tokens.end) else 0)

"""Find the text that a browser does not show, as far as the elements tell."""

from __future__ import annotations

from functools import lru_cache

from cetr.document.arrays import find_true
from cetr.document.lexing import Kind, Tokens
from cetr.document.spans import Span, Spans, normalize_spans
from cetr.document.tagnames import NameTable, look_up, tabulate_names

UNRENDERED_TAGS = ("head", "title", "template", "noscript", "noframes", "noembed", "iframe")
"""Elements whose text a browser with scripting does not show."""


@lru_cache(maxsize=1)
def _unrendered_table() -> NameTable:
    return tabulate_names({name: i for i, name in enumerate(("body", *UNRENDERED_TAGS), 1)})


def find_unrendered(tokens: Tokens) -> Spans:
    """Find the parts of a document whose text is not rendered, normalised. A head ends at the body at the latest.

    An element that is never closed is ignored, because what browsers make of it depends on its contents.
    """
    numbers = look_up(_unrendered_table(), tokens.name)
    places = find_true(numbers)
    spans: list[Span] = []
    opened: dict[str, int] = {}
    names = ("body", *UNRENDERED_TAGS)
    for number, kind, start, end in zip(
        *(a[places].tolist() for a in (numbers, tokens.kind, tokens.start, tokens.end)), strict=True
    ):
        name = names[number - 1]
        if name == "body":
            name, end = "head", start
        elif kind == Kind.OPEN:
            opened.setdefault(name, start)
            continue
        if name in opened:
            spans.append((opened.pop(name), end))
    return normalize_spans(spans, int(tokens.end[-1]) if len(tokens.end) else 0)

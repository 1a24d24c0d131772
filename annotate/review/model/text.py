"""Deriving a document's text again after a small change, without reading the whole of it again."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from functools import lru_cache
from operator import itemgetter

import numpy as np

from cetr.document import (
    BLOCK_TAGS,
    PREFORMATTED_TAGS,
    Kind,
    Spans,
    Tokens,
    derive_text,
    pack_name,
)

PART_TOKENS = 2000
"""How many tokens a part has at least."""


class TextCache:
    """Derives the text of spans of one document, keeping what each part of it gave the last time.

    A document is cut at tags that separate lines, outside preformatted text; there the texts of two parts are joined
    by a line break, so that the whole equals `derive_text`.
    """

    def __init__(self, html: str, tokens: Tokens, part_tokens: int = PART_TOKENS) -> None:
        self._html = html
        self._parts = _cut_tokens(tokens, part_tokens)
        self._known: dict[int, tuple[Spans, str]] = {}

    def derive(self, spans: Spans) -> str:
        """The text of normalised spans."""
        texts = []
        for number, part in enumerate(self._parts):
            inside = _clip(spans, int(part.start[0]), int(part.end[-1]))
            known = self._known.get(number)
            if known is None or known[0] != inside:
                known = (inside, derive_text(self._html, inside, part) if inside else "")
                self._known[number] = known
            if known[1]:
                texts.append(known[1])
        return "\n".join(texts)


def _clip(spans: Spans, start: int, end: int) -> Spans:
    """What normalised spans have in the interval ``[start, end)``."""
    first = bisect_right(spans, start, key=itemgetter(1))
    last = bisect_left(spans, end, key=itemgetter(0))
    return tuple((max(s, start), min(e, end)) for s, e in spans[first:last])


@lru_cache(maxsize=1)
def _tag_numbers() -> tuple[frozenset[int], frozenset[int]]:
    return frozenset(map(pack_name, BLOCK_TAGS)), frozenset(map(pack_name, PREFORMATTED_TAGS))


def _cut_tokens(tokens: Tokens, part_tokens: int) -> list[Tokens]:
    blocks, preformatted = _tag_numbers()
    is_tag = (tokens.kind == Kind.OPEN) | (tokens.kind == Kind.CLOSE)
    separating = np.flatnonzero(is_tag & np.isin(tokens.name, np.array(sorted(blocks), dtype=np.uint64)))
    pre = np.flatnonzero(is_tag & np.isin(tokens.name, np.array(sorted(preformatted), dtype=np.uint64)))
    cuts, depth, at = [0], 0, 0
    for i in separating.tolist():
        while at < len(pre) and pre[at] < i:
            depth = depth + 1 if tokens.kind[pre[at]] == Kind.OPEN else max(0, depth - 1)
            at += 1
        if depth == 0 and i - cuts[-1] >= part_tokens:
            cuts.append(i)
    ends = [*cuts[1:], len(tokens.start)]
    return [
        Tokens(tokens.start[a:b], tokens.end[a:b], tokens.kind[a:b], tokens.name[a:b])
        for a, b in zip(cuts, ends, strict=True)
        if b > a
    ]

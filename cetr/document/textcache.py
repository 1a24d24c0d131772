"""Derive a document's text again and again from changing spans without reading all of it each time."""

from __future__ import annotations

import numpy as np

from cetr.document.derivation import derive_text
from cetr.document.pieces import are_preformatted, separate_lines
from cetr.document.spans import Spans, clip_spans
from cetr.document.tokens import Tokens

PART_TOKENS = 2000
"""The least number of tokens in a part."""


class TextCache:
    """Derives the text of spans of one document and caches the text of each part.

    A document is cut at line-breaking tags outside preformatted text. The texts of two parts are joined by a line break
    there, so that the whole equals `derive_text`.
    """

    def __init__(self, html: str, tokens: Tokens, part_tokens: int = PART_TOKENS) -> None:
        self._html = html
        self._parts = _cut_tokens(tokens, part_tokens)
        self._known: dict[int, tuple[Spans, str]] = {}

    def derive(self, spans: Spans) -> str:
        """Derive the text of normalised spans."""
        texts = []
        for number, part in enumerate(self._parts):
            inside = clip_spans(spans, int(part.start[0]), int(part.end[-1]))
            known = self._known.get(number)
            if known is None or known[0] != inside:
                known = (inside, derive_text(self._html, inside, part) if inside else "")
                self._known[number] = known
            if known[1]:
                texts.append(known[1])
        return "\n".join(texts)


def _cut_tokens(tokens: Tokens, part_tokens: int) -> list[Tokens]:
    """Cut the tokens into consecutive parts, each but the last of at least so many."""
    breaks = np.flatnonzero(separate_lines(tokens))
    breaks = breaks[~are_preformatted(tokens, breaks)]
    cuts, size = [0], len(tokens.start)
    while (next_cut := int(breaks.searchsorted(cuts[-1] + part_tokens))) < len(breaks):
        cuts.append(int(breaks[next_cut]))
    return [tokens.cut(a, b) for a, b in zip(cuts, [*cuts[1:], size], strict=True) if b > a]

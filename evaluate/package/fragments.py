"""Fragments: marked spans with selectors, which show when a page changes and export as Web Annotations."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from cetr.document import Span, Spans, Tokens, derive_text, lex
from evaluate.package.meta import Fragment

CONTEXT = 32
"""Characters of context on each side of a quote."""

_CHUNK = 1 << 16
"""How many characters are processed at a time, so that intermediate results stay in the processor's cache."""


def make_fragments(
    html: str, spans: Spans, tokens: Tokens | None = None, text: str | None = None
) -> tuple[Fragment, ...]:
    """Make fragments of normalised spans, without range selectors.

    ``text`` is the derived text of all spans, if known. For a single span it is not derived again.
    """
    if not spans:
        return ()
    tokens = lex(html) if tokens is None else tokens
    if text is not None and len(spans) == 1 and not _has_controls(html, tokens):
        quotes = [_join_lines(text)]
    else:
        quotes = [read_line(html, span, tokens) for span in spans]
    return tuple(_make_fragment(html, span, quote, tokens) for span, quote in zip(spans, quotes, strict=True))


def _has_controls(html: str, tokens: Tokens) -> bool:
    """Whether there are control characters, which on their own are text only where line breaks are kept."""
    code = tokens.code[: len(html)]
    parts = (code[at : at + _CHUNK] for at in range(0, len(code), _CHUNK))
    return any(bool(((part < 9) | (part - np.uint8(14) < 14)).any()) for part in parts)


def _make_fragment(html: str, span: Span, quote: str, tokens: Tokens) -> Fragment:
    start, end = span
    before = _read_enough(html, tokens, lambda size: (max(0, start - size), start))
    after = _read_enough(html, tokens, lambda size: (end, min(len(html), end + size)))
    return Fragment(
        start=start, end=end, quote=quote, prefix=fold(before, CONTEXT, "end"), suffix=fold(after, CONTEXT, "start")
    )


def read_line(html: str, span: Span, tokens: Tokens) -> str:
    """Read the text of a span on one line, in time that grows with the span's length, not the document's."""
    return _join_lines(derive_text(html, (span,), tokens.overlapping(*span)))


def _join_lines(text: str) -> str:
    return " ".join(text.split())


def _read_enough(html: str, tokens: Tokens, widen: Callable[[int], Span]) -> str:
    """Read the text around a span, widening the stretch until it has more text than is needed."""
    size = CONTEXT * 16
    while True:
        span = widen(size)
        text = read_line(html, span, tokens)
        # A character reference may be cut at the far end, but what is kept is well within.
        if len(text) > CONTEXT * 2 or span[1] - span[0] < size:
            return text
        size *= 8


def fold(text: str, length: int, keep: str = "start") -> str:
    """Fold text into one line with single spaces, cut to ``length`` characters at its start or end."""
    folded = " ".join(text.split())
    return folded[:length] if keep == "start" else folded[-length:]


@dataclass(frozen=True)
class FragmentCheck:
    """Whether a fragment's span still has the text of its quote, in which white space does not count."""

    index: int
    exact: bool
    expected: str
    found: str


def check_fragments(html: str, fragments: Sequence[Fragment]) -> list[FragmentCheck]:
    """Compare each fragment's quote with the text its span has in the document."""
    if not fragments:
        return []
    tokens = lex(html)
    checks = []
    for index, fragment in enumerate(fragments):
        inside = 0 <= fragment.start < fragment.end <= len(html)
        found = read_line(html, (fragment.start, fragment.end), tokens) if inside else ""
        # Whoever made the quote may have had other rules for what separates words.
        is_exact = inside and "".join(found.split()) == "".join(fragment.quote.split())
        checks.append(FragmentCheck(index, is_exact, fragment.quote, found))
    return checks

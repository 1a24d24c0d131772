"""Marked spans with the selectors that let them be checked for drift and exported as Web Annotations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from cetr.document import LocatedText, Span, Spans, Tokens, lex, locate_text
from evaluate.package.meta import Fragment, RangeSelector

CONTEXT = 32
"""Characters of context on each side of a quote."""


def make_fragments(
    html: str, spans: Spans, tokens: Tokens | None = None, ranges: Mapping[Span, RangeSelector] | None = None
) -> tuple[Fragment, ...]:
    """Fragments for normalised spans; ``ranges`` gives the range selectors that are known."""
    if not spans:
        return ()
    located = locate_text(html, None, lex(html) if tokens is None else tokens)
    return tuple(_make_fragment(located, span, (ranges or {}).get(span)) for span in spans)


def _make_fragment(located: LocatedText, span: Span, xpath: RangeSelector | None) -> Fragment:
    first = int(np.searchsorted(located.end, span[0], side="right"))
    last = max(first, int(np.searchsorted(located.start, span[1], side="left")))
    wide = CONTEXT * 8  # unfolded white space takes room, too
    return Fragment(
        start=span[0],
        end=span[1],
        quote=fold(located.text[first:last]),
        prefix=fold(located.text[max(0, first - wide) : first], CONTEXT, "end"),
        suffix=fold(located.text[last : last + wide], CONTEXT, "start"),
        xpath=xpath,
    )


def fold(text: str, length: int | None = None, keep: str = "start") -> str:
    """Text on one line with single spaces, cut to ``length`` characters at its start or end."""
    folded = " ".join(text.split())
    if length is None or len(folded) <= length:
        return folded
    return folded[:length] if keep == "start" else folded[-length:]


@dataclass(frozen=True)
class FragmentCheck:
    """Whether a fragment's span still has the text of its quote."""

    index: int
    exact: bool
    expected: str
    found: str


def check_fragments(html: str, fragments: Sequence[Fragment], tokens: Tokens | None = None) -> list[FragmentCheck]:
    """Compare each fragment's quote with the text its span has in the document."""
    if not fragments:
        return []
    located = locate_text(html, None, lex(html) if tokens is None else tokens)
    checks = []
    for index, fragment in enumerate(fragments):
        inside = 0 <= fragment.start < fragment.end <= len(html)
        found = _make_fragment(located, (fragment.start, fragment.end), None).quote if inside else ""
        checks.append(FragmentCheck(index, inside and found == fragment.quote, fragment.quote, found))
    return checks

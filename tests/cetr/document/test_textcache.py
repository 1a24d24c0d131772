"""Text derived in parts that are kept."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from cetr.document import TextCache, derive_text, intersect_spans, lex, normalize_spans
from tests.markup import pages


@given(pages, st.lists(st.tuples(st.integers(0, 300), st.integers(0, 300)), max_size=5))
def test_text_derived_in_parts_is_the_text(html: str, raw: list[tuple[int, int]]) -> None:
    """The cache that re-reads only what changed gives what reading the whole gives, whatever it has read before."""
    html = html * 40
    whole = ((0, len(html)),)
    cache = TextCache(html, lex(html), part_tokens=50)
    marked = normalize_spans(raw, len(html))
    for spans in (whole, marked, intersect_spans(marked, ((0, 100),)), whole):
        assert cache.derive(spans) == derive_text(html, spans)

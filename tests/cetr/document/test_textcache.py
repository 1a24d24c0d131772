"""Text derived in parts that are kept."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cetr.document import Spans, TextCache, Tokens, derive_text, intersect_spans, lex, normalize_spans, textcache
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


def test_only_what_changed_is_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of four parts, those in which other spans are; one without any is not read."""
    read: list[Spans] = []

    def derive(html: str, spans: Spans, tokens: Tokens) -> str:
        read.append(spans)
        return derive_text(html, spans, tokens)

    monkeypatch.setattr(textcache, "derive_text", derive)
    html = "<p>a</p>" * 4
    cache = TextCache(html, lex(html), part_tokens=3)
    assert cache.derive(((0, 32),)) == "a\na\na\na"
    assert cache.derive(((0, 32),)) == "a\na\na\na"
    assert cache.derive(((0, 8), (16, 32))) == "a\na\na"
    assert cache.derive(((0, 8), (16, 20))) == "a\na"
    assert read == [((0, 8),), ((8, 16),), ((16, 24),), ((24, 32),), ((16, 20),)]

"""Text derived in parts that are kept."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from cetr.document import derive_text, intersect_spans, lex, normalize_spans
from cetr.textcache import TextCache

FRAGMENTS = "<p>|</p>|<b>|</b>|one two|three |\n|&nbsp;|&amp;x|<pre>|</pre>|<td>|***|<br>|<a href='x'>| |日本語"
HIDDEN = ["<script>var a</script>", "<!-- c -->", "<noscript>n</noscript>"]
fragments = st.sampled_from([*FRAGMENTS.split("|"), *HIDDEN])
pages = st.lists(fragments, max_size=60).map("".join)


@given(pages, st.lists(st.tuples(st.integers(0, 300), st.integers(0, 300)), max_size=5))
def test_text_derived_in_parts_is_the_text(html: str, raw: list[tuple[int, int]]) -> None:
    """The cache that re-reads only what changed gives what reading the whole gives, whatever it has read before."""
    html = html * 40
    whole = ((0, len(html)),)
    cache = TextCache(html, lex(html), part_tokens=50)
    marked = normalize_spans(raw, len(html))
    for spans in (whole, marked, intersect_spans(marked, ((0, 100),)), whole):
        assert cache.derive(spans) == derive_text(html, spans)

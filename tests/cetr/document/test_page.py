"""What of a page is rendered text, and spans of it."""

from __future__ import annotations

import numpy as np

from cetr.document import (
    count_characters,
    count_words,
    cut_spans,
    derive_text,
    join_tokens,
    mark_links,
    read_page,
    read_sequence,
)

HTML = (
    "<html><head><title>no</title></head><body><script>no</script>"
    "<p> one <a href=x>two</a> three</p><noscript>no</noscript><p>four</p></body></html>"
)


def test_all_rendered_text_is_one_span_for_each_unbroken_stretch() -> None:
    """Head, script and noscript are left out; tags between chosen texts are not, and spans have no blank ends."""
    page = read_page(HTML)
    spans = join_tokens(page, page.rendered)
    assert [HTML[s:e] for s, e in spans] == ["one <a href=x>two</a> three", "four"]
    assert cut_spans(page, [(0, len(HTML))]) == spans
    assert derive_text(HTML, spans) == "one two three\nfour"


def test_intervals_may_cut_into_text() -> None:
    """An interval that begins inside a text takes the rest of that text, without blank ends."""
    page = read_page(HTML)
    start, end = HTML.index("ne <a"), HTML.index("ee</p>")
    assert [HTML[s:e] for s, e in cut_spans(page, [(start, end)])] == ["ne <a href=x>two</a> thr"]
    assert cut_spans(page, [(0, HTML.index("one"))]) == ()


def test_choosing_an_unrendered_token_does_nothing() -> None:
    """Text that is not rendered is in no span, whatever a method chooses."""
    page = read_page("<title>no</title>")
    assert join_tokens(page, np.ones(len(page.text), dtype=np.bool_)) == ()


def test_characters_count_white_space_once() -> None:
    """A text of two words with a line break and indentation between them counts one character for those."""
    assert count_characters(read_page("<p>  ab \n  cd </p>")).tolist() == [0, 5, 0]


def test_words_are_counted_where_they_begin() -> None:
    """One that goes on in another text is not counted again, and those of a script are not at all."""
    assert count_words(read_page("<p>one two</p><script>no</script>t<b>hree four</b>")).tolist() == [
        0, 2, 0, 0, 0, 0, 1, 0, 1, 0,
    ]  # fmt: skip


def test_links_end_at_their_end_tag_however_they_nest() -> None:
    """A div that closes late inside a link does not carry the link on."""
    html = "<a><div>in</a>out</div><a>in<a>in</a>out"
    page = read_page(html)
    tokens, links = page.tree.tokens, mark_links(page)
    texts = {html[s:e] for s, e, link in zip(tokens.start, tokens.end, links, strict=True) if link}
    assert "out" not in texts
    assert [bool(links[i]) for i in np.flatnonzero(page.rendered)] == [True, False, True, True, False]


def test_sequence_holds_words_and_tags_in_order() -> None:
    """One entry for each word and tag; an interval runs to the start of what follows."""
    html = "<p>one, two.</p>\u4e2d\u6587<a>x</a>"
    sequence = read_sequence(read_page(html))
    assert sequence.tag.tolist() == [True, False, False, True, False, False, True, False, True]
    assert sequence.link.tolist() == [False] * 6 + [True] * 3
    assert html[slice(*sequence.interval(1, 2, len(html)))] == "one, two."
    assert sequence.interval(7, 8, len(html)) == (html.index("x"), len(html))

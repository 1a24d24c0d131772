from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cetr.document import (
    _word_pattern,
    align_text,
    derive_text,
    intersect_spans,
    lex,
    locate_text,
    locate_words,
    mark_inside,
    normalize_spans,
    split_words,
    subtract_spans,
)

MARKUP = st.text(alphabet="<>/!-= \n\"'&;apbr\u4e2d\U0001f600x#1", max_size=80) | st.lists(
    st.sampled_from(
        [
            "<p>",
            "</p>",
            "<b>",
            "</b>",
            "<!--",
            "-->",
            "<script>",
            "</script>",
            "a b",
            "&amp;",
            "&#x4e2d;",
            "<br",
            ">",
            " ",
            "\r\n",
        ]
    ),
    max_size=20,
).map("".join)
SPANS = st.lists(st.tuples(st.integers(-5, 90), st.integers(-5, 90)), max_size=8)


@given(MARKUP)
def test_tokens_cover_the_document(html: str) -> None:
    """The tokens of any text follow one another without gap or overlap from its start to its end."""
    tokens = lex(html)
    starts, ends = tokens.start.tolist(), tokens.end.tolist()
    assert [*starts, len(html)] == [0, *ends]
    assert all(s < e for s, e in zip(starts, ends, strict=True))


@pytest.mark.parametrize(
    ("digits", "character"), [("9" * 5000, "\ufffd"), ("0" * 5000 + "65", "A"), ("0" * 5000, "\ufffd")]
)
def test_a_reference_of_many_digits_is_a_character(digits: str, character: str) -> None:
    """Python reads no number of more than 4300 digits; a page may hold one."""
    html = f"<p>one &#{digits}; two</p>"
    assert derive_text(html) == f"one {character} two"
    assert locate_text(html).text.strip() == f"one {character} two"


@given(SPANS, st.integers(0, 80))
def test_normalised_spans_are_sorted_disjoint_and_inside(spans: list[tuple[int, int]], length: int) -> None:
    """Normalising yields sorted, disjoint, non-touching spans over the same positions."""
    normal = normalize_spans(spans, length)
    assert [p for s, e in normal for p in range(s, e)] == sorted(
        {p for s, e in spans for p in range(max(s, 0), min(e, length))}
    )
    assert all(a[1] < b[0] for a, b in itertools.pairwise(normal))


@given(SPANS, SPANS)
def test_span_arithmetic_is_that_of_sets(one: list[tuple[int, int]], other: list[tuple[int, int]]) -> None:
    """Subtracting and intersecting spans does to positions what it does to sets."""
    a, b = normalize_spans(one, 90), normalize_spans(other, 90)
    positions = [{p for s, e in spans for p in range(s, e)} for spans in (a, b)]
    assert {p for s, e in subtract_spans(a, b) for p in range(s, e)} == positions[0] - positions[1]
    assert {p for s, e in intersect_spans(a, b) for p in range(s, e)} == positions[0] & positions[1]
    assert set(np.flatnonzero(mark_inside(np.arange(90), a)).tolist()) == positions[0]


@given(MARKUP, SPANS)
def test_located_words_are_those_of_the_derived_text(html: str, spans: list[tuple[int, int]]) -> None:
    """Words located in the document are the words of the derived text, in order, with places inside the spans."""
    normal = normalize_spans(spans, len(html))
    words = locate_words(html, normal)
    assert words.words == split_words(derive_text(html, normal))
    places = list(zip(words.start.tolist(), words.end.tolist(), strict=True))
    assert all(s < e for s, e in places)
    assert all(a[1] <= b[0] or a == b or a[0] == b[0] for a, b in itertools.pairwise(places))


@given(MARKUP)
def test_own_text_aligns_completely(html: str) -> None:
    """The derived text of a whole document is found in it word for word."""
    text = derive_text(html, normalize_spans([(0, len(html))], len(html)))
    alignment = align_text(html, text)
    assert alignment.coverage == 1.0
    assert split_words(derive_text(html, alignment.spans)) == split_words(text)


def test_derived_text_follows_the_rules() -> None:
    """Blocks make lines, cells words, entities characters; script, style and comments make nothing."""
    html = (
        "<title>T</title><h1>A &amp; B</h1><p>one <b>t</b>wo\n three<br>four<!-- no --></p><script>x<p>y</script>"
        "<style>p{}</style><table><tr><td>1<td>2<tr><td>3</table><pre>a\n  b</pre>&eacute;&nbsp;&#128512;"
    )
    assert derive_text(html) == "T\nA & B\none two three\nfour\n1 2\n3\na\nb\n\u00e9 \U0001f600"


def test_literal_text_stands_as_it_is() -> None:
    """In xmp and plaintext neither references nor tags are read; line breaks are kept."""
    html = "<p>a &amp; b</p><xmp>a &amp; <b>\nc</xmp><p>d &lt;</p><plaintext>e &gt; <p>f</plaintext></body>"
    assert derive_text(html).splitlines() == [
        "a & b", "a &amp; <b>", "c", "d <", "e &gt; <p>f</plaintext></body>",
    ]  # fmt: skip
    assert locate_words(html).words == split_words(derive_text(html))


def test_cut_out_text_separates_words() -> None:
    """Two spans with other text between them do not glue their words together."""
    html = "<p>onexxtwo</p>"
    assert derive_text(html, ((3, 6), (8, 11))) == "one two"


def test_a_greater_than_sign_in_an_attribute_does_not_end_the_tag() -> None:
    """Quoted attribute values may hold what looks like markup."""
    html = "<a title=\"x > y\" data-x='<p>'>text</a><a title=it's>more</a>"
    assert derive_text(html) == "textmore"


def test_words_of_many_scripts() -> None:
    """Letters and digits make words with their marks; in scripts without spaces each character is one."""
    assert split_words("Don't STOP_me 3.5 stra\u00dfe") == ["don", "t", "stop", "me", "3", "5", "strasse"]
    assert split_words("\u4e2d\u6587abc\u3002") == ["\u4e2d", "\u6587", "abc"]
    assert split_words("\u0e01\u0e34\u0e19") == ["\u0e01\u0e34", "\u0e19"]
    assert split_words("\u0915\u093f\u0924\u093e\u092c") == ["\u0915\u093f\u0924\u093e\u092c"]
    assert split_words("\u0643\u062a\u0627\u0628 \u062c\u062f\u064a\u062f") == [
        "\u0643\u062a\u0627\u0628",
        "\u062c\u062f\u064a\u062f",
    ]


def test_alignment_prefers_unbroken_runs() -> None:
    """A word that stands in the navigation and in the content is found beside its neighbours."""
    html = "<a>The</a><a>News</a><p>The cat sat, purring.</p>"
    alignment = align_text(html, "The cat sat, purring.")
    assert alignment.coverage == 1.0
    assert [html[s:e] for s, e in alignment.spans] == ["The cat sat, purring."]


def test_alignment_prefers_what_the_page_shows() -> None:
    """Words of the title are found in the page, if they stand there; a word that only the title has is found in it."""
    html = "<title>On foxes - News</title><h1>On foxes</h1><p>They run.</p>"
    assert [html[s:e] for s, e in align_text(html, "On foxes They run.").spans] == ["On foxes</h1><p>They run."]
    inside = "<p>They <svg><title>On foxes</title></svg>run</p>"
    assert derive_text(inside, align_text(inside, "They run").spans) == "They\nrun"
    alignment = align_text(html, "News They run.")
    assert alignment.coverage == 1.0
    assert html[slice(*alignment.spans[0])] == "News"


@given(st.text() | st.text([chr(c) for c in (*range(0x2BFF), *range(0x1F000, 0x1FB00))], max_size=40))
def test_both_ways_to_find_words(text: str) -> None:
    """Plain alphabets are split by a faster pattern, into the same words."""
    assert split_words(text) == [word.casefold() for word in _word_pattern().findall(text)]

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from cetr.document import derive_text, split_words
from cetr.tagratio import cut_lines, line_texts, span_labels
from cetr.tagratio.lines import label_spans

pytestmark = pytest.mark.usefixtures("both_ways")

PIECES = (
    "<p>|</p>|<div class='a'>|</div>|<!-- c\n -->|<script>\nvar a = '<p>';\n</script>|<style>p {}\n\n</style>|<title>"
    "|</title>|<head>|</head>|<body>|<noscript>|</noscript>|<pre>|</pre>|<textarea>|<a\nhref='x > y'>|<br|&amp;|&#0;"
    "|\n|\n\n|  |\t|word|words of some length follow one another here and go on for longer than a line|\u4e2d\u6587"
    "|\u00a0|\u3000|\x00|<|>|='|\udc80"
).split("|")
# Of the white space beyond Latin-1 the line model knows the ideographic space alone.
PAGES = st.lists(st.sampled_from(PIECES), max_size=40).map("".join) | st.text(
    st.characters(exclude_categories=("Zs", "Zl", "Zp")), max_size=200
)


def test_worked_rows_of_the_paper() -> None:
    """The example table on the page about CETR comes out: characters, tags and ratio of each line.

    Only the fifth row has 41 characters and a ratio of 20.5 there; its text as printed has 40.
    """
    lines = cut_lines(
        '<div id="topnav">\n<div id="storyPageContent2">\n<div id="author">James Smith</div>\n'
        "OKLAHOMA CITY - Police were told that\n"
        '<a href="http://newsok.com/">The Oklahoman</a> reported Sunday. Jones had\n</div></div>'
    )
    assert lines.text.tolist() == [0, 0, 11, 37, 40, 0]
    assert lines.tags.tolist() == [1, 1, 2, 0, 2, 2]
    assert lines.ratio.tolist() == [0, 0, 5.5, 37, 20, 0]


def test_script_style_comments_and_empty_lines_go_before_counting() -> None:
    """What is no text leaves no line behind, wherever it stands, and what stands beside it is one line."""
    html = "<p>one<!-- \n\n --> two\n\n \t\n<script>\nx < y\n</script>\n<style>\np {}\n</style>\nthree"
    lines = cut_lines(html)
    assert [html[s:e] for s, e in zip(lines.start, lines.end, strict=True)] == ["<p>one<!-- \n\n --> two", "three"]
    assert (lines.text.tolist(), lines.tags.tolist()) == ([7, 5], [1, 0])


def test_a_tag_over_several_lines_counts_where_it_starts() -> None:
    """Of a tag that spans lines, the first has the tag and the others neither tag nor text of it."""
    lines = cut_lines('<p\nclass="a > b"\nid=x>Hello</p>')
    assert (lines.text.tolist(), lines.tags.tolist()) == ([0, 0, 5], [1, 0, 1])


def test_white_space_around_a_line_is_not_counted() -> None:
    """Indentation and trailing carriage returns are no text."""
    assert cut_lines("    <b>ab</b>\t\r\n\t\tc d").text.tolist() == [2, 3]


def test_long_lines_are_wrapped_between_words_and_never_inside_a_tag() -> None:
    """A page on one line becomes lines of about the width, cut at spaces or behind tags."""
    html = "<p>" + "word " * 40 + f"<a href='{'x ' * 100}'>link</a>" + "\u4e2d" * 100 + "</p>"
    lines = cut_lines(html)
    pieces = [html[s:e] for s, e in zip(lines.start, lines.end, strict=True)]
    assert "".join(pieces) == html
    assert pieces[0] == "<p>" + "word " * 12
    assert all(p.count("<") == p.count(">") for p in pieces)
    assert max(len(p) for p in pieces if "href" not in p) <= 80
    assert cut_lines(html, wrap=0).text.tolist() == [304]


@given(
    st.lists(st.sampled_from([a + b for a in ("a", "ipsum,", "consectetuer") for b in (" ", "</b><b>")]), min_size=20)
)
def test_no_word_is_split_by_wrapping(words: list[str]) -> None:
    """Whether a space or a tag ends a word, a line begins behind one of them, on a page that stands on one line."""
    html = "<b>" + "".join(words) + "</b>"
    assert all(html[start - 1] in " >" for start in cut_lines(html).start[1:].tolist())


def test_unrendered_text_is_left_out_of_spans() -> None:
    """Spans of all lines hold what a browser shows: no title, no template, nothing for browsers without scripts."""
    html = "<head><title>T</title></head><body>a<noscript>n</noscript><template>t</template>\n<p>b</p></body>"
    lines = cut_lines(html)
    assert [html[s:e] for s, e in label_spans(lines, np.ones(len(lines), dtype=bool))] == ["a", "b"]


def test_an_unclosed_head_ends_at_the_body() -> None:
    """Without its end tag a head ends where the body begins; without a body it is left alone."""
    for html, kept in (("<head><style></style>x<body>a", ["a"]), ("<head>x<p>a", ["x<p>a"])):
        lines = cut_lines(html)
        assert [html[s:e] for s, e in label_spans(lines, np.ones(len(lines), dtype=bool))] == kept


def test_shares_of_lines_in_spans() -> None:
    """The share of a line that spans cover counts characters of its text, not markup or spaces."""
    html = "<p>abcd</p>\n<p>ef gh</p>\n<br>"
    lines = cut_lines(html)
    assert span_labels(lines, ((0, 5), (15, 18))).tolist() == [0.5, 0.5, 0.0]


def test_texts_of_lines() -> None:
    """The text of a line has no tags, no scripts, its entities resolved and its white space collapsed."""
    html = "<p>a &lt;  b<!-- c --> d\ne <i>f</i></p>\n<hr>\n<script>x</script> z"
    assert line_texts(cut_lines(html)) == ["a < b d", "e f", "", "z"]


def test_a_span_ends_with_its_last_text() -> None:
    """Neither with an element of white space behind it, nor with a tag."""
    assert label_spans(cut_lines("<p>a<b> </b></p>"), np.ones(1, dtype=np.bool_)) == ((3, 4),)


def test_what_is_not_rendered_takes_nothing_from_other_text() -> None:
    """Text before it, and behind it on its line, has its share."""
    lines = cut_lines("one\n<noscript>n</noscript>two")
    assert span_labels(lines, ((0, 3), (26, 29))).tolist() == [1, 1]
    assert span_labels(lines, ((4, 26),)).tolist() == [0, 0]


@given(PAGES, st.sampled_from([0, 10, 60]))
@example("\x85", 0)
def test_lines_lie_in_order_and_hold_something(html: str, wrap: int) -> None:
    """Lines are sorted, disjoint, inside the document, not empty, and count no less than nothing."""
    lines = cut_lines(html, wrap=wrap)
    places = [p for pair in zip(lines.start.tolist(), lines.end.tolist(), strict=True) for p in pair]
    assert places == sorted(places)
    assert all(0 <= p <= len(html) for p in places)
    assert all(html[s:e].strip() for s, e in zip(places[::2], places[1::2], strict=True))
    assert (lines.text >= 0).all()
    assert (lines.tags >= 0).all()
    assert (lines.text <= lines.end - lines.start).all()


@given(PAGES, st.randoms(use_true_random=False))
def test_spans_of_labelled_lines_begin_and_end_with_text(html: str, random: np.random.Generator) -> None:
    """Spans of any labels are sorted, disjoint, and neither begin nor end with white space."""
    lines = cut_lines(html)
    labels = np.array([random.random() < 0.5 for _ in range(len(lines))], dtype=bool)
    spans = label_spans(lines, labels)
    assert all(0 <= s < e <= len(html) for s, e in spans)
    assert all(a[1] < b[0] for a, b in itertools.pairwise(spans))
    assert all(html[s].strip() and html[e - 1].strip() for s, e in spans)


@given(PAGES)
def test_labels_of_lines_come_back_from_their_spans(html: str) -> None:
    """The spans of labels cover all rendered text of a labelled line and none of another."""
    lines = cut_lines(html)
    labels = np.arange(len(lines)) % 3 == 0
    share = span_labels(lines, label_spans(lines, labels))
    assert set(share[~labels].tolist()) <= {0.0}
    everything = span_labels(lines, label_spans(lines, np.ones(len(lines), dtype=bool)))
    assert share[labels].tolist() == everything[labels].tolist()


@given(st.lists(st.sampled_from([p for p in PIECES if "\r" not in p]), max_size=40).map("".join))
def test_line_breaks_of_either_kind_give_the_same_lines(html: str) -> None:
    """CR LF in place of LF changes no count of any line."""
    unix, dos = cut_lines(html), cut_lines(html.replace("\n", "\r\n"))
    assert unix.text.tolist() == dos.text.tolist()
    assert unix.tags.tolist() == dos.tags.tolist()


@given(PAGES)
def test_all_rendered_text_is_in_some_line(html: str) -> None:
    """The spans of all lines hold the same words as the document, less what is not rendered."""
    lines = cut_lines(html)
    spans = label_spans(lines, np.ones(len(lines), dtype=bool))
    if not any(tag in html.lower() for tag in ("<title", "<head", "<noscript")):
        assert split_words(derive_text(html, spans)) == split_words(derive_text(html))

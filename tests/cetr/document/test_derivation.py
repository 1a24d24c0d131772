"""The text derived from a document."""

from __future__ import annotations

from html import unescape

import pytest
from hypothesis import given

from cetr.document import (
    BREAK,
    content_text,
    derive_text,
    locate_text,
    locate_words,
    normalize_spans,
    split_words,
    subtract_spans,
)
from tests.markup import MARKUP, pages


@pytest.mark.parametrize(
    ("digits", "character"), [("9" * 5000, "\ufffd"), ("0" * 5000 + "65", "A"), ("0" * 5000, "\ufffd")]
)
def test_a_reference_of_many_digits_is_a_character(digits: str, character: str) -> None:
    """Python reads no number of more than 4300 digits; a page may hold one."""
    html = f"<p>one &#{digits}; two</p>"
    assert derive_text(html) == f"one {character} two"
    assert locate_text(html).text.strip() == f"one {character} two"


def test_derived_text_follows_the_rules() -> None:
    """Blocks make lines, cells words, entities characters; script, style and comments make nothing."""
    html = (
        "<title>T</title><h1> A &amp; B </h1><p>one <b>t</b>wo\n three<br>four<!-- no --></p><script>x<p>y</script>"
        "<style>p{}</style><table><tr><td>1<td>2<tr><td>3</table><pre>a\n  b</pre>&eacute;&nbsp;&#128512;"
    )
    assert derive_text(html) == "T\nA & B\none two three\nfour\n1 2\n3\na\n  b\n\u00e9 \U0001f600"


def test_the_labels_of_a_picture_are_words_of_their_own() -> None:
    """Between them there is often no white space, as a chart's script puts them where they belong."""
    html = "<p>Sales<svg><g><text>Jan</text><text>F<tspan>eb</tspan></text></g><text>10</text></svg>rose</p>"
    assert derive_text(html) == "Sales Jan Feb 10 rose"
    assert locate_words(html).words == split_words(derive_text(html))


def test_preformatted_text_keeps_its_white_space() -> None:
    """Indentation, tabs, runs of spaces and empty lines stay inside a block; what surrounds its text goes."""
    html = (
        "<p>a  b</p><pre><span></span><span>def</span> <b>frob</b>(x):\r\n    if x:\r\n\treturn  x&nbsp;+ 1  \r\n\r\n"
        "\r\n<i>  </i># end &lt;\n\n</pre>\n <p>c</p><pre>\n\n</pre><textarea>\n  d\u2028e\vf\rg</textarea>"
    )
    assert derive_text(html) == "\n".join(
        ("a b", "def frob(x):", "    if x:", "\treturn  x + 1", "", "", "  # end <", "c", "  d e f", "g")
    )


def test_preformatted_lines_that_are_blocks_are_lines_without_gaps() -> None:
    """Highlighters put each line of a listing into a block of its own, some with its line break."""
    html = "<pre><div>if x:\n</div><div>    y\n</div><div>\n</div><div>z</div></pre>"
    assert derive_text(html) == "if x:\n    y\nz"


def test_a_span_that_begins_within_a_listing_keeps_what_follows_as_it_is() -> None:
    """Only the lines that the spans hold are there, each with the indentation that the spans hold of it."""
    html = "<pre>one\n  two\n    three</pre>"
    assert derive_text(html, ((9, len(html)),)) == "  two\n    three"
    assert derive_text(html, ((11, len(html)),)) == "two\n    three"


def test_literal_text_stands_as_it_is() -> None:
    """In xmp and plaintext neither references nor tags are read; line breaks are kept."""
    html = "<p>a &amp; b</p><xmp>a &amp; <b>\nc</xmp><p>d &lt;</p><plaintext>e &gt; <p>f</plaintext></body>"
    assert derive_text(html).splitlines() == [
        "a & b", "a &amp; <b>", "c", "d <", "e &gt; <p>f</plaintext></body>",
    ]  # fmt: skip
    assert locate_words(html).words == split_words(derive_text(html))


def test_cut_out_text_separates_words() -> None:
    """Two spans with other text between them do not glue their words together, whichever element it is in."""
    assert derive_text("<p>onexxtwo</p>", ((3, 6), (8, 11))) == "one two"
    assert derive_text("<p>onexx<b>two<b>fold</p>", ((3, 6), (11, 21))) == "one twofold"
    assert derive_text("<p>one<b>fold</b>xxtwo</p>", ((3, 13), (19, 22))) == "onefold two"


def test_white_space_between_elements_is_no_text() -> None:
    """However long it is."""
    assert derive_text(f"<div class=abcdefghij>x</div>{' ' * 40}<p>y") == "x\ny"


RUBY = (
    "<p>必<ruby>要<rp>(</rp><rt>よう</rt><rp>)</rp></ruby>で、<ruby><rb>設<rb>定<rt>せっ<rt>てい</ruby>を<i>x</i>開く"
    "<ruby>手<rtc>hand</ruby>も"
)


@pytest.mark.parametrize(
    ("left_out", "text"),
    [
        (("よう", "(", ")", "せっ", "てい", "hand"), "必要で、設定をx開く手も"),
        (("(", ")"), "必要ようで、設定せっていをx開く手handも"),
        (("x",), "必要(よう)で、設定せっていを 開く手handも"),
        (("要", "設", "x"), "必 (よう)で、 定せっていを 開く手handも"),
    ],
    ids=["readings", "their brackets", "other text", "what they stand above"],
)
def test_readings_that_are_cut_out_separate_nothing(left_out: tuple[str, ...], text: str) -> None:
    """They stand between the characters of a word; all other text that is cut out separates."""
    cut = [(start, start + len(each)) for each in left_out for start in [RUBY.index(each)]]
    spans = subtract_spans(((0, len(RUBY)),), normalize_spans(cut, len(RUBY)))
    assert (derive_text(RUBY, spans), locate_text(RUBY, spans).text) == (text, text)


def test_a_greater_than_sign_in_an_attribute_does_not_end_the_tag() -> None:
    """Quoted attribute values may hold what looks like markup."""
    html = "<a title=\"x > y\" data-x='<p>'>text</a><a title=it's>more</a>"
    assert derive_text(html) == "textmore"


@pytest.mark.parametrize(
    ("html", "seen"),
    [
        ("<p>Bundes&shy;tag, a&#8203;b\ufeff \u2060 c</p><p>&#8203;</p><p>d</p>", "Bundestag, ab c\nd"),
        ("<pre>x\xady\n\u200b\n z</pre>", "xy\n\n z"),
        ("<p>\u0645\u06cc\u200c\u062e \u0e01\u200b\u0e02</p>", "\u0645\u06cc\u200c\u062e \u0e01\u200b\u0e02"),
        ("<p>\u05d0 \u2066/etc/\u2069.\u200f</p>", "\u05d0 \u2066/etc/\u2069.\u200f"),
    ],
)
def test_characters_that_nobody_sees_are_left_out_if_asked(html: str, seen: str) -> None:
    """Soft hyphens and characters without width go, but not those that shape letters or part words in Thai."""
    assert derive_text(html, unseen=False) == seen == content_text(html, [(0, len(html))])


def test_characters_that_nobody_sees_stay_if_not_asked() -> None:
    """As the document has them, on a line and in a listing."""
    assert derive_text("a&shy;b<pre>c\xadd</pre>") == "a\xadb\nc\xadd"


@given(pages | MARKUP)
def test_a_text_and_its_places_agree(html: str) -> None:
    """Each character stands where its place says; lines are trimmed and filled, but for those of a listing."""
    text, located = derive_text(html), locate_text(html)
    assert located.text.split() == text.split()
    assert "<pre" in html or not text or all(line and line == " ".join(line.split()) for line in text.split("\n"))
    starts, ends = located.start.tolist(), located.end.tolist()
    assert (starts, ends) == (sorted(starts), sorted(ends))
    for character, start, end in zip(located.text, starts, ends, strict=True):
        assert character in unescape(html[start:end]) or (character in f" {BREAK}" and end - start < 2)


def test_lines_of_a_listing_are_lines_of_the_located_text() -> None:
    """Elsewhere a line break is white space, and so is the separator of lines itself."""
    located = locate_text(f"<pre>a\nb</pre>c\nd{BREAK}&#30;e&f&lt;")
    assert located.text == f"a{BREAK}b{BREAK}c\nd e&f<"
    assert (located.start[-4:].tolist(), located.end[-4:].tolist()) == ([23, 24, 25, 26], [24, 25, 26, 30])

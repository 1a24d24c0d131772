"""Fragments quote the derived text."""

import html as html_entities

from hypothesis import assume, example, given, settings
from msgspec.structs import replace

from cetr.document import derive_text
from evaluate.package import check_fragments, make_fragments
from evaluate.package.fragments import FragmentCheck
from tests.evaluate.package.examples import documents


@settings(max_examples=60)
@given(documents())
def test_fragments_follow_the_derived_text(document):
    """A fragment's quote is the derived text of its span on one line."""
    html, meta = document
    assume(html_entities.unescape(html) == html)  # a span that ends inside a character reference has no exact text
    for fragment in meta.fragments:
        assert fragment.quote.split() == derive_text(html, ((fragment.start, fragment.end),)).split()
        assert len(fragment.prefix) <= 32 and len(fragment.suffix) <= 32


def test_a_fragment_of_literal_text_stands_as_it_is():
    """The quote of a span inside an xmp element has its references as they are, and so has the context."""
    html = "<p>a &amp; b</p><xmp>x &lt; <b> y</xmp>"
    (fragment,) = make_fragments(html, ((html.index("&lt;"), html.index(" y<")),))
    assert (fragment.quote, fragment.prefix, fragment.suffix) == ("&lt; <b>", "a & b x", "y")


def test_the_context_of_a_quote_is_32_characters_on_each_side():
    """However much markup stands between them."""
    before, after = ("".join(f"<i>{name}{number:02} </i><!--{'x' * 300}-->" for number in range(40)) for name in "ba")
    html = f"{before}quote{after}"
    text, start = derive_text(html), html.index("quote")
    (fragment,) = make_fragments(html, ((start, start + 5),))
    left, right = text.split("quote")
    assert (fragment.prefix, fragment.suffix) == (left.strip()[-32:], right.strip()[:32])


def test_a_reference_far_from_a_quote_is_not_cut():
    """Where the first look at the context begins within one, the look is widened."""
    html = "&CounterClockwiseContourIntegral;<!--" + "-->twenty letters here quote".rjust(497, "x")
    start = html.index("quote")
    assert html[start - 512 : start].startswith("ContourIntegral;")
    (fragment,) = make_fragments(html, ((start, start + 5),))
    assert fragment.prefix == "\u2233twenty letters here"


def test_a_fragment_is_inside_the_page():
    """All of the page is; what reaches beyond it, or is empty, has no text, not even none."""
    (fragment,) = make_fragments("one", ((0, 3),))
    beyond = replace(fragment, end=4)
    assert check_fragments("one", [fragment, beyond]) == [
        FragmentCheck(0, True, "one", "one"), FragmentCheck(1, False, "one", ""),
    ]  # fmt: skip
    nothing = [replace(fragment, start=start, end=end, quote="") for start, end in ((0, 4), (3, 3))]
    assert [check.exact for check in check_fragments("one", nothing)] == [False, False]
    (last,) = make_fragments("one two", ((4, 7),))
    assert (last.prefix, last.suffix) == ("one", "")


def test_the_white_space_of_a_quote_does_not_count():
    """Other rules made it, such as those of before labels of pictures were words of their own; a letter does count."""
    html = "<svg><text>a b</text><text>c</text></svg>"
    (fragment,) = make_fragments(html, ((5, 35),))
    quotes = ("a b c", "a bc", "a b d")
    checks = check_fragments(html, [replace(fragment, quote=quote) for quote in quotes])
    assert [check.exact for check in checks] == [True, True, False]


@settings(max_examples=60)
@example(("<pre>a:\n  b  c\n\n\td</pre>", ((5, 18),)))
@given(documents().map(lambda document: (document[0], document[1].spans)))
def test_a_text_that_is_known_makes_the_same_fragments(document):
    """Fragments are the same, and check, whether the text is derived for them or was before."""
    html, spans = document
    for span in spans:
        made = make_fragments(html, (span,))
        assert make_fragments(html, (span,), text=derive_text(html, (span,))) == made
        assert all(check.exact for check in check_fragments(html, made))
    assert make_fragments(html, spans, text=derive_text(html, spans)) == make_fragments(html, spans)


def test_a_text_that_is_known_does_not_tell_of_control_characters():
    """On their own they are text only where line breaks are kept, so that fragments are derived again."""
    for code, before in (*((code, "") for code in range(160)), (8, "x" * 70_000)):
        html = f"{before}<pre>a<b>{chr(code)}</b>c\n d</pre>"
        spans = ((len(before) + 6, len(before) + 17),)
        assert make_fragments(html, spans, text=derive_text(html, spans)) == make_fragments(html, spans), code

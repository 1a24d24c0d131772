"""The words inside a line, and drawing lines safely."""

from __future__ import annotations

import re
import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from annotate.review.model.linetext import clean, clean_markup, read_lines, split_pieces
from annotate.review.model.page import build_page
from annotate.review.model.words import marked_words, spans_of_words, split_line
from cetr.document import derive_text, subtract_spans
from tests.markup import pages

QUOTED = "<p>He said: “Don't (ever) pay 3.50&nbsp;€ — or 4,000!” and <b>left</b>.</p>"


def test_punctuation_goes_with_its_word() -> None:
    """Opening marks go with the word after them, closing ones with the word before."""
    page = build_page(QUOTED)
    assert [word.text for word in split_line(page, 0)] == [
        "He",
        "said:",
        "“Don'",
        "t",
        "(ever)",
        "pay",
        "3.",
        "50 € —",
        "or",
        "4,",
        "000!”",
        "and",
        "left.",
    ]


def test_words_of_scripts_without_spaces_stand_alone() -> None:
    """Each Chinese character can be marked on its own, its full stop with it."""
    page = build_page("<p>北方有雨。</p>")
    words = split_line(page, 0)
    assert [(word.text, word.spaced) for word in words] == [
        ("北", False),
        ("方", False),
        ("有", False),
        ("雨。", False),
    ]


def test_neighbouring_words_make_one_span() -> None:
    """Chosen words that stand together are one fragment, others are fragments of their own."""
    page = build_page("<p>one two three four</p>")
    words = split_line(page, 0)
    spans = spans_of_words(words, (True, True, False, True), len(page.html))
    assert [page.html[start:end] for start, end in spans] == ["one two", "four"]
    assert marked_words(words, spans) == (True, True, False, True)


@given(pages)
def test_the_words_of_all_lines_are_the_text(html: str) -> None:
    """No text is out of reach: choosing all words of all lines marks every word that is rendered."""
    page = build_page(html)
    chosen = [word for line in range(len(page)) for word in split_line(page, line)]
    spans = [word.span for word in chosen]
    assert spans == sorted(spans)
    assert all(start < end for start, end in spans)
    text = " ".join(word.text for word in chosen)
    rendered = subtract_spans(((0, len(html)),), page.unrendered)
    assert re.findall(r"\w", text) == re.findall(r"\w", derive_text(html, rendered))


def test_a_soft_hyphen_is_not_shown() -> None:
    """Some terminals draw it; a joiner shapes the letters around it and stays."""
    assert clean("Bundes\xadtag \u0628\u200c\u0647") == "Bundestag \u0628\u200c\u0647"


@given(st.text(st.characters(codec="utf-8")))
def test_nothing_harmful_reaches_the_terminal(text: str) -> None:
    """No control character and nothing that turns the direction of writing around survives."""
    shown = clean(text)
    assert not [
        c for c in shown if unicodedata.category(c) == "Cc" or c in "\u202a\u202b\u202d\u202e\u2066\u2067\u2068"
    ]


def test_character_references_are_read_once_and_not_where_browsers_do_not() -> None:
    """What is written twice over keeps one, and in `xmp` all is text."""
    page = build_page("<p>A &amp;amp; B</p>\n<xmp>C &amp; D &lt;</xmp>\n<p>E &amp; F</p>")
    text = ["".join(p.text for p in split_pieces(page, line, ()) if not p.tag).strip() for line in range(len(page))]
    assert text == ["A &amp; B", "C &amp; D &lt;", "E & F"]
    words = [word.text for word in split_line(page, 0)]
    assert [clean(word) for word in words] == words == ["A", "&amp;", "B"]


def test_a_line_is_read_across_its_tags() -> None:
    """What is searched is all the text of a line as it reads, and nothing of its tags."""
    page = build_page('<p>one <a href="two">th<b>re</b>e</a> &amp;amp; four</p>\n<xmp>&amp;</xmp>')
    assert [text.strip() for text in read_lines(page)] == ["one three &amp; four", "&amp;"]


def test_a_line_is_drawn_with_its_tags_by_name() -> None:
    """Attributes are left out; marked text is told from other text."""
    page = build_page('<p class="x" onclick="evil()">one <a href="y">two</a> three</p>')
    start = page.html.index("two")
    pieces = [(p.text, p.tag, p.marked) for p in split_pieces(page, 0, ((start, start + 3),))]
    assert pieces == [
        ("<p>", True, False),
        ("one ", False, False),
        ("<a>", True, False),
        ("two", False, True),
        ("</a>", True, False),
        (" three", False, False),
        ("</p>", True, False),
    ]


def test_references_of_thousands_of_digits_can_be_shown() -> None:
    """A reference too long to be read as a number is a character beyond Unicode."""
    assert clean_markup(f"a&#{'9' * 5000};b") == "a\ufffdb"


@given(pages)
def test_lines_read_as_they_are_shown(html: str) -> None:
    """Read at once or piece by piece, the text of each line is the same."""
    page = build_page(html)
    shown = [
        "".join(piece.text for piece in split_pieces(page, line, (), len(html)) if not piece.tag)
        for line in range(len(page))
    ]
    assert read_lines(page) == shown

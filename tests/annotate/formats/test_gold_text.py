"""Gold files of others: how they are decoded, CleanEval's marks, and HTML."""

from __future__ import annotations

from pathlib import Path

import pytest

from annotate.formats.gold_text import MarkedText, decode_gold, mark_gold, mark_lines, parse_marks, read_gold_text
from tests.documents import make_document


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (
            "URL: http://e.org/ x\n<h>Title\n<p>one\n two<L >item</l>rest",
            MarkedText("http://e.org/", ("Title", "one two", "item", "rest"), "hplp"),
        ),
        ("lead<p>one<p> <p>two", MarkedText("", ("lead", "one", "two"), "ppp")),
        (" no marks\n here \n", MarkedText("", ("no marks\n here",), "")),
        ("URL:\n \n", MarkedText("", (), "")),
    ],
)
def test_marks_make_lines(text: str, found: MarkedText) -> None:
    """Each paragraph is one; what stands before the first mark, or after one that closes, is one, too."""
    assert parse_marks(text) == found


def test_gold_is_decoded_as_is_usual_for_its_language() -> None:
    """If it is not UTF-8, which may have a mark at its beginning."""
    assert decode_gold(b"\xef\xbb\xbf\xc3\xa9", "zh") == decode_gold(b"\xe9", "fr") == decode_gold(b"\xe9") == "é"
    assert decode_gold("码头".encode("gb18030"), "zh") == "码头"


def test_gold_may_be_html() -> None:
    """Text stays as it is, also with a sign that HTML has, too."""
    assert read_gold_text("<p>one  two</p><p>three") == "one two\nthree"
    assert read_gold_text("one  < two\n\n<three>") == "one  < two\n\n<three>"


def test_lines_are_marked_by_the_elements_around_them() -> None:
    """A heading in a list item is a heading; end tags that close nothing count as nothing."""
    html = "</li></h1>a<h2>b</h2>c<ul><li>d<h3>e</h3>f</li></ul>g"
    marked = list(mark_lines(html, ((0, len(html)),)))
    assert marked == [("p", "a"), ("h", "b"), ("p", "c"), ("l", "d"), ("h", "e"), ("l", "f"), ("p", "g")]
    at = html.index("e")
    assert list(mark_lines(html, ((at, at + 1),))) == [("h", "e")]


def test_gold_has_the_marks_that_it_came_with(tmp_path: Path) -> None:
    """As long as there is one for each line; else those of its markup, if it has the same lines, or of paragraphs."""
    html = "<h1>One</h1><p>two</p>"

    def mark(name: str, **facts: object) -> list[tuple[str, str]]:
        return mark_gold(make_document(tmp_path, name, html, (html,), **facts))

    assert mark("a", extra={"marks": "pl"}) == [("p", "One"), ("l", "two")]
    assert mark("b", extra={"marks": "p"}) == mark("c", extra={"marks": 5}) == [("h", "One"), ("p", "two")]
    assert mark("d", text="One\n \nthree", extra={"marks": "hl"}) == [("h", "One"), ("l", "three")]
    assert mark("e", text="One\n\nthree") == [("p", "One"), ("p", "three")]

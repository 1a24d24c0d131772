"""Elements of a page by their start tags."""

from __future__ import annotations

import re

import numpy as np

from cetr.document import Kind, lex
from cetr.metadata.elements import MOST, find_marked, read_element

MARK = re.compile("mark")


def find(html: str, start: int = 0, end: int | None = None) -> list[dict[str, str]]:
    """The attributes of the start tags that hold a mark."""
    tokens = lex(html)
    opening = np.flatnonzero(tokens.kind == np.uint8(Kind.OPEN))
    return [attributes for _, attributes in find_marked(html, tokens, opening, MARK, start=start, end=end)]


def test_a_start_tag_may_hold_a_mark() -> None:
    """Each is found once; marks in texts and end tags are none, before the first tag, between tags or behind them."""
    html = "mark<a id=1>mark</a><b class=mark id=mark>mark</mark><i mark>mark"
    assert find(html) == [{"class": "mark", "id": "mark"}, {"mark": ""}]
    assert find(html, html.index("<i")) == [{"mark": ""}]
    assert find(html, 0, html.index("<b") + 12) == []
    assert find("mark") == []
    assert len(find("<p class=mark>" * (MOST + 1))) == MOST


def test_the_text_of_an_element_is_read() -> None:
    """At most 300 characters, without links of a sign alone in it; of an element that does not end soon, nothing."""
    for html, text in {
        "<p>one<a href=#x>#</a> two</p>three": "one two",
        "<p>one<a href=#x>x</a></p>": "onex",
        "<a href=#x>#</a>": "#",
        f"<p>{'x' * 301}</p>": "x" * 300,
        "<p><p>one</p>two</p>three": "one\ntwo",
        f"<p>one{'<b>x</b>' * 19}</p>": "one" + "x" * 19,
        f"<p>one{'<b>x</b>' * 20}</p>": "",
        "<p></p>": "",
        "<p>one": "",
    }.items():
        assert read_element(html, lex(html), 0) == text

"""Marks in a page: how they are found, cut out and made."""

from __future__ import annotations

import re

import pytest

from annotate.formats.marked import cut_html, find_attributes, wrap_text
from cetr.document import Spans, lex


@pytest.mark.parametrize(
    ("spans", "moved"),
    [
        (((0, 1),), ((0, 1),)),
        (((0, 2),), ((0, 1),)),
        (((2, 5),), ((1, 3),)),
        (((3, 7),), ((1, 4),)),
        (((7, 9),), ((4, 5),)),
        (((1, 3),), ()),
    ],
)
def test_spans_move_with_what_is_cut_out(spans: Spans, moved: Spans) -> None:
    """Also if they begin or end in it."""
    assert cut_html("a[]bcd[]e", ((1, 3), (6, 8)), spans) == ("abcde", moved)


def test_attributes_are_found_in_start_tags_alone() -> None:
    """Text may look like one."""
    html = "<p x=1 x=1> x=1</p x=1><b x=1>"
    assert find_attributes(html, lex(html), re.compile(" x=1")) == ((2, 10), (25, 29))


def test_stretches_of_text_are_wrapped() -> None:
    """Not white space alone, nor what holds no elements, or is left out."""
    html = "<title>One</title><p>two <b> </b>three</p>four"
    marked = wrap_text(html, ((0, html.index("four")),), "<span>")
    assert marked == "<title>One</title><p><span>two </span><b> </b><span>three</span></p>four"

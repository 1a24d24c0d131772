"""The compiled scan of tags finds the attributes that NumPy finds."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import cetr.compiled
from cetr.document import pack_name
from cetr.learned.attributes import Attributes, read_attributes

if not cetr.compiled.IN_USE:
    pytest.skip("the compiled loops were not built here", allow_module_level=True)

from cetr.compiled import attributes
from cetr.learned import scanning

PIECES = st.sampled_from(
    "<div <p > / = ' \" \0 \t \x0b \x1c \xa0 class CLASS id itemprop itemtype role style hidden aria-hidden data-role"
    " data-testid data-component true True display:none Display:NONE visibility:hidden d i s p 12 007 a0 x- postBody"
    " XML XMLb aB é ſtyle İ 日本 \ud800".split(" ")
)
TAGS = st.lists(st.lists(PIECES | st.just(" "), max_size=30).map("".join), max_size=5)
NAMES = ("div", "p", "blockquote", "h1", "x-a")


def compare(sources: list[str]) -> None:
    """See that both ways find the same."""
    names = np.array([pack_name(NAMES[i % len(NAMES)]) for i in range(len(sources))], dtype=np.uint64)
    assert list_found(scanning.read_attributes(sources, names)) == list_found(read_attributes(sources, names))


def list_found(found: Attributes) -> tuple[list[tuple[int, int]], list[int], list[bool]]:
    """List the terms in order, and the rest."""
    terms = sorted(zip(found.owner.tolist(), found.hash.tolist(), strict=True))
    return terms, found.style.tolist(), found.hidden.tolist()


@given(TAGS)
def test_both_ways_find_the_same_attributes(sources: list[str]) -> None:
    """Whatever the tags, with quotes that stay open, zeros, and letters beyond ASCII."""
    compare(sources)


@pytest.mark.parametrize(
    "source",
    [
        '<div class="' + "a b1 " * 200 + '">',  # longer than what is read of a value, and more names
        "<div class='" + "xY" * 400 + "'>",
        "<div class = \"open id=b role='c' class=''>",
        "<div class=\"a\"id=b id='c\0' data-role=d/>",
        "<div hidden id id/ aria-hidden=true style='d i s p l a y : n o n e'>",
        "<div class='a b c' class='b\x1ca' class=\"a\x0bb d\">",
    ],
)
def test_both_ways_find_the_same_in_hard_tags(source: str) -> None:
    """Limits, repeated attributes, and white space of every kind."""
    compare([source, source.upper(), source + source])


def test_arrays_that_are_too_short_are_not_written_beyond() -> None:
    """Each access is checked."""
    one, none = np.zeros(1, np.uint64), np.zeros(0, np.uint64)
    with pytest.raises(IndexError):
        attributes.read_attributes(
            [b"<p id=a>"], one, (1, 2, 3), (5, 7, 300, 12), np.zeros(0, np.int64), none, one, np.zeros(1, np.uint8)
        )
    with pytest.raises(IndexError):
        attributes.read_attributes(
            [b"<p>", b"<b>"], one, (1, 2, 3), (5, 7, 300, 12), np.zeros(9, np.int64), np.zeros(9, np.uint64), one,
            np.zeros(1, np.uint8),
        )  # fmt: skip

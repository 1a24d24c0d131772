"""The compiled scan of tags finds the attributes that NumPy finds."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import cetr.compiled
from cetr.document import pack_name
from cetr.learned.attributes import Attributes, gather_attributes
from cetr.learned.hashes import Hashes
from cetr.learned.tagsources import number_sources
from tests.cetr.learned.tagsources import join_sources

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


def compare(tags: list[str]) -> None:
    """See that both ways find the same."""
    names = np.array([pack_name(NAMES[i % len(NAMES)]) for i in range(len(tags))], dtype=np.uint64)
    sources = join_sources(tags)
    assert list_found(scanning.gather_attributes(sources, names)) == list_found(gather_attributes(sources, names))
    (number, first), (wanted, firsts) = scanning.number_sources(sources), number_sources(sources)
    assert (number.tolist(), first.tolist()) == (wanted.tolist(), firsts.tolist())
    assert [tags[i] for i in first[number].tolist()] == tags


def list_found(found: Attributes) -> tuple[list[tuple[int, int]], list[int], list[bool]]:
    """List the terms in order, and the rest."""
    terms = sorted(zip(found.owner.tolist(), found.hash.tolist(), strict=True))
    return terms, found.style.tolist(), found.hidden.tolist()


@given(TAGS)
def test_both_ways_find_the_same_attributes(tags: list[str]) -> None:
    """Whatever the tags, with quotes that stay open, zeros, and letters beyond ASCII."""
    compare(tags)


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


def test_different_tags_of_the_same_code_or_hash_have_numbers_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """Letters beyond Latin-1 look the same in `code`; and a stranger may make tags whose hashes are the same."""
    assert scanning.number_sources(join_sources(["<p日>", "<p本>", "<p日>"]))[0].tolist() == [0, 1, 0]

    def hash_tags(code: object, start: object, end: object, hashes: Hashes) -> bool:
        hashes[:] = 7
        return True

    monkeypatch.setattr(attributes, "hash_tags", hash_tags)
    assert scanning.number_sources(join_sources(["<p>", "<b>", "<b>", "<p>"]))[0].tolist() == [0, 1, 1, 0]


def test_nothing_is_read_or_written_beyond_an_array() -> None:
    """Each access is checked."""
    code, one, none = np.frombuffer(b"<p id=a>", np.uint8), np.zeros(1, np.uint64), np.zeros(0, np.uint64)
    first, last, beyond = np.array([0]), np.array([8]), np.array([9])
    many, hidden, rules = np.zeros(9, np.uint64), np.zeros(1, np.uint8), ((1, 2, 3), (5, 7, 300, 12))
    with pytest.raises(IndexError):
        attributes.gather_attributes(code, first, last, one, *rules, np.zeros(0, np.int64), none, one, hidden)
    with pytest.raises(IndexError):
        attributes.gather_attributes(code, first, last, none, *rules, np.zeros(9, np.int64), many, one, hidden)
    for start, end in ((first, beyond), (last, first), (-last, last)):
        with pytest.raises(IndexError, match="outside the document"):
            attributes.hash_tags(code, start, end, one)
    with pytest.raises(IndexError):
        attributes.hash_tags(code, first, last, none)
    with pytest.raises(IndexError):
        attributes.are_same(code, first, last, np.array([1]))

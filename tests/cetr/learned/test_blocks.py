"""Cutting pages into blocks, and the tree of containers."""

from __future__ import annotations

import time
from dataclasses import fields

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cetr.document import lex, pack_name
from cetr.learned import find_blocks
from cetr.learned.blocks import hash_words
from cetr.learned.characters import DIGIT, IDEOGRAPH, STOP
from cetr.learned.containers import find_containers, is_break
from cetr.learned.extents import find_extents
from tests.cetr.learned.markup import MARKUP


def texts_of(html: str) -> list[str]:
    """The source of each block."""
    blocks = find_blocks(html)
    return [html[a:b] for a, b in zip(blocks.start.tolist(), blocks.end.tolist(), strict=True)]


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<p>One <b>two</b> three</p><p>four", ["One <b>two</b> three", "four"]),
        ("a<br>b", ["a", "b"]),
        ("<div>one<div>two</div>three</div>", ["one", "two", "three"]),
        ("<td>one<td>two", ["one", "two"]),
        ("<p>one<script>var x</script>two</p>", ["one", "two"]),
        ("<p>one <!-- no --> two</p>", ["one <!-- no --> two"]),
        ("<p>a<ruby><rb>漢</rb><rtc><rt>kan</rtc></ruby>b", ["a<ruby><rb>漢</rb><rtc><rt>kan</rtc></ruby>b"]),
        ("<title>t</title><select><option>o</select><p>x", ["x"]),
        ("<my-part>one</my-part><my-part>two</my-part>", ["one", "two"]),
        ("<p>&nbsp;</p><p>|</p>", []),
        ("<noscript><p>kept</p></noscript>", ["kept"]),
        ("", []),
    ],
)
def test_blocks_end_at_block_level_tags(html: str, expected: list[str]) -> None:
    """Blocks are the texts between tags that are not inline; without letters or digits there is none."""
    assert texts_of(html) == expected


@given(MARKUP)
def test_blocks_are_ordered_and_disjoint(html: str) -> None:
    """Every block is a non-empty interval, after the one before, whatever the markup."""
    blocks = find_blocks(html)
    assert (blocks.start < blocks.end).all()
    assert (blocks.end[:-1] <= blocks.start[1:]).all()
    assert (blocks.width + blocks.counts[:, 7] > 0).all()
    assert (blocks.end <= len(html)).all()


@given(MARKUP)
def test_containers_hold_runs_of_blocks(html: str) -> None:
    """A container's blocks lie within its parent's, and each block lies in the container it names."""
    blocks = find_blocks(html)
    extents, parent = find_extents(blocks), blocks.containers.parent
    assert (parent[1:] < np.arange(1, len(parent))).all()
    assert (extents.first[parent] <= extents.first).all()
    assert (extents.stop[parent] >= extents.stop).all()
    place = np.arange(len(blocks))
    assert (extents.first[blocks.container] <= place).all()
    assert (place < extents.stop[blocks.container]).all()


def test_implied_end_tags() -> None:
    """An item ends the item before it, a paragraph ends at a block-level tag; both stay inside their list."""
    tokens = lex("<ul><li>a<ul><li>b</ul><li>c</ul><p>d<div>e</div>")
    containers = find_containers(tokens, is_break(tokens))
    written = {pack_name(n): n for n in ("ul", "li", "p", "div")}
    tree = [(written[int(containers.name[i])], int(containers.parent[i])) for i in range(1, len(containers.parent))]
    assert tree == [("ul", 0), ("li", 1), ("ul", 2), ("li", 3), ("li", 1), ("p", 0), ("div", 0)]


TAGS = [f"<{slash}{name}>" for name in ("div", "p", "li", "ul", "td", "tr", "table", "x-y") for slash in ("", "/")]


@settings(max_examples=500)
@given(st.lists(st.sampled_from(TAGS), max_size=40).map("".join))
def test_sound_containers_need_no_walk(html: str) -> None:
    """The tree is the same where every tag is walked, as where only those are that are not well-formed."""
    tokens = lex(html)
    found = find_containers(tokens, is_break(tokens))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("cetr.learned.containers._find_sound", lambda opens, *_: np.zeros(len(opens), dtype=np.bool_))
        walked = find_containers(tokens, is_break(tokens))
    for field in fields(found):
        assert np.array_equal(getattr(found, field.name), getattr(walked, field.name))


def test_entities_count_as_what_they_stand_for() -> None:
    """An entity is one character of its class, in the block where it stands."""
    counts = find_blocks("<p>&#20013;&#x6587; caf&eacute; 5&hellip;</p>").counts[0]
    assert (counts[IDEOGRAPH], counts[DIGIT], counts[STOP]) == (2, 1, 1)


def test_words_hash_alike_in_any_case() -> None:
    """The hash of a word does not depend on case; each ideograph is a word."""
    same = ("Word WORD word", "word " * 100_000)
    assert [len(set(hash_words(text).tolist())) for text in same] == [1, 1]
    assert len(set(hash_words("中文字").tolist())) == 3
    different = hash_words(" ".join(f"{i} {i:03}" for i in range(100, 1000)))
    assert len(set(different.tolist())) == 900


@pytest.mark.parametrize("piece", ["<div>", "<li><div>", "</p></b>", "<p>x", "<td><table>"])
def test_hostile_nesting_takes_linear_time(piece: str) -> None:
    """A hundred thousand unclosed tags are read in seconds: nothing searches the whole stack again and again."""
    begin = time.process_time()
    blocks = find_blocks(piece * 100_000 + "<p>end")
    find_extents(blocks)
    assert time.process_time() - begin < 8


def test_words_end_with_their_block() -> None:
    """Without white space between the tags, the last word of a block and the first of the next are two."""
    blocks = find_blocks("<p>one</p><p>two<b>fold</b></p>three<br>four")
    assert blocks.words.tolist() == [1, 1, 1, 1]
    assert blocks.word_block.tolist() == [0, 1, 2, 3]

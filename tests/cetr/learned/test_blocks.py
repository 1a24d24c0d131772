"""Cutting pages into blocks, and the tree of containers."""

from __future__ import annotations

import time
from dataclasses import fields
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cetr.document import lex, unpack_name
from cetr.learned import find_blocks
from cetr.learned.blocks import find_running, hash_words
from cetr.learned.characters import DIGIT, IDEOGRAPH, STOP
from cetr.learned.containers import _nest, find_containers, is_break
from cetr.learned.extents import find_extents, find_outer
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
    """A container's blocks lie within its parent's, one level above, and each block lies in the container it names."""
    blocks = find_blocks(html)
    extents, parent = find_extents(blocks), blocks.containers.parent
    assert (parent[1:] < np.arange(1, len(parent))).all()
    depth = blocks.containers.depth
    assert (depth[0], (depth[1:] == depth[parent[1:]] + 1).all()) == (0, True)
    assert (extents.first[parent] <= extents.first).all()
    assert (extents.stop[parent] >= extents.stop).all()
    place = np.arange(len(blocks))
    assert (extents.first[blocks.container] <= place).all()
    assert (place < extents.stop[blocks.container]).all()


def write_tree(html: str) -> str:
    """The containers of a page, each as its name and, in brackets, those inside it."""
    tokens = lex(html)
    found = find_containers(tokens, is_break(tokens))
    names = [unpack_name(name) for name in found.name.tolist()]

    def write(container: int) -> str:
        inside = [write(i) for i, parent in enumerate(found.parent.tolist()) if i and parent == container]
        return names[container] + (f"({' '.join(inside)})" if inside else "")

    return write(0)[1:-1]


@pytest.mark.parametrize(
    ("html", "tree"),
    [
        ("<ul><li>a<ul><li>b</ul><li>c</ul><p>d<div>e</div>", "ul(li(ul(li)) li) p div"),
        ("<ul><li>a<li>b</li></li></ul><p>c<div>d</div></p>", "ul(li li) p div"),
        ("<p>a<div>b</div></p>", "p div"),
        ("<table><caption>a<tbody><tr><td>b</table>", "table(caption tbody(tr(td)))"),
        ("<li>a<li>b<menu><li>c</menu><li>d<ol><li>e", "li li(menu(li)) li(ol(li))"),
        ("<dt>a<dd>b<dl><dd>c<dt>d</dl><dd>e<dt>f", "dt dd(dl(dd dt)) dd dt"),
        (
            "<table><thead><tr><th>a<td>b<tbody><tr><td>c<tr><th>d<tfoot><tr><td>e",
            "table(thead(tr(th td)) tbody(tr(td) tr(th)) tfoot(tr(td)))",
        ),
        ("<table><caption>a<thead><tr><td>b</table>", "table(caption thead(tr(td)))"),
        ("<table><tr><td>a<table><tr><td>b</table><td>c", "table(tr(td(table(tr(td))) td))"),
        ("<option>a<option>b<select><option>c</select>", "option option(select(option))"),
        ("<head><p>a<body><p>b", "head(p) body(p)"),
        ("<div><hr><br>a</div>b", "div"),
    ],
)
def test_implied_end_tags(html: str, tree: str) -> None:
    """An item, cell or row ends the one before it in its list or table; a paragraph ends at a block-level tag."""
    assert write_tree(html) == tree


@pytest.mark.parametrize(
    ("html", "names"),
    [
        ("a<div>b<p>c</p>d</div>e", " div p div "),
        ("<ul><li>a<ul><li>b</ul>c<li>d</ul>e", "li li li li "),
        ("<div>a</p>b</span>c</div></div>d", "div div "),
    ],
)
def test_a_text_is_in_the_innermost_element_that_is_open(html: str, names: str) -> None:
    """After a matched end tag, in the one around; an end tag that matches nothing changes nothing."""
    blocks = find_blocks(html)
    found = [unpack_name(name) for name in blocks.containers.name[blocks.container].tolist()]
    assert " ".join(found) == names


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


@pytest.mark.parametrize(
    ("html", "walked"),
    [
        ("<ul><li>a</li><li><p>b</p><p>c</p></li></ul><table><tr><td>d</td></tr></table>", [0, 10]),
        ("<div><p>a</p><ul><li>b<li>c</li></ul><p>d</p></div><div>e</div>", [0, 1, 3, 4, 5, 7, 8, 10, 11]),
        ("<p>a<div><div>b</div></div>", [0, 1]),
        ("</div><div><p>a</p></div>", [0, 1]),
        ("<div></p><section>a</section></div>", [0, 1, 2, 4]),
    ],
)
def test_what_is_well_formed_is_not_walked(html: str, walked: list[int]) -> None:
    """Of a well-formed element, no more than its start tag is, and that only if what is around it is not."""
    tokens, seen = lex(html), []

    def nest(at: list[int], *others: Any) -> Any:
        seen.extend(at)
        return _nest(at, *others)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("cetr.learned.containers._nest", nest)
        find_containers(tokens, is_break(tokens))
    assert seen == walked


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


def test_the_same_blocks_are_followed_eight_levels_up() -> None:
    """The outermost of containers with the same blocks; a chain of them is not followed to its end."""
    parent, size = np.arange(-1, 11).clip(0), np.array([5] + [2] * 11)
    assert find_outer(parent, size).tolist() == [0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 3]


def test_extents_of_containers() -> None:
    """The blocks in each, the outermost container with the same blocks, and the growing ones around each block."""
    extents = find_extents(find_blocks("<div><p>a</p><ul><li><p>b</p></li></ul>c</div>d"))
    assert extents.first.tolist() == [0, 0, 0, 1, 1, 1]
    assert extents.stop.tolist() == [4, 3, 1, 2, 2, 2]
    assert extents.outer.tolist() == [0, 1, 2, 3, 3, 3]
    assert extents.levels[:3].tolist() == [[2, 5, 1, 0], [1, 1, 0, 0], [0, 0, 0, 0]]


@pytest.mark.parametrize(("text", "width"), [(60 * "a", 0), (61 * "a", 61), ("", 0), ("雨" * 20, 0), ("雨" * 21, 63)])
def test_running_text_is_long(text: str, width: int) -> None:
    """More than sixty letters; an ideograph counts for three."""
    assert find_running(find_blocks(f"<p>One<p>{text}")).tolist() == ([0, width] if text else [0])


@pytest.mark.parametrize(("linked", "width"), [(34, 100), (35, 0)])
def test_running_text_is_not_linked(linked: int, width: int) -> None:
    """Less than thirty-five hundredths of it."""
    assert find_running(find_blocks(f"<p><a>{'a' * linked}</a>{'a' * (100 - linked)}")).tolist() == [width]


def test_words_end_with_their_block() -> None:
    """Without white space between the tags, the last word of a block and the first of the next are two."""
    blocks = find_blocks("<p>one</p><p>two<b>fold</b></p>three<br>four")
    assert blocks.words.tolist() == [1, 1, 1, 1]
    assert blocks.word_block.tolist() == [0, 1, 2, 3]


def test_words_end_at_white_space_between_tags() -> None:
    """Also if it is all that an element holds."""
    blocks = find_blocks("<p>one<b> </b>two<b>fold</b>")
    assert blocks.word_hash.tolist() == hash_words("one twofold").tolist()

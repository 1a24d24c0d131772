"""Inline elements that are a part of a block."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cetr.learned import find_blocks, find_inlines


def list_inlines(html: str) -> list[tuple[str, int]]:
    """The inline elements of a page, as written, with their codes, where all paths are alike."""
    blocks = find_blocks(html)
    found = find_inlines(blocks, np.zeros(len(blocks), dtype=np.uint32))
    edges = zip(found.start.tolist(), found.end.tolist(), found.code.tolist(), strict=True)
    return [(html[start:end], code) for start, end, code in edges]


def write_inlines(html: str) -> list[str]:
    """The inline elements of a page as written."""
    return [written for written, _ in list_inlines(html)]


@pytest.mark.parametrize(
    ("html", "found"),
    [
        ("<p>The pier, <i>photo: <b>Ann</b></i></p>", ["<i>photo: <b>Ann</b></i>", "<b>Ann</b>"]),
        ("<p> <i>photo: Ann</i> The pier</p>", ["<i>photo: Ann</i>"]),
        ("<p> <i>The pier</i> </p>", []),
        ("<p><i></i> The <b>old</b> pier</p>", ["<b>old</b>"]),
        ("<p>The <i>pier<p>at</i> night</p>", []),
        ("<p>The <i>pier<script>1</script>at</i> night</p>", []),
        ("<p>The <i>pier \ud800</i> night</p>", ["<i>pier \ud800</i>"]),
        ("<p>The <i>pier</b> at</i> night</p>", ["<i>pier</b> at</i>"]),
        ("<p>The <i><b>pier</i> at night</b></p>", ["<i><b>pier</i>"]),
        ("<p>The <i>pier</i> at</i> <b>night</b>.</p>", ["<i>pier</i>", "<b>night</b>"]),
        ("<p>The <i></i>pier <i> </i></p>", ["<i></i>"]),
        ("<p>The <i>" + "<img>" * 9 + "pier</i>", ["<i>" + "<img>" * 9 + "pier</i>"]),
        ("<i>photo</i>", []),
        ("", []),
    ],
)
def test_parts_of_blocks_are_found(html: str, found: list[str]) -> None:
    """Elements that hold all of a block, or in which a block ends, are none."""
    assert write_inlines(html) == found


def test_an_element_is_known_by_its_names() -> None:
    """Whatever its text is, and whatever numbers are in its names; without names, by a short text."""
    html = (
        "<p>One <i class=by7>Ann</i></p><p>Two <i class=by8>Bob</i></p><p>Three <b class=by>Ann</b></p>"
        "<p>Four <i>Ann</i></p><p>Five <i> Ann\n</i></p><p>Six <i>Bob</i></p><p>Seven <i class=of>Ann</i></p>"
    )
    one, two, three, four, five, six, seven = (code for _, code in list_inlines(html))
    assert (one == two, four == five) == (True, True)
    assert len({one, three, four, six, seven}) == 5
    short, long = "word " * 40, "word " * 40 + "."
    texts = f"<i>{short}</i>", f"<i>{long}</i>", f"<i class=by>{long}</i>"
    assert write_inlines(f"<p>One {' '.join(texts)}</p>") == [texts[0], texts[2]]


def test_readings_are_alike_whatever_they_say() -> None:
    """So one label without them leaves out all."""
    html = "<p>a <ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp>字<rt>ji</rt></ruby>"
    codes = {
        written: code for written, code in list_inlines(html) if written.startswith("<r") and "ruby" not in written
    }
    assert list(codes) == ["<rp>(</rp>", "<rt>kan</rt>", "<rp>)</rp>", "<rt>ji</rt>"]
    assert len(set(codes.values())) == 2


def test_the_path_to_the_block_counts() -> None:
    """An element elsewhere is another one."""
    blocks = find_blocks("<p>One <i class=by>Ann</i></p><p>Two <i class=by>Ann</i></p>")
    apart = find_inlines(blocks, np.array([1, 2], dtype=np.uint32)).code
    assert apart[0] != apart[1]


@given(
    st.lists(st.sampled_from(["<i>", "</i>", "<b class=x>", "</b>", "<p>", "</p>", "<br>", "word ", " "]), max_size=40)
)
def test_elements_are_whole(parts: list[str]) -> None:
    """Whatever the tags, each begins with a start tag, ends with an end tag, and has no break inside."""
    for written in write_inlines("".join(parts)):
        assert written.startswith(("<i>", "<b"))
        assert written.endswith("</i>" if written.startswith("<i>") else "</b>")
        assert not any(tag in written for tag in ("<p>", "</p>", "<br>"))


@pytest.mark.parametrize("unit", ["<b>", "<b class=x>", "<i><b>"])
def test_texts_inside_one_another_are_not_read_again_and_again(unit: str) -> None:
    """Only the innermost elements without names are known by their texts."""
    blocks = find_blocks(f"<p>One {unit * 50_000} word {'</b>' * 50_000} two")
    found = find_inlines(blocks, np.zeros(1, dtype=np.uint32))
    assert len(found.code) == {"<b>": 28, "<b class=x>": 50_000, "<i><b>": 20}[unit]

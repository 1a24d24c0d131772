"""Which tokens stand between the tags of an element."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from cetr.document import Bools, Ints, Kind, Tokens, find_tags, follow_opening, lex, pack_name, stand_inside

PIECES = ("<a>", "</a>", "<a href='x'/>", "</A >", "<b>", "</b>", "<ab>", "text", " ", "<!-- <a> -->", "<script></a>")
MARKUP = st.lists(st.sampled_from(PIECES), max_size=40).map("".join)


def _follow(state: int, opens: bool) -> int:
    return int(opens)


def _count(state: int, opens: bool) -> int:
    return state + 1 if opens else max(0, state - 1)


def _walk(tokens: Tokens, name: str, step: Callable[[int, bool], int]) -> list[bool]:
    """Whether the state that the tags of a name make, one after the other, is not 0 before each token."""
    states, state = [], 0
    for _, _, kind, packed in tokens.walk():
        states.append(state > 0)
        if packed == pack_name(name):
            state = step(state, kind == Kind.OPEN)
    return states


def _check(find: Callable[[Tokens, Ints, Ints | None], Bools], step: Callable[[int, bool], int], html: str) -> None:
    tokens = lex(html)
    for name in ("a", "b", "i"):
        expected = _walk(tokens, name, step)
        tags, places = find_tags(tokens, name), np.arange(len(tokens.start))
        assert find(tokens, tags, None).tolist() == expected
        assert find(tokens, tags, places).tolist() == expected
        assert find(tokens, tags, places[::-2]).tolist() == expected[::-2]


@given(MARKUP)
def test_the_last_tag_before_a_token_tells_whether_it_is_inside(html: str) -> None:
    """For elements that do not nest it is looked up what a loop over the tokens remembers."""
    _check(follow_opening, _follow, html)


@given(MARKUP)
def test_depth_is_counted_and_never_below_the_ground(html: str) -> None:
    """For elements that nest all tags count, as in a loop in which the end of nothing changes nothing."""
    _check(stand_inside, _count, html)

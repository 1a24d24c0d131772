"""Pairs of multisets."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from evaluate.measures.bags import pair_bags
from tests.work import count_calls

BAGS = st.lists(st.text("abc", max_size=4).map(Counter), max_size=6)


def pair_one_by_one(one: list[Counter[str]], other: list[Counter[str]]) -> list[tuple[int, int]]:
    """What `pair_bags` promises, by comparing each with all that are left."""
    left, pairs = set(range(len(other))), []
    for i, bag in enumerate(one):
        shared = {j: (bag & other[j]).total() for j in sorted(left)}
        best = max(shared, key=shared.__getitem__, default=0)
        if shared.get(best):
            pairs.append((i, best))
            left.remove(best)
    return pairs


@given(BAGS, BAGS)
def test_each_takes_the_first_of_those_left_that_share_most(one: list[Counter[str]], other: list[Counter[str]]) -> None:
    """In its turn; who shares nothing takes none."""
    assert pair_bags(one, other) == pair_one_by_one(one, other)


def test_twice_as_many_equal_ones_are_twice_the_work() -> None:
    """A page may have thousands of equal tables."""
    few, many = ([Counter("aab")] * count for count in (100, 200))
    assert pair_bags(many, many) == [(i, i) for i in range(200)]
    assert count_calls(lambda: pair_bags(many, many)) < 2.1 * count_calls(lambda: pair_bags(few, few))

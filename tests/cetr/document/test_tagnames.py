"""Packed tag names and the tables in which they are looked up."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from cetr.document import pack_name
from cetr.document.tagnames import KNOWN_NAMES, LETTERS, look_up, number_name, number_names, tabulate_names


@given(
    st.dictionaries(st.from_regex("[a-z]{1,8}", fullmatch=True), st.integers(1, 255), max_size=60),
    st.lists(st.from_regex("[a-z0-9-]{0,8}", fullmatch=True)),
)
def test_a_table_finds_its_names_and_no_others(numbers: dict[str, int], others: list[str]) -> None:
    """Each name of a table has its number, every other name and no name at all have 0."""
    names = [*numbers, *others, ""]
    packed = np.array([pack_name(name) for name in names], dtype=np.uint64)
    assert look_up(tabulate_names(numbers), packed).tolist() == [numbers.get(name, 0) for name in names]


def test_known_names_have_a_number_each_and_others_have_none() -> None:
    """The number of a packed name is that of the name itself; 0 stands for every other name."""
    names = [*KNOWN_NAMES, "x", "my-tag", ""]
    numbers = number_names(np.array([pack_name(name) for name in names], dtype=np.uint64)).tolist()
    assert numbers == [*map(number_name, KNOWN_NAMES), 0, 0, 0]
    assert len(set(numbers)) == len({name[:LETTERS] for name in KNOWN_NAMES}) + 1

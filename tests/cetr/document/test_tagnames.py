"""Packed tag names and the tables in which they are looked up."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from cetr.document import pack_name
from cetr.document.tagnames import KNOWN_NAMES, LETTERS, number_name, number_names


@given(st.lists(st.from_regex("[a-z0-9-]{0,8}", fullmatch=True)))
def test_known_names_have_a_number_each_and_others_have_none(others: list[str]) -> None:
    """The number of a packed name is that of the name itself; 0 stands for every other name."""
    others = [name for name in others if name not in {known[:LETTERS] for known in KNOWN_NAMES}]
    packed = np.array([pack_name(name) for name in (*KNOWN_NAMES, *others)], dtype=np.uint64)
    numbers = number_names(packed).tolist()
    assert numbers == [*map(number_name, KNOWN_NAMES), *[0] * len(others)]
    assert len({*numbers, 0}) == len({name[:LETTERS] for name in KNOWN_NAMES}) + 1

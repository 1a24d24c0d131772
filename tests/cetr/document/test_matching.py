"""The longest common subsequence of long sequences: as long as by the whole table, in little memory."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rapidfuzz.distance import LCSseq

from cetr.document import matching
from tests.memory import stays_below

# Long ones, too: what hypothesis draws by itself has hardly ever more than ten items.
ITEMS = st.lists(st.integers(0, 3), max_size=8) | st.lists(st.integers(0, 9), min_size=20, max_size=60)


@given(ITEMS, ITEMS, st.sampled_from([1, 20, 10**9]))
def test_it_is_a_longest_common_subsequence(one: list[int], other: list[int], cells: int) -> None:
    """However small the tables are into which it is cut."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(matching, "CELLS", cells)
        place = matching.match_items(one, other)
    found = [(int(at), item) for at, item in zip(place, other, strict=True) if at >= 0]
    assert [at for at, _ in found] == sorted({at for at, _ in found})
    assert all(one[at] == item for at, item in found)
    assert len(found) == LCSseq.similarity(one, other)


def test_memory_goes_with_the_length(monkeypatch: pytest.MonkeyPatch) -> None:
    """A table of ten thousand by ten thousand has 12 MB; what is held at a time is a small part of that."""
    monkeypatch.setattr(matching, "CELLS", 1_000_000)
    one = [i % 7 * i % 31 for i in range(10_000)]
    place = matching.match_items(one, one[::-1])
    assert (place >= 0).sum() == LCSseq.similarity(one, one[::-1])
    assert stays_below(4_000_000, lambda: matching.match_items(one, one[::-1]))

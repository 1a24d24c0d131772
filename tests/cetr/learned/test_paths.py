"""Vocabularies, which find the numbers of terms by their hashes."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cetr.learned import paths
from cetr.learned.paths import Vocabulary
from cetr.learned.terms import hash_terms

WORDS = st.sampled_from(["", ".", "#", "@", "<"]).flatmap(lambda mark: st.text("abcx0-", min_size=1).map(mark.__add__))


@given(st.lists(WORDS, min_size=1, unique=True), st.lists(WORDS))
def test_terms_are_found_by_their_hashes(known: list[str], others: list[str]) -> None:
    """Known terms have their numbers, all others -1, in any order."""
    terms = Vocabulary((term, number) for number, term in enumerate(known))
    asked = [*others, *known]
    assert terms.find(hash_terms(asked)).tolist() == [terms.get(term, -1) for term in asked]


def test_names_in_other_languages_count_as_the_english_ones() -> None:
    """Unless the model has learned them itself. Words of names do, whole names of classes do not."""
    terms = Vocabulary({"comments": 0, "content": 1, "titel": 2, "title": 3})
    assert terms.find(hash_terms(["komentarze", "kommentarii", "obsah", "tytul", "titel"])).tolist() == [0, 0, 1, 3, 2]
    assert terms.find(hash_terms([".komentarze", "stopka", "komentarze2"])).tolist() == [-1, -1, -1]


@pytest.mark.parametrize("shift", [0, 16, 44])
def test_hashes_that_begin_alike_are_told_apart(shift: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """All of a vocabulary's hashes, but for their last bits, are the same, as someone who makes a model may choose."""
    hashes = np.array([5, 3, 900, 8, 7], dtype=np.uint64) << np.uint64(shift) | np.uint64(1 << 63)
    monkeypatch.setattr(paths, "hash_terms", lambda terms: hashes[: len(terms)])
    terms = Vocabulary({"aa": 0, "bb": 1, "cc": 2, "dd": 3, "ee": 4})
    assert terms.find(hashes).tolist() == [0, 1, 2, 3, 4]
    assert terms.find(hashes + np.uint64(1 if shift else 9)).tolist() == [-1] * 5

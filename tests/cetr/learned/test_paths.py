"""The names that lead to blocks: vocabularies, which find terms by their hashes, and the scores of names."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cetr.learned import choose_terms, list_terms, paths, read_page
from cetr.learned.paths import PathWeights, Vocabulary, score_paths, survey_paths
from cetr.learned.terms import hash_terms
from tests.cetr.learned.measured import assert_features, name_features

WORDS = st.sampled_from(["", ".", "#", "@", "<"]).flatmap(lambda mark: st.text("abcx0-", min_size=1).map(mark.__add__))


@pytest.mark.long
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


def test_scores_of_names() -> None:
    """The sum of weights in the block's own container and the one around it; in any container around; how many."""
    page = read_page("<div class=menu><ul><li>one</ul>two</div><p>three")
    terms = Vocabulary({"<li": 0, "<ul": 1, "<div": 2, ".menu": 3, "<p": 4})
    weights = np.array([[1.0, 2, 4, 8, 16], [32, 64, 128, 256, 512]])
    scores = score_paths(page.blocks, page.tags, list_terms(page.tags, terms), PathWeights(terms, weights))
    assert scores.tolist() == [[1 + 2, 4 + 8, 16], [32 + 64 + 128 + 256, 128 + 256, 512], [4, 2, 1]]


def test_scores_of_names_are_compared() -> None:
    """With those of the neighbours, and with the mean and the best of the page."""
    scores = np.array([[1.0, 2, 3, 0, 8], [0, 0, 1, 0, 0], [5, 6, 7, 8, 9]])
    assert_features(
        name_features(survey_paths(scores, np.array([1.0, 1, 2, 0, 1])), 5),
        {
            "path_near": [1, 2, 3, 0, 8],
            "path_around": [0, 0, 1, 0, 0],
            "path_terms": [5, 6, 7, 8, 9],
            "path": [1, 2, 4, 0, 8],
            "path@1": [0, 1, 2, 4, 0],
            "path@2": [0, 0, 1, 2, 4],
            "path@-1": [2, 4, 0, 8, 0],
            "path@-2": [4, 0, 8, 0, 0],
            "path~3": [7 / 4, 3, 3, 3, 14 / 4],
            "path~10": [3, 3, 3, 3, 3],
            "path_below_best": [-7, -6, -4, -8, 0],
            "page_path": [19 / 5] * 5,
            "page_best_path": [8] * 5,
        },
    )


def test_names_of_a_page_without_letters() -> None:
    """A sign of money has no width; nothing is divided by zero."""
    assert_features(name_features(survey_paths(np.ones((3, 1)), np.zeros(1)), 1), {"page_path": [0]})
    assert_features(name_features(survey_paths(np.ones((3, 1)), np.ones(1)), 1), {"page_path": [2]})


def test_outside_all_elements_there_are_no_names() -> None:
    """Exactly zero, although what is added at a start tag and subtracted at its end tag is rounded between."""
    page = read_page("<div><ul><li>one</ul></div>two")
    terms = Vocabulary({"<div": 0, "<ul": 1})
    weights = np.array([[0, 0], [0.1, 0.7]])
    scores = score_paths(page.blocks, page.tags, list_terms(page.tags, terms), PathWeights(terms, weights))
    assert scores[1].tolist() == [pytest.approx(0.8), 0]


def test_terms_are_those_of_several_sites() -> None:
    """Numbered in the order of their spelling, however often a site has them."""
    sources = ("a", "<p class=by>x<p class=by>x<div>x"), ("a", "<p class=by>x"), ("b", "<p>x<h1>x")
    pages = [(site, read_page(html).tags) for site, html in sources]
    assert choose_terms(pages, 2) == {"<p": 0}
    assert list(choose_terms(pages, 1).items()) == [(".by", 0), ("<div", 1), ("<h1", 2), ("<p", 3), ("by", 4)]

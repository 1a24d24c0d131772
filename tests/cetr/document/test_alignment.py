"""Where a text stands in a document."""

from __future__ import annotations

from itertools import cycle

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rapidfuzz.distance import LCSseq

from cetr.document import Alignment, align_text, derive_text, match_words, split_words
from tests.markup import MARKUP

WORDS = st.sampled_from("abc")


@given(MARKUP, st.lists(st.booleans(), min_size=1, max_size=5))
def test_words_of_the_page_align_completely(html: str, kept: list[bool]) -> None:
    """All words of a document, or some of them in their order, are found in it, and nothing else is."""
    text = [word for word, keep in zip(split_words(derive_text(html)), cycle(kept), strict=False) if keep]
    alignment = align_text(html, " ".join(text))
    assert alignment.coverage == 1.0
    assert split_words(derive_text(html, alignment.spans)) == text


@given(st.lists(WORDS, min_size=3, max_size=14), st.lists(WORDS, min_size=2, max_size=6))
def test_no_word_stands_alone_if_it_can_stand_beside_its_neighbours(document: list[str], text: list[str]) -> None:
    """Words are matched by a longest common subsequence; a word between two gaps has no equal at their other ends."""
    places = match_words(document, text).tolist()
    found = [at for at in places if at >= 0]
    assert found == sorted(set(found)) and len(found) == LCSseq.similarity(document, text)
    assert all(document[at] == word for at, word in zip(places, text, strict=True) if at >= 0)
    for before, at, after, word in zip([-1, *places], places, [*places[1:], -1], text, strict=False):
        if at >= 0 and before != at - 1 and after != at + 1:
            assert before < 0 or document[before + 1] != word
            assert after < 0 or document[after - 1] != word


def test_words_move_to_those_after_them_and_before_them() -> None:
    """A common subsequence may as well take the first `the big`, or the last `sat there`."""
    assert match_words("the big news the big cat".split(), "the big cat".split()).tolist() == [3, 4, 5]
    assert match_words("the cat sat cat".split(), "see the cat".split()).tolist() == [-1, 0, 1]
    assert match_words("a cat sat there and sat there".split(), "cat sat there".split()).tolist() == [1, 2, 3]


def test_words_that_the_page_lacks_lower_the_coverage() -> None:
    """Down to 0, if it has none of them."""
    html = "<p>The cat sat.</p>"
    assert align_text(html, "No cat sat here") == Alignment(((7, 15),), 0.5)
    assert align_text(html, "Nothing") == align_text("", "Nothing") == Alignment((), 0.0)


def test_alignment_prefers_unbroken_runs() -> None:
    """A word that stands in the navigation and in the content is found beside its neighbours."""
    html = "<a>The</a> <a>News</a><p>The cat sat, purring.</p>"
    alignment = align_text(html, "The cat sat, purring.")
    assert alignment.coverage == 1.0
    assert [html[s:e] for s, e in alignment.spans] == ["The cat sat, purring."]


def test_alignment_prefers_what_the_page_shows() -> None:
    """Words of the title are found in the page, if they stand there; a word that only the title has is found in it."""
    html = "<title>On foxes - News</title><h1>On foxes</h1><p>They run.</p>"
    assert align_text("<title>On foxes</title>On foxes", "On foxes").spans == ((23, 31),)
    assert [html[s:e] for s, e in align_text(html, "On foxes They run.").spans] == ["On foxes</h1><p>They run."]
    headed = "<head><title>Foxes</title></head><h1>Foxes</h1>"
    assert align_text(headed, "Foxes").spans == ((headed.rindex("Foxes"), len(headed) - 5),)
    inside = "<p>They <svg><title>On foxes</title></svg>run</p>"
    assert derive_text(inside, align_text(inside, "They run").spans) == "They\nrun"
    alignment = align_text(html, "News They run.")
    assert alignment.coverage == 1.0
    assert html[slice(*alignment.spans[0])] == "News"


@pytest.mark.parametrize(
    "text", ["¿Qué pasa?", "‹Oui›", "یہ خبر ہے۔", "यह समाचार है।", "នេះ។", "ရှိသည်။", "Այո։", "አዎ።", "【速報】今日．"]
)
def test_the_punctuation_of_any_script_belongs_to_its_sentence(text: str) -> None:
    """Before its first word, and after its last one."""
    html = f"<p>1 <b>{text}</b> 2</p>"
    assert [html[s:e] for s, e in align_text(html, text).spans] == [text]
    assert align_text(text, text).spans == ((0, len(text)),)

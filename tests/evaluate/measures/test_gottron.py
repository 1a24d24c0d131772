"""The four measures of Gottron's paper."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rapidfuzz.distance import LCSseq

from cetr.console import InputError
from evaluate.measures import MEASURES, score, sequence
from evaluate.measures.sequence import _match_partners, lcs_length

STRUCTURES = ("headings", "lists", "tables", "code", "formulas", "links", "order")
TEXT_MEASURES = [name for name in MEASURES if name not in ("accuracy", *STRUCTURES)]


def quadratic_lcs(one: list[int], other: list[int]) -> int:
    """The textbook table of longest common subsequences, one row at a time."""
    row = [0] * (len(other) + 1)
    for a in one:
        diagonal = 0
        for j, b in enumerate(other, 1):
            diagonal, row[j] = row[j], diagonal + 1 if a == b else max(row[j], row[j - 1])
    return row[-1]


@settings(max_examples=300)
@given(st.lists(st.integers(0, 5), max_size=90), st.lists(st.integers(0, 5), max_size=90))
def test_lcs_is_the_textbook_one(one: list[int], other: list[int]) -> None:
    """The banded bit-parallel length is that of the quadratic table, for token ids and for characters."""
    expected = quadratic_lcs(one, other)
    assert lcs_length(one, other) == expected
    assert lcs_length("".join(map(chr, one)), "".join(map(chr, other))) == expected


@settings(max_examples=30)
@given(st.integers(0, 10), st.integers(0, 300), st.integers(0, 300), st.randoms(use_true_random=False))
def test_lcs_of_long_similar_texts(edits: int, cut: int, shift: int, random) -> None:
    """Bands that are too narrow at first are widened until the length is right."""
    one = [random.randrange(40) for _ in range(500)]
    other = one[cut : cut + 350] + one[:shift]
    for _ in range(edits):
        other.insert(random.randrange(len(other) + 1), 99)
    assert lcs_length(one, other) == quadratic_lcs(one, other)


@settings(max_examples=200)
@given(st.lists(st.integers(0, 9), max_size=60), st.lists(st.integers(0, 9), max_size=60))
def test_lcs_by_partners_is_the_textbook_one(one: list[int], other: list[int]) -> None:
    """So is the way of long lists of many different words."""
    assert _match_partners(one, other) == quadratic_lcs(one, other)


def test_lcs_of_long_lists() -> None:
    """Long lists take another way to the length that the bit vectors give."""
    random = Random(3)
    one, other = ([str(random.randrange(5000)) for _ in range(11_000)] for _ in range(2))
    assert lcs_length(one, other) == LCSseq.similarity(one, other)


@pytest.mark.parametrize("edits", [0, 300, 3000])
def test_lcs_of_very_long_texts(edits: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The band of very long texts (here made shorter) is guessed from what they share, and cannot spoil the length."""
    monkeypatch.setattr(sequence, "_LONG", 100)
    random = Random(4)
    words = [random.choice("abcdefghij") * random.randrange(1, 4) for _ in range(2000)]
    changed = list(words)
    for _ in range(edits):
        changed[random.randrange(len(changed))] = "z"
    one, other = " ".join(words), " ".join(changed)
    assert lcs_length(one, other) == LCSseq.similarity(one, other)
    assert lcs_length(words, changed) == LCSseq.similarity(words, changed)


def test_words_are_a_sequence() -> None:
    """Only words in the same order are right; case and punctuation do not count."""
    result = score("The quick, brown fox.", "brown quick FOX jumps")["words"]
    assert (result.matched, result.extracted, result.expected) == (2, 4, 4)
    assert (result.precision, result.recall, result.f1) == (0.5, 0.5, 0.5)


def test_chars_count_case_and_punctuation_and_not_white_space() -> None:
    """Runs of white space are one space; everything else counts."""
    assert score("a  b\n\nc", "a b c", ["chars"])["chars"].f1 == 1.0
    result = score("Abc.", "abc", ["chars"])["chars"]
    assert (result.matched, result.extracted, result.expected) == (2, 3, 4)


def test_bag_takes_the_smaller_count() -> None:
    """Of a word that occurs three and two times, two are right; order does not count."""
    result = score("a a a b", "b c a a", ["bag"])["bag"]
    assert (result.matched, result.precision, result.recall) == (3, 0.75, 0.75)


def test_set_counts_each_word_once() -> None:
    """Repetitions do not count: a and b of a, b, c are right, all there are. F1 is 2 * 2/3 * 1 / (2/3 + 1) = .8."""
    result = score("a a a b", "b c a", ["set"])["set"]
    assert (result.precision, result.recall) == (2 / 3, 1.0)
    assert result.f1 == pytest.approx(0.8)


@pytest.mark.parametrize("name", TEXT_MEASURES)
def test_empty_texts(name: str) -> None:
    """Nothing expected and nothing extracted scores 1; one of the two empty scores 0; white space is nothing."""
    for gold, predicted, expected in (("", "", 1.0), (" \n", "", 1.0), ("word", "", 0.0), ("", "word", 0.0)):
        result = score(gold, predicted, [name])[name]
        assert (result.precision, result.recall, result.f1) == (expected, expected, expected), (gold, predicted)


@pytest.mark.parametrize("name", TEXT_MEASURES)
@settings(max_examples=60)
@given(gold=st.text("ab \n.é中ก", max_size=40), predicted=st.text("ab \n.é中ก", max_size=40))
def test_scores_are_shares(name: str, gold: str, predicted: str) -> None:
    """All scores are in [0, 1], a text against itself scores 1, and swapping the texts swaps precision and recall."""
    one, other = score(gold, predicted, [name])[name], score(predicted, gold, [name])[name]
    assert 0 <= one.precision <= 1
    assert 0 <= one.recall <= 1
    assert min(one.precision, one.recall) <= one.f1 + 1e-12
    assert one.f1 <= max(one.precision, one.recall) + 1e-12
    assert score(gold, gold, [name])[name].f1 == 1.0
    if name != "rouge-lsum":
        assert (one.precision, one.recall) == (other.recall, other.precision)


@pytest.mark.parametrize(
    ("gold", "predicted", "matched", "expected"),
    [
        ("今天天气很好。", "天气很好", 4, 6),
        ("ภาษาไทย", "ไทย", 3, 7),
        ("مرحبا بالعالم", "بالعالم", 1, 2),
        ("東京タワーへ行く", "タワー", 3, 8),
    ],
)
def test_scripts_without_spaces(gold: str, predicted: str, matched: int, expected: int) -> None:
    """A part of a Chinese, Thai or Japanese text without spaces is found in it; Arabic has its words."""
    result = score(gold, predicted)["words"]
    assert (result.matched, result.expected, result.precision) == (matched, expected, 1.0)


def test_unknown_measure_is_named() -> None:
    """The error says which there are."""
    with pytest.raises(InputError, match=r"no measure named 'wrods'; did you mean 'words'\? \(available: words, chars"):
        score("a", "b", ["wrods"])

"""The compiled loop over texts measures what NumPy measures."""

from __future__ import annotations

from dataclasses import fields

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import cetr.compiled
from cetr.learned.characters import CLASSES, classify_characters
from cetr.learned.hashes import encode
from cetr.learned.texts import Measured, measure_texts

if not cetr.compiled.IN_USE:
    pytest.skip("the compiled loops were not built here", allow_module_level=True)

from cetr.compiled import texts
from cetr.learned import measuring

STRETCHES = st.lists(st.text(max_size=8) | st.text("aB1 .$中\0\xa0\ud800\U0001f600é", max_size=8), max_size=12)


@settings(max_examples=300)
@given(STRETCHES)
@example([])
@example(["", "", ""])
@example(["foo", "b", ".", "ar", "中x", "\0", " $"])
@example(["\ud800", "\U0010ffff", "\0\0a"])
def test_both_ways_measure_the_same(stretches: list[str]) -> None:
    """Whatever the characters, surrogates too, and wherever a word goes on from one stretch to the next."""
    stop = np.cumsum([len(each) for each in stretches], dtype=np.int64)
    expected, found = (measure("".join(stretches), stop) for measure in (measure_texts, measuring.measure_texts))
    for field in fields(Measured):
        one, other = getattr(expected, field.name), getattr(found, field.name)
        assert one.dtype == other.dtype
        assert one.shape == other.shape
        assert one.tolist() == other.tolist()


def test_every_character_is_of_the_class_in_the_table() -> None:
    """All of Unicode, with those that count as the last of the table."""
    text = "".join(map(chr, range(0x110000)))
    stop = np.arange(64, len(text) + 1, 64)
    for one, other in zip(
        vars(measure_texts(text, stop)).values(), vars(measuring.measure_texts(text, stop)).values(), strict=True
    ):
        assert (one == other).all()


@pytest.mark.parametrize(
    ("name", "size"), [("table", 60), ("visible", 1), ("counts", 1), ("end", 1), ("edge", 0), ("word_hash", 1)]
)
def test_an_array_that_is_too_small_is_an_error(name: str, size: int) -> None:
    """Nothing is written or read beyond the end of an array, whoever made it."""
    arrays = {
        "codes": encode("ab cd"), "stop": np.array([2, 5]), "table": classify_characters(),
        **{key: np.zeros(2, np.int64) for key in ("visible", "head", "end")},
        "counts": np.zeros((2, CLASSES), np.uint32), "edge": np.zeros((2, 3), np.uint32),
        "word_text": np.zeros(2, np.int64), "word_hash": np.zeros(2, np.uint64),
    }  # fmt: skip
    assert texts.measure_texts(base=3, spread=5, **arrays) == (2, 2)
    with pytest.raises(IndexError):
        texts.measure_texts(base=3, spread=5, **(arrays | {name: arrays[name][:size]}))


def test_a_stretch_beyond_the_text_is_an_error() -> None:
    """The loop reads no memory behind the text."""
    with pytest.raises(IndexError):
        measuring.measure_texts("ab", np.array([1, 3]))

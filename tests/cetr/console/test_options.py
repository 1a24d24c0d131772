"""Settings of methods: what is refused before any work, and in which words."""

from __future__ import annotations

import numpy as np
import pytest

import cetr
from cetr.console import InputError, check_range, check_whole
from cetr.methods import read_method


@pytest.mark.parametrize(
    ("written", "message"),
    [
        ("cetr@k=10000000000", "cetr: k: 10000000000 is not a whole number from 1 to 100"),
        ("cetr@k=" + "9" * 400, "cetr: k: a number this large is not a whole number from 1 to 100"),
        ("cetr@k=" + "9" * 5000, f"cetr: k: '{'9' * 40}' is not a whole number"),
        ("cetr@radius=1e300", "cetr: radius: 1e+300 is not a number from 0 to 1000000"),
        ("cetr-modern@k=1", "cetr-modern: k: 1 is not a whole number from 2 to 100"),
        ("ttr-threshold@coefficient=inf", "ttr-threshold: coefficient: inf is not a number from 0 to 1000000"),
        ("dsc@window=" + "9" * 24, f"dsc: window: {'9' * 24} is not a whole number from 1 to 1000000"),
        ("kfe@k=10000000000", "kfe: k: 10000000000 is not a whole number from 1 to 100"),
        ("ccb@radius=10000000000", "ccb: radius: 10000000000 is not a whole number from 1 to 1000"),
        ("accb@rounds=101", "accb: rounds: 101 is not a whole number from 0 to 100"),
        ("crunch@link_ratio=inf", "crunch: link_ratio: inf is not a number from 0 to 1000"),
        ("mss@tag_score=nan", "mss: tag_score: nan is not a number from -1000000 to 1000000"),
        ("mss@tag_score=-inf", "mss: tag_score: -inf is not a number from -1000000 to 1000000"),
        ("mss@tag_score=1e308", "mss: tag_score: 1e+308 is not a number from -1000000 to 1000000"),
    ],
)
def test_settings_that_make_no_sense_are_refused_before_work(written: str, message: str) -> None:
    """No method takes what would fail in the middle, fill the memory, run for minutes or give nothing."""
    with pytest.raises(InputError) as raised:
        read_method(written)
    assert str(raised.value) == message


def test_settings_of_another_type_are_named() -> None:
    """From Python, a value that is not a number is an error that names the option and what it should be."""
    for options, message in (
        ({"k": "3"}, "cetr: k: '3' is not a whole number from 1 to 100"),
        ({"k": 2.5}, "cetr: k: 2.5 is not a whole number from 1 to 100"),
        ({"k": True}, "cetr: k: True is not a whole number from 1 to 100"),
        ({"radius": "wide" * 100}, "cetr: radius: 'widewidewide...ewidewidewide' is not a number from 0 to 1000000"),
    ):
        with pytest.raises(InputError) as raised:
            cetr.extract("<p>a", "cetr", **options)
        assert str(raised.value) == message


def test_numbers_of_numpy_are_numbers() -> None:
    """A whole number of NumPy is one, and may be where any number may."""
    check_whole("m", 1, 9, k=np.int64(3))
    check_range("m", 0, 1, a=np.float32(0.5), b=np.int8(1), c=0)

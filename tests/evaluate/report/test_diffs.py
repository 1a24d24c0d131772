"""The difference that a report shows."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from cetr.document import split_words
from evaluate.measures import score
from evaluate.report.diffs import MISSING, RIGHT, SUPERFLUOUS, diff_texts

TEXTS = st.text("ab c.\né中🙂", max_size=60)


@settings(max_examples=400)
@given(TEXTS, TEXTS)
def test_scripts_tell_both_texts(gold: str, predicted: str) -> None:
    """Right and missing parts are the gold text, right and superfluous words the prediction; right is the measure's."""
    script = diff_texts(gold, predicted)
    right: list[str] = []
    ours: list[str] = []
    theirs: list[str] = []
    at = 0
    for kind, value in script:
        if kind == SUPERFLUOUS:
            assert isinstance(value, str)
            theirs += split_words(value)
            continue
        assert isinstance(value, int)
        words = split_words(gold[at : at + value])
        at += value
        ours += words
        if kind == RIGHT:
            right += words
            theirs += words
    if split_words(gold):
        assert at == len(gold)
    assert ours == split_words(gold)
    assert theirs == split_words(predicted)
    assert len(right) == score(gold, predicted)["words"].matched


def test_runs_are_whole() -> None:
    """Characters between words stay with the word before them."""
    gold = "One two, three. Four!"
    assert diff_texts(gold, "Menu. One two FOUR bye") == [
        (SUPERFLUOUS, "Menu."),
        (RIGHT, len("One two, ")),
        (MISSING, len("three. ")),
        (RIGHT, len("Four!")),
        (SUPERFLUOUS, "bye"),
    ]
    assert diff_texts("", "") == []
    assert diff_texts("x", "") == [(MISSING, 1)]

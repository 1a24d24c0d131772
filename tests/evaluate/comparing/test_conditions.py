"""What limits ask for."""

from __future__ import annotations

import pytest

from evaluate.comparing.conditions import find_kinds, list_limitable, parse_condition

MEASURES = ("words", "bag", "chars")


@pytest.mark.parametrize("scope", ["", "site=example.org:80: "])
def test_each_figure_that_can_have_a_limit_is_read(scope: str) -> None:
    """And written as it was read, with numbers in one form."""
    for name in list_limitable(MEASURES, whole=not scope):
        condition = parse_condition(f"{scope}{name}>=-5e-3 and {name} < .5", MEASURES)
        assert str(condition) == f"{scope}{name} >= -0.005 and {name} < 0.5"


def test_a_share_has_its_interval_and_an_f1_its_p_values_too() -> None:
    """The time of a group is not known."""
    of_groups = list_limitable(["words"], whole=False)
    aspects = {"low", "high", "worse", "same", "better"}
    assert {name for name in of_groups if name.startswith("words.recall.")} == {f"words.recall.{a}" for a in aspects}
    assert {name.split(".")[-1] for name in of_groups if name.startswith("words.f1.")} == {*aspects, "p", "p_adjusted"}
    assert list_limitable(["words"], whole=True) - of_groups == {"seconds_per_kb", "cpu_seconds_per_kb"}


def test_kinds_are_compared_by_the_first_measure_and_those_that_limits_name() -> None:
    """Also by those of single pages; conditions on all documents name no kind."""
    texts = (
        "page_type=forum: bag.f1 < 0", "page_type=forum: page.chars.f1 < 0 and failed > 0", "words.f1 < 0",
        "language=(none): failed > 0",
    )  # fmt: skip
    assert find_kinds([parse_condition(text, MEASURES) for text in texts], MEASURES) == {
        ("page_type", "forum"): ["words", "bag", "words", "chars"],
        ("language", ""): ["words"],
    }

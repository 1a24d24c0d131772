"""Which pages' templates the shipped model knows."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import numpy as np

from training.add_templates import Known, choose


def know(alike: list[tuple[int, int]], labelled: str) -> Known:
    """Five pages: two of a.org, one each of b.org, c.org and d.org; 'y' if their gold is known."""
    table = np.eye(5, dtype=np.bool_)
    for one, other in alike:
        table[one, other] = table[other, one] = True
    traces = [SimpleNamespace(labelled=mark == "y") for mark in labelled]
    return Known(cast(Any, traces), ("a.org", "a.org", "b.org", "c.org", "d.org"), table)


def test_pages_alike_to_one_of_another_site_are_chosen() -> None:
    """Two pages of one site do not make a template known, nor does a page alone."""
    assert choose(know([(0, 1), (2, 3)], "yyyyy")).tolist() == [2, 3]


def test_only_pages_with_gold_are_chosen() -> None:
    """The other page may be without."""
    assert choose(know([(2, 3)], "yynyy")).tolist() == [3]


def test_a_site_that_is_left_out_makes_no_template_known() -> None:
    """So what is known of a page's template is what would be known without its site."""
    known = know([(0, 2), (2, 3), (1, 4)], "yyyyy")
    assert choose(known).tolist() == [0, 1, 2, 3, 4]
    assert choose(known, "a.org").tolist() == [2, 3]
    assert choose(known, "c.org").tolist() == [0, 1, 2, 4]

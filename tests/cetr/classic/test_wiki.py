"""Gottron's wiki case: on a page full of links the methods of his paper lose to no extraction at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from cetr.methods import load_method
from evaluate.measures import compare
from evaluate.package import read_document
from evaluate.scoring import make_comparison


def score(name: str) -> float:
    """F1 by words on the starter package's encyclopedia page."""
    document = read_document(Path("packages/starter"), "wiki-localhost-0001")
    return compare(make_comparison(document, load_method(name)(document.html)))["words"].f1


@pytest.mark.parametrize("name", ["crunch", "bte", "dsc", "lqf-25", "lqf-50", "lqf-75"])
def test_plain_is_better_than_extraction(name: str) -> None:
    """The wiki package of the paper, section 5.6: "it seems best not to use any CE method at all"."""
    assert score("plain") > score(name)

"""The features of a page's blocks by their names."""

from __future__ import annotations

import math
from collections.abc import Mapping

import pytest

from cetr.learned import read_page
from cetr.learned.columns import Describe, name_columns, stack_columns

Features = Mapping[str, list[float]]


def name_features(describe: Describe, size: int) -> Features:
    """The features of a page of so many blocks."""
    columns = describe(slice(0, size))
    return dict(zip(name_columns(columns), stack_columns(columns).tolist(), strict=True))


def measure(html: str) -> Features:
    """The features of a page that need no model."""
    page = read_page(html)
    return name_features(page.describe, len(page.blocks))


def logs(*counts: float) -> list[float]:
    """The logarithms of counts, as features have them: 0 for 0."""
    return [math.log1p(count) for count in counts]


def assert_features(found: Features, expected: Features) -> None:
    """Some of the features are as expected, to the precision of the numbers."""
    assert {name: found[name] for name in expected} == {
        name: pytest.approx(values, rel=1e-6) for name, values in expected.items()
    }

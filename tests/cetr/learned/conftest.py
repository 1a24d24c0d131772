"""A model trained for the tests on generated pages."""

from __future__ import annotations

import pytest

from cetr.learned import Model
from cetr.learned.training import Example, Settings, fit, make_example
from tests.cetr.learned.pages import make_page

SMALL = Settings(folds=3, members=2, epochs=4, batch=64, trees=10, least_leaf=5, hidden=(16, 8))


@pytest.fixture(scope="session")
def examples() -> list[Example]:
    """Twelve sites of four pages."""
    return [make_example(*make_page(site, number), f"site{site}") for site in range(12) for number in range(4)]


@pytest.fixture(scope="session")
def small_model(examples: list[Example]) -> Model:
    """A model of those pages."""
    return fit(examples, {"data": {"generated": len(examples)}}, SMALL)[0]

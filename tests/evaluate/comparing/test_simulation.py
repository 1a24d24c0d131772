"""Intervals hold the truth, and tests raise false alarms, as often as they say: thousands of simulated comparisons."""

from __future__ import annotations

import numpy as np
import pytest

from cetr.document import Floats
from evaluate.comparing.figures import Pair, make_mean
from evaluate.comparing.testing import compare_figures
from evaluate.comparing.units import find_units

RUNS = 2000


def simulate(sizes: list[int], between: float, seed: int) -> Floats:
    """Differences without an effect on pages of sites of such sizes, shape (pages, RUNS).

    ``between`` is the share of the variance that lies between sites, the mean of which is no effect.
    """
    rng = np.random.default_rng(seed)
    place = np.repeat(np.arange(len(sizes)), sizes)
    sites, pages = rng.normal(0, 1, (len(sizes), RUNS)), rng.normal(0, 1, (len(place), RUNS))
    return 0.1 * (np.sqrt(between) * sites[place] + np.sqrt(1 - between) * pages)


def judge(sizes: list[int], between: float, *, by_site: bool = True, effect: float = 0.0) -> tuple[float, float]:
    """The share of the intervals that hold the truth, and that of the tests with p < .05."""
    changes = simulate(sizes, between, seed=len(sizes)) + effect
    sites = [f"site{i}" if by_site else "" for i, size in enumerate(sizes) for _ in range(size)]
    old = np.full(len(changes), 0.5)
    pairs = {str(i): Pair(make_mean(old), make_mean(old + change)) for i, change in enumerate(changes.T)}
    found = compare_figures(pairs, find_units(sites), pairs.keys(), resamples=999)
    held = sum(d.low <= effect <= d.high for d in found)
    return held / RUNS, sum(d.p < 0.05 for d in found) / RUNS


@pytest.mark.long
@pytest.mark.parametrize(
    ("sizes", "between"),
    [
        pytest.param([1] * 60, 0.0, id="a page of each of 60 sites"),
        pytest.param([1] * 300, 0.0, id="a page of each of 300 sites"),
        pytest.param([20] * 15, 0.0, id="15 sites of 20 independent pages"),
        pytest.param([20] * 15, 0.5, id="15 sites of 20 pages, half of the variance between sites"),
        pytest.param([20] * 10, 0.5, id="10 sites, the fewest"),
        pytest.param([5, 10, 15, 20, 30] * 6, 0.3, id="30 sites of different sizes"),
    ],
)
def test_intervals_and_tests_hold(sizes: list[int], between: float) -> None:
    """Of 95 % intervals 93 to 97 % hold the truth, and without an effect 3 to 7 % of the tests find one."""
    coverage, alarms = judge(sizes, between)
    assert 0.93 <= coverage <= 0.97
    assert 0.03 <= alarms <= 0.07


def test_independent_pages_of_unknown_sites() -> None:
    """Where no site is known and pages are independent, pages are the right unit."""
    coverage, alarms = judge([1] * 100, 0.0, by_site=False)
    assert 0.93 <= coverage <= 0.97
    assert 0.03 <= alarms <= 0.07


@pytest.mark.long
def test_pages_of_a_site_are_not_independent() -> None:
    """Taken as such, most of the tests find an effect where there is none: the simulation can tell."""
    coverage, alarms = judge([20] * 15, 0.5, by_site=False)
    assert coverage < 0.5
    assert alarms > 0.5


def test_an_effect_is_found() -> None:
    """Sites are not drawn so carefully that nothing is ever found: an effect of one deviation nearly always is."""
    coverage, found = judge([20] * 15, 0.5, effect=0.1)
    assert 0.93 <= coverage <= 0.97
    assert found > 0.9

"""Which processes end when browsers take too much memory."""

from __future__ import annotations

from annotate.memory import choose_victims

KINDS = {1: "browser", 2: "gpu-process", 3: "renderer", 4: "renderer"}
TAKEN = {1: 900, 2: 800, 3: 10, 4: 20}


def test_the_largest_page_goes_first_and_the_browser_last() -> None:
    """In between, the browser has time to free what the page held."""
    assert [choose_victims(KINDS, TAKEN, over) for over in range(1, 7)] == [[4], [], [], [], [1], [1]]


def test_a_browser_whose_page_has_gone_has_time_too() -> None:
    """Its process for graphics frees textures some time after the page has crashed."""
    kinds = {1: "browser", 2: "gpu-process"}
    assert [choose_victims(kinds, TAKEN, over) for over in range(1, 6)] == [[], [], [], [], [1]]

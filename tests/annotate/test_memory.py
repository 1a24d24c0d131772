"""Which processes end when browsers take too much memory."""

from __future__ import annotations

import subprocess
import sys
import time

import pytest

from annotate.memory import MOST, choose_victims, limiting_browsers

KINDS = {1: "browser", 2: "gpu-process", 3: "renderer", 4: "renderer"}
TAKEN = {1: 900, 2: 800, 3: 10, 4: 20}


def test_the_largest_page_goes_first_and_the_browser_last() -> None:
    """In between, the browser has time to free what the page held."""
    assert [choose_victims(KINDS, TAKEN, over) for over in range(1, 7)] == [[4], [], [], [], [1], [1]]


def test_a_browser_whose_page_has_gone_has_time_too() -> None:
    """Its process for graphics frees textures some time after the page has crashed."""
    kinds = {1: "browser", 2: "gpu-process"}
    assert [choose_victims(kinds, TAKEN, over) for over in range(1, 6)] == [[], [], [], [], [1]]


@pytest.mark.skipif(sys.platform != "linux", reason="only on Linux is anything limited")
def test_a_process_for_pages_that_starts_late_is_limited_too() -> None:
    """A browser that has just started may not have all of its processes yet."""
    from resource import RLIMIT_DATA, prlimit

    with (
        limiting_browsers(),
        subprocess.Popen([sys.executable, "-c", "input()", "--type=renderer"], stdin=subprocess.PIPE) as late,
    ):
        end = time.monotonic() + 60
        while prlimit(late.pid, RLIMIT_DATA)[0] != MOST and time.monotonic() < end:
            time.sleep(0.05)
        assert prlimit(late.pid, RLIMIT_DATA) == (MOST, MOST)

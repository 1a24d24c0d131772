"""Limits on the time and memory of a block, where tests of commands do not show them."""

from __future__ import annotations

import signal

from cetr.console import Limits, bounding


def test_a_block_in_a_block_leaves_the_time_of_the_outer_one() -> None:
    """It ends as soon as if there were no other one."""
    with bounding(Limits(timeout=1000)):
        with bounding(Limits(timeout=2000)):
            pass
        left, _ = signal.getitimer(signal.ITIMER_REAL)
    assert 0 < left <= 1000
    assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)

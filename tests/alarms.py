"""What takes too long, in tests that do not wait until it has."""

from __future__ import annotations

import signal
import time


def take_too_long() -> None:
    """Go on for good, after the time that is allowed for it has been cut to almost nothing; fails if none is."""
    assert signal.getitimer(signal.ITIMER_REAL)[0] > 0, "no alarm is set"
    signal.setitimer(signal.ITIMER_REAL, 0.01)
    while True:  # an alarm that comes just before a sleep begins does not end that sleep
        time.sleep(0.1)

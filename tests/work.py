"""The work of a call, in numbers that no clock and no other process changes."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager


def count_calls(call: Callable[[], object]) -> int:
    """How many functions a call enters and leaves, those in C too."""
    calls = 0

    def count(*_: object) -> None:
        nonlocal calls
        calls += 1

    sys.setprofile(count)
    try:
        call()
    finally:
        sys.setprofile(None)
    return calls


@contextmanager
def taking_at_most(seconds: float) -> Iterator[None]:
    """Fail when the block takes more of the processor's time, of which a busy machine takes none away."""

    def fail(*_: object) -> None:
        raise AssertionError(f"takes more than {seconds:g} s")

    before = signal.signal(signal.SIGPROF, fail)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)

"""The work of a call, in numbers that no clock and no other process changes."""

from __future__ import annotations

import sys
from collections.abc import Callable


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

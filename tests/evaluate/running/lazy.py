"""An extractor that takes long at its first call."""

from __future__ import annotations

import time
from functools import cache


@cache
def _load() -> str:
    """Take twenty seconds, by the clock of this process."""
    clock = time.perf_counter
    time.perf_counter = lambda: clock() + 20
    return "loaded"


def lazy(html: str) -> str:
    """The page, once all is loaded."""
    return html if _load() else ""

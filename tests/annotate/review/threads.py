"""Running things beside the session's browser, which keeps an event loop in the main thread."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

T = TypeVar("T")


def run_beside(call: Callable[[], T]) -> T:
    """Call a function in a thread of its own."""
    with ThreadPoolExecutor(1) as threads:
        return threads.submit(call).result()


def run_async(work: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine in a thread of its own, for four minutes at most."""
    return run_beside(lambda: asyncio.run(asyncio.wait_for(work, 240)))

"""One thread for small matrices: on all cores, as BLAS does by default, they take longer and starve other processes."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from threading import RLock
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from threadpoolctl import ThreadpoolController


_TURN = RLock()
"""Held in such a block: of several threads, the last to leave it would restore what the first had set."""


@contextmanager
def on_one_thread() -> Iterator[None]:
    """Limit the process's BLAS libraries to one thread while a block or a function runs, one at a time."""
    with _TURN, _find_libraries().limit(limits=1, user_api="blas"):
        yield


@lru_cache(maxsize=1)
def _find_libraries() -> ThreadpoolController:
    from threadpoolctl import ThreadpoolController

    # The copy of a process must not wait for a thread that it does not have.
    os.register_at_fork(before=_TURN.acquire, after_in_parent=_TURN.release, after_in_child=_TURN.release)
    # Searching for the libraries takes longer than a page's matrices. NumPy's library is loaded once this room is
    # imported.
    return ThreadpoolController()

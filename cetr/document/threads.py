"""One thread for small matrices: spread over all cores, as BLAS does by itself, they take longer, and starve others."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from threadpoolctl import ThreadpoolController


@contextmanager
def on_one_thread() -> Iterator[None]:
    """A block, or a function, in which the process's BLAS libraries use one thread; behind it, as many as before."""
    with _find_libraries().limit(limits=1, user_api="blas"):
        yield


@lru_cache(maxsize=1)
def _find_libraries() -> ThreadpoolController:
    from threadpoolctl import ThreadpoolController

    # Looking for the libraries takes longer than a page's matrices; NumPy's is there once this room is imported.
    return ThreadpoolController()

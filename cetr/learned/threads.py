"""One thread for small matrices: spread over all cores, as BLAS does by itself, they take longer, and starve others."""

from __future__ import annotations

from contextlib import AbstractContextManager
from functools import lru_cache

from threadpoolctl import ThreadpoolController


def on_one_thread() -> AbstractContextManager[object]:
    """A block in which the process's BLAS libraries use one thread; behind it, as many as before."""
    limited: AbstractContextManager[object] = _find_libraries().limit(limits=1, user_api="blas")
    return limited


@lru_cache(maxsize=1)
def _find_libraries() -> ThreadpoolController:
    # Looking for the libraries takes longer than a page's matrices; NumPy's is there once this room is imported.
    return ThreadpoolController()

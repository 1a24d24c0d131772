"""One thread for small matrices: on all cores, as BLAS does by default, they take longer and starve other processes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from threadpoolctl import ThreadpoolController


@contextmanager
def on_one_thread() -> Iterator[None]:
    """Limit the process's BLAS libraries to one thread in a block or a function, and restore their number
    afterwards.
    """
    with _find_libraries().limit(limits=1, user_api="blas"):
        yield


@lru_cache(maxsize=1)
def _find_libraries() -> ThreadpoolController:
    from threadpoolctl import ThreadpoolController

    # Searching for the libraries takes longer than a page's matrices. NumPy's library is loaded once this room is
    # imported.
    return ThreadpoolController()

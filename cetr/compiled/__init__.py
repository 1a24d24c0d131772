"""Loops over the characters of a page, compiled from Cython, for the two steps that take NumPy longest.

`lexing` cuts a document into tokens, and `lines` into lines. NumPy does the same, with equal results, if they are not
there, because no compiler was at hand when the package was installed, or if the environment variable
``CETR_GOLD_COMPILED`` is 0. `IN_USE` says which; modules choose by it when they are imported.
"""

from __future__ import annotations

import os


def _are_usable() -> bool:
    if os.environ.get("CETR_GOLD_COMPILED") == "0":
        return False
    try:
        from cetr.compiled import lexing, lines  # noqa: F401
    except ImportError:
        return False
    return True


IN_USE = _are_usable()
"""Whether this process uses the compiled loops."""

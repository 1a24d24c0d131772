"""Loops compiled from Cython, for the steps that take NumPy and Python longest.

`lexing` cuts a document into tokens, `lines` cuts it into lines, `attributes` reads the attributes of tags, `texts`
counts the characters of texts and hashes their words, and `descent` leads blocks down decision trees.

NumPy does the same, with equal results, in three cases: there was no compiler when the package was installed, the loops
were compiled for another version of the code around them, or the environment variable ``CETR_GOLD_COMPILED`` is 0.
`IN_USE` says which; modules choose by it when they are imported.
"""

from __future__ import annotations

import os
from importlib import import_module

NAMES = ("attributes", "descent", "lexing", "lines", "texts")
INTERFACE = 6
"""What the code around the loops expects of them. Raise this number, here and in ``interface.pxi``, with every change
of what a loop takes or gives: modules that were compiled before are then left alone.
"""


def _are_usable() -> bool:
    if os.environ.get("CETR_GOLD_COMPILED") == "0":
        return False
    try:
        modules = [import_module(f"cetr.compiled.{name}") for name in NAMES]
    except ImportError:
        return False
    return all(getattr(module, "INTERFACE", None) == INTERFACE for module in modules)


IN_USE = _are_usable()
"""Whether this process uses the compiled loops."""

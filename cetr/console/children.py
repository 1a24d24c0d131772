"""Starting Python processes of our own: what lies in the folder one works in is never imported by them.

``python -m`` and ``python -c``, as which `multiprocessing` starts its processes, look for modules there first, and a
dataset is such a folder. A process that is started by `python_command`, or while `starting_safely`, has a safe path
(https://docs.python.org/3/using/cmdline.html#cmdoption-P).
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

_VARIABLE, _OURS = "PYTHONSAFEPATH", "cetr-gold"
"""Any value does; by ours it is known that nobody else has set it."""


def python_command(module: str) -> list[str]:
    """The command that runs a module of ours."""
    return [sys.executable, "-P", "-m", module]


@contextmanager
def starting_safely() -> Iterator[None]:
    """Every Python process that is started in the block has a safe path, whoever starts it."""
    with_one = _VARIABLE in os.environ
    os.environ.setdefault(_VARIABLE, _OURS)
    try:
        yield
    finally:
        if not with_one:
            forget_safe_path()


def forget_safe_path() -> None:
    """From here on processes are started as the user has set it up."""
    if os.environ.get(_VARIABLE) == _OURS:
        del os.environ[_VARIABLE]


def foreign_environment() -> dict[str, str]:
    """The environment for programs of others, which may well need what lies beside them."""
    return {name: value for name, value in os.environ.items() if (name, value) != (_VARIABLE, _OURS)}

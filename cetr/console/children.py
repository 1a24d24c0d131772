"""Start Python processes of our own that never import modules from the current folder.

``python -m`` and ``python -c``, which `multiprocessing` uses too, look for modules in the current folder first, and
that folder may be a data set from a stranger. A process started with `python_command`, or inside `starting_safely`, has
a safe path (https://docs.python.org/3/using/cmdline.html#cmdoption-P).
"""

from __future__ import annotations

import fcntl
import os
import select
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

_VARIABLE, _OURS = "PYTHONSAFEPATH", "cetr-gold"
"""Any value works; this one shows that we set it."""


def python_command(module: str) -> list[str]:
    """Return the command that runs one of our modules."""
    return [sys.executable, "-P", "-m", module]


@contextmanager
def starting_safely() -> Iterator[None]:
    """Give every Python process that is started in the block a safe path, whoever starts it."""
    with_one = _VARIABLE in os.environ
    os.environ.setdefault(_VARIABLE, _OURS)
    try:
        yield
    finally:
        if not with_one:
            forget_safe_path()


def forget_safe_path() -> None:
    """Start processes from now on as the user has set them up."""
    if os.environ.get(_VARIABLE) == _OURS:
        del os.environ[_VARIABLE]


def foreign_environment() -> dict[str, str]:
    """The environment for other programs, which may need what lies in the current folder."""
    return {name: value for name, value in os.environ.items() if (name, value) != (_VARIABLE, _OURS)}


def describe_end(code: int) -> str:
    """Say how a process has ended, by its exit code, which is negative if a signal ended it."""
    if code >= 0:
        return f"ended with exit code {code}"
    name = next((known.name for known in signal.Signals if known == -code), f"signal {-code}")
    return f"was ended by {name}" + (" (perhaps out of memory)" if name == "SIGKILL" else "")


def end_with(line: int, *, group: bool = False) -> None:
    """End this process, or its whole ``group``, once the other end of a pipe closes, as it does when its owner ends.

    Nothing may come through the pipe. On Linux it is the system that ends the process, even where compiled code holds
    the interpreter's lock; elsewhere it is a thread.
    """
    whom = -os.getpgid(0) if group else os.getpid()
    if hasattr(fcntl, "F_SETSIG"):
        fcntl.fcntl(line, fcntl.F_SETOWN, whom)
        fcntl.fcntl(line, fcntl.F_SETSIG, signal.SIGKILL)
        fcntl.fcntl(line, fcntl.F_SETFL, fcntl.fcntl(line, fcntl.F_GETFL) | os.O_ASYNC)
        if select.select([line], [], [], 0)[0]:
            os.kill(whom, signal.SIGKILL)
    else:
        threading.Thread(target=_await_end, args=(line, whom), daemon=True).start()


def _await_end(line: int, whom: int) -> None:
    os.read(line, 1)
    os.kill(whom, signal.SIGKILL)

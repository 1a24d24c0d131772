"""A function in a program of its own, which daemons can start, too: Dask's workers may not use `multiprocessing`."""

from __future__ import annotations

import os
import pickle
import subprocess
from collections.abc import Callable
from typing import TypeVar, cast

from cetr.console.children import python_command
from cetr.console.errors import InputError

T = TypeVar("T")


def run_apart(function: Callable[..., T], *arguments: object) -> T:
    """The result of a picklable function in a process that ends with this one; what it raises is raised.

    If the process dies, perhaps because something else took the memory, a second one starts over. Raises `InputError`
    if that dies too.
    """
    task = pickle.dumps((function, arguments))
    answer = _ask(task)
    if answer is None:
        answer = _ask(task)
    if answer is None:
        raise InputError("the process that worked on it died twice, perhaps for lack of memory")
    result, error = pickle.loads(answer)
    if error is not None:
        raise error
    return cast("T", result)


def _ask(task: bytes) -> bytes | None:
    """The answer of a process, or None if it died."""
    line, held = os.pipe()
    try:
        with subprocess.Popen(
            [*python_command("cetr.console.answering"), str(line)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            pass_fds=(line,),
        ) as process:
            answer, _ = process.communicate(task)
    finally:
        os.close(line)
        os.close(held)
    return None if process.returncode else answer

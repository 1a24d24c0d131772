"""Processes that answer several threads, one question each at a time."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from multiprocessing import active_children
from queue import LifoQueue
from threading import Lock
from typing import Generic, ParamSpec, Self, TypeVar

from cetr.console.errors import InputError, describe_error
from cetr.console.limits import Limits, bounding
from cetr.console.parallel import SafePool, submit
from cetr.console.waking import waking

P = ParamSpec("P")
R = TypeVar("R")


class Workers(Generic[P, R]):
    """At most ``most`` processes that call a picklable function, each call within limits. They start when needed.

    A call that hangs or dies costs its own process only, and the next call gets a new one.
    """

    def __init__(self, function: Callable[P, R], limits: Limits, most: int) -> None:
        self._work = partial(_call_within, limits, function)
        self._limits = limits
        # Last in, first out: who has loaded a model already goes first.
        self._idle: LifoQueue[ProcessPoolExecutor | None] = LifoQueue()
        for _ in range(most):
            self._idle.put(None)
        self._starting = Lock()

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        """Call the function. Raises `InputError` that says why if it fails, breaks a limit or dies."""
        worker = self._idle.get()
        try:
            with self._starting:  # starting a process changes the environment of all threads
                worker = worker or SafePool(1)
                future = submit(worker, self._work, (args, kwargs))
            with waking():
                result, failure = future.result()
        except BrokenProcessPool as error:
            assert worker is not None
            worker.shutdown()
            worker = None
            raise InputError(
                f"its process died, or took more than {self._limits.timeout:g} s in compiled code"
            ) from error
        finally:
            self._idle.put(worker)
        if failure:
            raise InputError(failure)
        return result  # type: ignore[return-value]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """End the worker processes of this program, even those that hang, which it would wait for as it ends."""
        for process in active_children():
            process.kill()


def _call_within(
    limits: Limits, function: Callable[..., R], arguments: tuple[tuple[object, ...], dict[str, object]]
) -> tuple[R | None, str]:
    """The result of a call, or why there is none."""
    positional, named = arguments
    try:
        with bounding(limits):
            return function(*positional, **named), ""
    except Exception as error:  # noqa: BLE001  # whatever it raises is the answer
        return None, describe_error(error)

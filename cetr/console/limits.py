"""Limits on the time and memory of one page, so that a hostile page fails alone."""

from __future__ import annotations

import faulthandler
import os
import resource
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import parent_process
from types import FrameType

from cetr.console.errors import InputError, describe_error

_GRACE = 5.0
"""Seconds after which a process of ours ends if it is still in compiled code, which does not react to alarms."""

_SOON = 1e-6
"""The least time for which an alarm can be set."""

_AGAIN = 1.0
"""Seconds after which an alarm comes again. What it raises is lost where an extractor catches everything, and in a
destructor.
"""


@dataclass(frozen=True)
class Limits:
    """How many seconds and megabytes (of writable memory) a page may take."""

    timeout: float = 60.0
    memory: int = 4000


class LimitError(InputError):
    """A page took more than it may; the message says what."""


class _TooSlowError(BaseException):
    """The time is over. Not an `Exception`, which an extractor may catch and ignore."""


@contextmanager
def bounding(limits: Limits) -> Iterator[None]:
    """Limit the time and memory of a block: raises `LimitError`, also when the time of a block around it is over.

    Raises another `InputError` for what is no `Exception`, as `sys.exit` and panics of Rust raise it. If compiled code
    hangs, the worker process ends. In a thread, such as that of a Dask worker with its own limits, nothing is bounded.
    """
    with _leaving_alarm():
        try:
            with _holding(limits):
                yield
        except MemoryError as error:
            raise LimitError(f"took more than {limits.memory} MB of memory") from error
        except _TooSlowError as error:
            raise LimitError(f"took more than {limits.timeout:g} s") from error


@contextmanager
def _leaving_alarm() -> Iterator[None]:
    """Let an alarm that is set, for a block around this one or by others, come at its time, or after this block."""
    left, interval = signal.getitimer(signal.ITIMER_REAL)
    end = time.monotonic() + left
    try:
        yield
    finally:
        if _is_main():
            signal.setitimer(signal.ITIMER_REAL, max(end - time.monotonic(), _SOON) if left else 0, interval)


def _is_main() -> bool:
    return threading.current_thread() is threading.main_thread()


@contextmanager
def _holding(limits: Limits) -> Iterator[None]:
    if not _is_main():
        yield
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_DATA)
    wanted = limits.memory * 1_000_000
    before = signal.signal(signal.SIGALRM, _end)
    left, _ = signal.getitimer(signal.ITIMER_REAL)  # of a block around this one
    signal.setitimer(signal.ITIMER_REAL, min(limits.timeout, left or limits.timeout), _AGAIN)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    in_worker = parent_process() is not None
    if in_worker:
        faulthandler.dump_traceback_later(limits.timeout + _GRACE, exit=True, file=nowhere)
    # Last, because the thread of the watchdog needs memory too.
    resource.setrlimit(resource.RLIMIT_DATA, (wanted if hard == resource.RLIM_INFINITY else min(wanted, hard), hard))
    try:
        yield
    except (Exception, _TooSlowError):
        raise
    except BaseException as error:
        if isinstance(error, KeyboardInterrupt) and not in_worker:
            raise  # workers get no Ctrl-C
        raise InputError(describe_error(error)) from error
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        if in_worker:
            faulthandler.cancel_dump_traceback_later()
        os.close(nowhere)
        resource.setrlimit(resource.RLIMIT_DATA, (soft, hard))


@contextmanager
def refusing_beyond(limits: Limits, what: str) -> Iterator[None]:
    """`bounding` for work that cannot go on without this block: a broken limit raises `InputError` that names
    ``what``.
    """
    try:
        with bounding(limits):
            yield
    except LimitError as error:
        raise InputError(f"{what}: {error}") from error


def _end(signum: int, frame: FrameType | None) -> None:
    raise _TooSlowError

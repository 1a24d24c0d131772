"""Work on many documents in several processes, in order, with few of them in memory."""

from __future__ import annotations

import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import partial
from multiprocessing import active_children, parent_process
from multiprocessing.context import SpawnContext, SpawnProcess
from typing import TYPE_CHECKING, Any, TypeVar

from cetr.console.children import end_with, forget_safe_path, starting_safely
from cetr.console.errors import InputError
from cetr.console.installing import name_install
from cetr.console.limits import LimitError, Limits, bounding
from cetr.console.waking import waking

if TYPE_CHECKING:
    from distributed import Client

CONNECT_SECONDS = 10.0
"""How long the scheduler of a cluster may take to answer."""

_PATIENCE = 2.0
"""For how many seconds processes may go on with what they are at when nobody wants it any more."""

T = TypeVar("T")
R = TypeVar("R")


def count_cores() -> int:
    """Count the cores that this process may use, or all of them where the system does not tell, as on macOS."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def map_bounded(
    function: Callable[[T], R], items: Iterable[T], jobs: int, on_death: Callable[[T], R] | None = None
) -> Iterator[R]:
    """Apply a picklable function to items; yields the results in order, with at most four items per process under way.

    If a process dies, the items that were under way are tried again, each in a process of its own. If that one dies
    too, ``on_death`` gives the result. Without ``on_death``, `InputError` is raised, and 1 job works in this process,
    as 0 jobs always do.
    """
    if jobs < (1 if on_death else 2):
        yield from map(function, items)
        return
    with waking():
        yield from _map_in_processes(function, items, jobs, on_death)


def _map_in_processes(
    function: Callable[[T], R], items: Iterable[T], jobs: int, on_death: Callable[[T], R] | None
) -> Iterator[R]:
    pool = SafePool(jobs)
    under_way: deque[tuple[T, Future[R]]] = deque()

    def take() -> R:
        item, future = under_way.popleft()
        try:
            return future.result()
        except BrokenProcessPool as error:
            if on_death is None:
                raise InputError(
                    "a worker process died, perhaps for lack of memory; run the command again with --jobs 1"
                ) from error
            return run_alone(function, item, on_death)

    try:
        for item in items:
            try:
                future = submit(pool, function, item)
            except BrokenProcessPool:
                pool.shutdown()
                pool = SafePool(jobs)
                future = submit(pool, function, item)
            under_way.append((item, future))
            if len(under_way) >= 4 * jobs:
                yield take()
        while under_way:
            yield take()
    except BaseException:
        pool.give_up()
        raise
    pool.shutdown()


def map_within(
    limits: Limits, function: Callable[[T], R], items: Iterable[T], jobs: int, on_failure: Callable[[T, str], R]
) -> Iterator[R]:
    """`map_bounded` with a limit of time and memory for each item.

    Where an item breaks a limit, or its process dies, its result is what ``on_failure`` says of the item and of why.
    Both functions must be picklable. One job is done in this process, where nothing interrupts compiled code.
    """
    work = partial(_do_within, limits, function, on_failure)
    return map_bounded(work, items, jobs if jobs > 1 else 0, partial(_give_up, on_failure))


def _do_within(limits: Limits, function: Callable[[T], R], on_failure: Callable[[T, str], R], item: T) -> R:
    try:
        with bounding(limits):
            return function(item)
    except LimitError as error:
        return on_failure(item, str(error))


def _give_up(on_failure: Callable[[T, str], R], item: T) -> R:
    return on_failure(item, "its process died, perhaps for lack of memory")


def run_alone(function: Callable[[T], R], item: T, on_death: Callable[[T], R]) -> R:
    """Call a picklable function in a process of its own; ``on_death`` gives the result if that process dies."""
    with waking(), SafePool(1) as pool:
        try:
            return submit(pool, function, item).result()
        except BrokenProcessPool:
            return on_death(item)


class SafePool(ProcessPoolExecutor):
    """Processes that import nothing from the current folder and end with this one."""

    def __init__(self, jobs: int) -> None:
        self._context = _Context()
        # Forked processes would inherit locks of the threads that libraries start.
        with starting_safely(), _delaying_interrupts():
            super().__init__(jobs, mp_context=self._context, initializer=_follow_parent)

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        self.shutdown() if kind is None else self.give_up()

    def give_up(self) -> None:
        """End the processes, even those that are still at something after `_PATIENCE`, or when Ctrl-C comes again."""
        timer = threading.Timer(_PATIENCE, self._kill)
        timer.daemon = True
        timer.start()
        try:
            self.shutdown(cancel_futures=True)
        finally:
            timer.cancel()
            self._kill()
            self.shutdown()

    def _kill(self) -> None:
        for worker in set(self._context.workers) & set(active_children()):
            worker.kill()


def submit(pool: ProcessPoolExecutor, function: Callable[[T], R], item: T) -> Future[R]:
    """Give a pool an item; a process that starts for it imports nothing from the current folder either."""
    with starting_safely(), _delaying_interrupts():
        return pool.submit(function, item)


@contextmanager
def _delaying_interrupts() -> Iterator[None]:
    """Let Ctrl-C wait for the end of the block. A pool that starts a process does not survive it, nor does a process
    that starts, so Ctrl-C does not reach processes that start in the block.
    """
    in_main = threading.current_thread() is threading.main_thread()  # nobody else has a handler
    held: list[int] = []
    handler = signal.signal(signal.SIGINT, lambda number, _: held.append(number)) if in_main else None
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        if in_main:
            signal.signal(signal.SIGINT, handler)
        if held:
            signal.raise_signal(held[0])  # SIGTERM comes as an interrupt, too


def connect_cluster(address: str) -> Client:
    """Connect to a Dask scheduler (``tcp://HOST:PORT``). Raises `InputError` if it, or Dask, is missing."""
    try:
        from distributed import Client
    except ImportError as error:
        raise InputError(f"--cluster needs distributed: {name_install('cluster')}") from error
    try:
        return Client(address, timeout=CONNECT_SECONDS)  # type: ignore[no-untyped-call]
    except (OSError, ValueError) as error:
        raise InputError(f"--cluster {address}: no Dask scheduler answers there") from error


def _follow_parent() -> None:
    """Leave Ctrl-C to the parent process and end with it, because nobody else tells a worker to end."""
    forget_safe_path()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    parent = parent_process()
    assert parent is not None
    end_with(parent.sentinel)


class _Process(SpawnProcess):
    """A worker that ends with its work, where an extractor has left threads that Python would wait for without end."""

    def run(self) -> None:
        super().run()
        if any(not thread.daemon and thread is not threading.main_thread() for thread in threading.enumerate()):
            os._exit(0)


class _Context(SpawnContext):
    """Starts workers, and knows them."""

    def __init__(self) -> None:
        self.workers: list[SpawnProcess] = []

    def Process(self, *args: Any, **kwargs: Any) -> SpawnProcess:  # type: ignore[override]  # noqa: N802
        self.workers.append(_Process(*args, **kwargs))
        return self.workers[-1]

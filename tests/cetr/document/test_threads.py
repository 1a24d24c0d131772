from __future__ import annotations

import multiprocessing
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from threadpoolctl import threadpool_info, threadpool_limits

from cetr.document import on_one_thread
from cetr.learned import load_model, network, suggest


def count_threads() -> set[int]:
    """The number of threads of NumPy's BLAS library; other tests may have loaded that of SciPy since."""
    return {library["num_threads"] for library in threadpool_info() if "numpy" in library["filepath"]}


def test_a_page_is_scored_on_one_thread_and_the_callers_setting_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the caller has set, small matrices are multiplied on one thread, and the setting holds afterwards."""
    inside: list[set[int]] = []

    class Watched:
        """The block, with a look at the threads in it."""

        def __enter__(self) -> None:
            self.block = on_one_thread()
            self.block.__enter__()
            inside.append(count_threads())

        def __exit__(self, *_: object) -> None:
            self.block.__exit__(None, None, None)

    monkeypatch.setattr(network, "on_one_thread", Watched)
    model = load_model()
    with threadpool_limits(2, user_api="blas"):
        suggest("<p>It rains and pours.</p>", model)
        assert (inside, count_threads()) == ([{1}], {2})


def test_the_callers_setting_stays_though_threads_overlap() -> None:
    """Threads that are in such blocks all the time leave no limit behind, nor do they lift that of another."""

    def look(_: int) -> set[int]:
        with on_one_thread():
            time.sleep(0.0001)
            return count_threads()

    before = count_threads()
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(look, range(200))) == [{1}] * 200
    assert count_threads() == before


def test_a_copy_of_the_process_does_not_wait_for_threads_that_it_lacks() -> None:
    """Forked while a thread is in such a block, it can extract."""
    entered = threading.Event()

    def stay() -> None:
        with on_one_thread():
            entered.set()
            time.sleep(0.2)

    thread = threading.Thread(target=stay)
    thread.start()
    entered.wait()
    child = multiprocessing.get_context("fork").Process(target=suggest, args=("<p>It rains.</p>", load_model()))
    child.start()
    child.join(60)
    child.kill()  # else the tests would wait for it as they end
    assert child.exitcode == 0
    thread.join()

from __future__ import annotations

import pytest
from threadpoolctl import threadpool_info, threadpool_limits

from cetr.document import on_one_thread
from cetr.learned import load_model, network, suggest


def count_threads() -> set[int]:
    """The numbers of threads of the BLAS libraries that are loaded."""
    return {library["num_threads"] for library in threadpool_info() if library["user_api"] == "blas"}


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

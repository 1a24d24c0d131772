"""Limits on the time and memory of a block, where tests of commands do not show them."""

from __future__ import annotations

import signal
import threading
import time
from contextlib import suppress
from unittest.mock import patch

import pytest

from cetr.console import LimitError, Limits, bounding, map_bounded


def test_a_block_in_a_block_leaves_the_time_of_the_outer_one() -> None:
    """It ends as soon as if there were no other one."""
    with bounding(Limits(timeout=1000)):
        _, interval = signal.getitimer(signal.ITIMER_REAL)
        with bounding(Limits(timeout=2000)):
            assert signal.getitimer(signal.ITIMER_REAL)[0] <= 1000
            time.sleep(0.01)
        left, again = signal.getitimer(signal.ITIMER_REAL)
    assert 0 < left <= 1000 - 0.01
    assert again == interval > 0
    assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)
    assert signal.getsignal(signal.SIGALRM) == signal.SIG_DFL


def test_an_inner_block_does_not_prolong_the_outer_one() -> None:
    """Any number of them take no more time than it has."""
    with pytest.raises(LimitError, match=r"^took more than 0\.05 s$"), bounding(Limits(timeout=0.05)):
        for _ in range(100):
            with suppress(LimitError), bounding(Limits(timeout=0.02)):
                time.sleep(1)


def test_who_catches_everything_is_ended_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """The alarm comes again."""
    monkeypatch.setattr("cetr.console.limits._AGAIN", 0.1)
    with pytest.raises(LimitError, match=r"^took more than 0\.01 s$"), bounding(Limits(timeout=0.01)):
        with suppress(BaseException):  # as foreign code does
            time.sleep(60)
        time.sleep(60)
    assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)


def test_an_alarm_of_others_comes_as_often_as_they_have_asked() -> None:
    """Once, if they have asked for one."""
    signal.setitimer(signal.ITIMER_REAL, 1000)
    try:
        with bounding(Limits()):
            pass
        left, interval = signal.getitimer(signal.ITIMER_REAL)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
    assert 0 < left <= 1000
    assert interval == 0


def test_a_block_in_a_thread_sets_no_alarm() -> None:
    """It may last longer than the block of the main thread, after which an alarm would end the process."""
    begun, ended = threading.Event(), threading.Event()

    def work() -> None:
        with bounding(Limits()):
            begun.set()
            ended.wait()

    thread = threading.Thread(target=work)
    with bounding(Limits(timeout=1000)):
        thread.start()
        begun.wait()
    ended.set()
    thread.join()
    assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)


def end_by(error: type[BaseException]) -> str:
    """What ends a block in which an error is raised: its class."""
    try:
        with bounding(Limits()):
            raise error
    except BaseException as raised:  # noqa: BLE001  # all of them are asked for
        return type(raised).__name__


def test_ctrl_c_ends_more_than_a_block() -> None:
    """But workers get none: what seems to be one is of an extractor, as is a wish to end the process."""
    assert [end_by(error) for error in (ValueError, SystemExit, KeyboardInterrupt)] == [
        "ValueError", "InputError", "KeyboardInterrupt"
    ]  # fmt: skip
    assert list(map_bounded(end_by, [SystemExit, KeyboardInterrupt], 1, repr)) == ["InputError"] * 2


def count_watchdogs(_: object) -> tuple[int, int]:
    """How many watchdogs a block sets, and how many it takes away."""
    watching = patch("faulthandler.dump_traceback_later"), patch("faulthandler.cancel_dump_traceback_later")
    with watching[0] as begin, watching[1] as end, bounding(Limits()):
        pass
    return begin.call_count, end.call_count


def test_a_block_takes_away_its_own_watchdog_alone() -> None:
    """Only a worker process has one, which would end it later; that of this process is of others, such as the tests."""
    assert list(map_bounded(count_watchdogs, [0], 1, lambda _: (-1, -1))) == [(1, 1)]
    assert count_watchdogs(0) == (0, 0)

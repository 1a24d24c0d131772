"""Work in several processes."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from cetr.console import InputError, Limits, count_cores, map_bounded, map_within
from tests.alarms import take_too_long
from tests.processes import ending, inheriting_interrupts


def double(number: int) -> int:
    """Twice a number; at 13 the process dies."""
    if number == 13:
        os._exit(1)
    return 2 * number


def test_results_come_in_order() -> None:
    """With one process and with several, of more items than may be under way."""
    for jobs in (1, 2):
        assert list(map_bounded(double, range(13), jobs)) == list(range(0, 26, 2))


def test_a_dead_process_is_an_error_of_one_line() -> None:
    """It says what may be the matter and what to do."""
    with pytest.raises(InputError, match="a worker process died, perhaps for lack of memory"):
        list(map_bounded(double, range(20), 2))


def test_an_item_that_kills_its_process_costs_itself() -> None:
    """With one process, too, where it is said what its result is."""
    assert list(map_bounded(double, [12, 13, 14], 1, lambda number: -number)) == [24, -13, 28]


def leave_thread(path: Path) -> int:
    """Start a thread that goes on for long and writes a file at its end."""
    threading.Thread(target=lambda: (time.sleep(20), path.touch())).start()
    return 1


def test_nobody_waits_for_a_thread_that_an_item_has_left(tmp_path: Path) -> None:
    """The process ends when its work is done, not when the thread is."""
    assert list(map_bounded(leave_thread, [tmp_path / "late"] * 2, 2)) == [1, 1]
    assert not (tmp_path / "late").exists()


def misbehave(number: int) -> int:
    """Sleep at 1, whatever is raised meanwhile, take too much memory at 2, die at 3."""
    if number == 1:
        try:
            take_too_long()
        except Exception:  # noqa: BLE001  # as foreign code does
            return 0
    if number == 2:
        return len(bytes(2 * 10**9))
    if number == 3:
        os._exit(1)
    return number


def tell(number: int, why: str) -> str:
    """Why there is no result."""
    return f"{number} {why}"


def test_limits_hold_for_each_item() -> None:
    """What breaks one costs itself, in this process and in others; what kills its process can only do so there."""
    limits = Limits(600, 1500)
    told = ["1 took more than 600 s", "2 took more than 1500 MB of memory"]
    assert list(map_within(limits, misbehave, [1, 2, 4], 1, tell)) == [*told, 4]
    died = "3 its process died, perhaps for lack of memory"
    assert list(map_within(limits, misbehave, [1, 2, 3, 4], 2, tell)) == [*told, died, 4]


def test_cores_are_counted_where_the_system_does_not_tell(monkeypatch: pytest.MonkeyPatch) -> None:
    """On such systems, as on macOS, all cores count."""
    assert 1 <= count_cores() <= (os.cpu_count() or 1)
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    assert count_cores() == (os.cpu_count() or 1)


def test_no_process_outlives_a_parent_that_is_killed() -> None:
    """Its standard output, which the others have, too, comes to its end."""
    script = (
        "import time\n"
        "from cetr.console.parallel import map_bounded\n"
        "from tests.cetr.console.test_parallel import double\n"
        "for number in map_bounded(double, iter(lambda: 4, 5), 2): print(number, flush=True); time.sleep(1000)"
    )
    with ending(subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE)) as parent:
        assert parent.stdout is not None
        assert parent.stdout.readline() == b"8\n"
        parent.kill()
        assert parent.communicate(timeout=60) == (b"", None)


@pytest.mark.parametrize("interrupt", ["os.killpg(0, signal.SIGINT)", "os.kill(os.getpid(), signal.SIGINT)"])
def test_an_interrupt_ends_processes_that_start(interrupt: str) -> None:
    """They print nothing, and nobody waits long for what they are at, whether the terminal tells them, too, or not."""
    script = (
        "import os, signal, time\n"
        "from cetr.console import map_bounded\n"
        "def items():\n"
        "    yield 1000\n"
        "    yield 1000\n"
        "    time.sleep(0.1)\n"
        f"    {interrupt}\n"
        "    yield 1000\n"
        "try:\n"
        "    list(map_bounded(time.sleep, items(), 2))\n"
        "except KeyboardInterrupt:\n"
        "    print('interrupted')\n"
    )
    command = [sys.executable, "-c", script]
    with inheriting_interrupts():
        parent = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)
    with ending(parent):
        assert parent.communicate(timeout=60) == (b"interrupted\n", b"")

"""Functions in programs of their own."""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from cetr.console import InputError
from cetr.console.apart import run_apart
from tests.processes import ending, wait_for_end


def end_badly(file: str, times: int) -> str:
    """End the process without a word, so many times; each leaves a letter in a file."""
    with Path(file).open("a", encoding="ascii") as letters:
        letters.write("x")
    if Path(file).stat().st_size <= times:
        os._exit(3)
    return "done"


def hold_the_lock(file: str) -> None:
    """Say which process this is, and hold the interpreter's lock for good, as compiled code can."""
    Path(file).write_text(str(os.getpid()), encoding="ascii")
    ctypes.PyDLL(None).sleep(1000)


@pytest.mark.long
def test_a_function_in_a_program_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """Its result comes back, and what it raises; what it prints does not get into the answer. It may die once."""
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[3]))
    assert run_apart(divmod, 7, 2) == (3, 1)
    assert run_apart(print, "words") is None
    assert capfd.readouterr() == ("", "words\n")
    with pytest.raises(ZeroDivisionError):
        run_apart(divmod, 7, 0)
    assert run_apart(end_badly, str(tmp_path / "once"), 1) == "done"
    with pytest.raises(InputError, match="died twice, perhaps for lack of memory"):
        run_apart(end_badly, str(tmp_path / "twice"), 2)
    assert (tmp_path / "twice").read_text() == "xx"


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a thread waits, which the lock holds up")
def test_a_program_that_holds_the_lock_ends_with_the_one_that_started_it(tmp_path: Path) -> None:
    """Though none of its threads can run any more when that is killed."""
    told = tmp_path / "pid"
    code = f"from cetr.console import run_apart; from {__name__} import hold_the_lock as f; run_apart(f, {str(told)!r})"
    environment = os.environ | {"PYTHONPATH": str(Path(__file__).parents[3])}
    with ending(subprocess.Popen([sys.executable, "-c", code], env=environment)) as parent:
        while not (told.exists() and told.read_text(encoding="ascii")):
            assert parent.poll() is None
            time.sleep(0.02)
        parent.send_signal(signal.SIGKILL)
    wait_for_end(int(told.read_text(encoding="ascii")))

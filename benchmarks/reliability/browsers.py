"""Killing the browser of a command: it ends soon, in words for people, and goes on when it is run again."""

from __future__ import annotations

import os
import shutil
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from benchmarks.memory import list_descendants
from benchmarks.reliability.killing import Command, copy_folder, go_on, prepare_base, run_calmly, run_to_end
from benchmarks.reliability.outcome import Outcome, Trial
from benchmarks.reliability.settings import Running
from benchmarks.reliability.starting import COMPLAINED, wait_until
from benchmarks.reliability.whole import find_faults, find_lost, keep

_LONGEST = 120.0
"""Seconds after which a command that has lost its browser should have ended, on any machine."""


def kill_browser(command: Command) -> Callable[[Trial], Outcome]:
    """The scenario that kills the browser of a command."""

    def run(trial: Trial) -> Outcome:
        with command.setting() as setting:
            base = prepare_base(command, setting, trial.work)
            calm = run_calmly(command.line, command.made, setting, copy_folder(base, trial.work / "calm"))
            faults: list[str] = []
            early = 0
            for _ in range(trial.times):
                folder = copy_folder(base, trial.work / "killed")
                kept = keep(folder)
                running = setting.start(command.line, folder)
                faults += _end_browser(running, trial.draw.uniform(0, calm.lasting - calm.first))
                early += bool(running.returncode)
                faults += find_misstatements(running.returncode, (folder / COMPLAINED).read_text("utf-8", "replace"))
                faults += [*find_lost(kept), *find_faults(folder)]
                faults += run_to_end(go_on(command, folder), command.made, setting, folder, calm)
                shutil.rmtree(folder)
            if 2 * early < trial.times:
                faults.append(f"only {early} of {trial.times} kills came before the end: this shows nothing")
        what = f"{command.what}, its browser killed"
        return Outcome(what, trial.times, f"{early} times before its end", tuple(faults))

    return run


def _end_browser(running: Running, seconds: float) -> list[str]:
    """Kill the browser of a command some seconds after its start; what is wrong if the command goes on for long."""
    if not wait_until(lambda: bool(find_browsers(running)), _LONGEST):
        raise SystemExit(f"{running.args!r}: starts no browser")
    time.sleep(seconds)
    for browser in find_browsers(running):
        with suppress(ProcessLookupError):
            os.kill(browser, signal.SIGKILL)
    if wait_until(lambda: running.poll() is not None, _LONGEST):
        return []
    running.kill()
    running.wait()
    return [f"still ran {_LONGEST:g} s after its browser was killed"]


def find_browsers(running: Running) -> list[int]:
    """The browsers that a command has started, without the processes that these start for pages and devices."""
    found = []
    for process in list_descendants(running.pid):
        with suppress(OSError):
            words = Path(f"/proc/{process}/cmdline").read_bytes()
            if b"--remote-debugging-pipe" in words and b"--type=" not in words:
                found.append(process)
    return found


def find_misstatements(code: int, said: str) -> list[str]:
    """What a command says wrongly, or leaves out, of the end of its browser."""
    wrong = [f"exit code {code}: {said[-300:]}"] if code not in (0, 2, 3) else []
    if code and "the browser has ended" not in said and "does not start" not in said:
        wrong.append(f"exit code {code}, and no word of the browser: {said[-300:]}")
    return [*wrong, *(f"says '{words}'" for words in ("Traceback", "internal error") if words in said)]

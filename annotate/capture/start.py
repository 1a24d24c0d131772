"""Start a capture quickly: import what a session needs while the browser's driver starts."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor, wait
from importlib import import_module

from annotate.browser import start_driver
from annotate.capture.request import Request
from cetr.console import InputError


def start_capture(request: Request) -> int:
    """Capture pages as `annotate.capture.command.run_capture` does."""
    _check(request)
    with ThreadPoolExecutor(1) as aside:
        loading = aside.submit(import_module, "annotate.capture.command")
        with start_driver() as driver:
            wait([loading])  # of an import that fails there, Python would give this thread what it had left
            from annotate.capture.command import run_capture

            return run_capture(request, driver)


def _check(request: Request) -> None:
    """Refuse options that contradict each other."""
    if request.headless and request.drop and not request.select:
        raise InputError("--drop: unmarks elements inside --select; add --select CSS")
    persons = {
        "--hold": request.hold,
        "--keys": request.keys,
        "--method": request.method,
        "--suggest": request.suggest == "auto",
    }
    if request.headless and (idle := [name for name, given in persons.items() if given]):
        raise InputError(f"{' and '.join(idle)}: cannot be used with --headless, which opens no window")

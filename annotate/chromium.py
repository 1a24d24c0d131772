"""Find the program of a Chromium."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable
from pathlib import Path

from playwright.sync_api import Playwright

from cetr.console import InputError

VARIABLE = "CETR_GOLD_BROWSER"
"""The environment variable that names the browser's program."""

_COMMANDS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "microsoft-edge")
_SHELLS = ("chromium-headless-shell", "chrome-headless-shell")
_PLACES = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
)


def find_installed(*, headless: bool = False) -> Path | None:
    """Find an installed Chrome or Chromium, or None.

    If nobody looks, the headless shell of the same browser, if it is installed, takes less processor time.
    """
    if headless and (shell := find_shell()) is not None:
        return shell
    return _find_program(_COMMANDS) or next((Path(place) for place in _PLACES if Path(place).exists()), None)


def find_shell() -> Path | None:
    """Find an installed headless shell, or None."""
    return _find_program(_SHELLS)


def _find_program(names: Iterable[str]) -> Path | None:
    return next((Path(found) for name in names if (found := shutil.which(name))), None)


def find_browser(playwright: Playwright, wanted: Path | None = None, *, headless: bool = False) -> Path:
    """Find the browser to use: the given one, that of the environment, Playwright's own, an installed one."""
    named = wanted or (Path(value) if (value := os.environ.get(VARIABLE)) else None)
    if named is not None:
        program = shutil.which(named)
        if program is None:
            origin = "--browser" if wanted else VARIABLE
            raise InputError(f"{origin}: {named}: is not a program; name the program of a Chromium, or leave it out")
        return Path(program)
    own = Path(playwright.chromium.executable_path)
    if own.exists():
        return own
    installed = find_installed(headless=headless)
    if installed is None:
        raise InputError("no Chromium or Chrome found; run 'annotate install-browser'")
    return installed

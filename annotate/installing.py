"""Install a Chromium where there is none."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import sync_playwright

from annotate.browser import is_root
from annotate.chromium import VARIABLE, find_installed, find_shell
from cetr.console import InputError, python_command


def install_browser(say: Callable[[str], None], *, headless: bool = False) -> str:
    """Make sure that a browser is installed, and return which one.

    Tries Playwright's own download, then, on Debian and Ubuntu as root, the distribution's packages. With ``headless``
    it also tries to install the headless shell from these packages, and returns that if it is there.
    """
    program = _install_browser(say)
    if not headless or os.environ.get(VARIABLE):
        return program
    if find_shell() is None and _may_use_apt():
        _use_apt(say, _SHELL)
    return str(find_shell() or program)


def _install_browser(say: Callable[[str], None]) -> str:
    named = os.environ.get(VARIABLE)
    if named and (program := shutil.which(named)):
        return program
    if found := find_installed():
        return str(found)
    with sync_playwright() as playwright:
        own = Path(playwright.chromium.executable_path)
    if own.exists():
        return str(own)
    say("fetching Playwright's Chromium")
    arguments = [*python_command("playwright"), "install", "chromium"]
    if _may_use_apt():
        arguments.insert(-1, "--with-deps")
    # Its progress is shown, and of its stack traces the first line that says why.
    fetched = subprocess.run(arguments, stdout=sys.stderr, stderr=subprocess.PIPE, text=True, check=False)
    if fetched.returncode == 0 and own.exists():
        return str(own)
    reason = next((line for line in fetched.stderr.splitlines() if "rror:" in line), "it is not where it should be")
    say(f"that failed: {reason.removeprefix('Error: ')}")
    if _may_use_apt():
        _use_apt(say, "chromium", _SHELL)
        if found := find_installed():
            return str(found)
    raise InputError(
        "no browser could be installed; install Chromium or Chrome with the package manager of your system, or name its"
        f" program in {VARIABLE}"
    )


_SHELL = "chromium-headless-shell"


def _may_use_apt() -> bool:
    return is_root() and shutil.which("apt-get") is not None


def _use_apt(say: Callable[[str], None], *packages: str) -> None:
    """Try to install packages, each by itself, because not every distribution has both."""
    say(f"installing the distribution's {' and '.join(packages)}")
    installs = [["install", "-y", "--no-install-recommends", package] for package in packages]
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    for arguments in (["update"], *installs):
        subprocess.run(["apt-get", *arguments], stdout=sys.stderr, check=False, env=environment)

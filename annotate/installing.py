"""Install a Chromium where there is none."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import sync_playwright

from annotate.browser import VARIABLE, find_installed, is_root
from cetr.console import InputError, python_command


def install_browser(say: Callable[[str], None]) -> str:
    """Make sure that a browser is installed, and return which one.

    Tries Playwright's own download, then, on Debian and Ubuntu as root, the distribution's packages.
    """
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
    may_use_apt = is_root() and shutil.which("apt-get")
    if may_use_apt:
        arguments.insert(-1, "--with-deps")
    # Its progress is shown, and of its stack traces the first line that says why.
    fetched = subprocess.run(arguments, stdout=sys.stderr, stderr=subprocess.PIPE, text=True, check=False)
    if fetched.returncode == 0 and own.exists():
        return str(own)
    reason = next((line for line in fetched.stderr.splitlines() if "rror:" in line), "it is not where it should be")
    say(f"that failed: {reason.removeprefix('Error: ')}")
    if may_use_apt:
        say("installing the distribution's packages chromium and chromium-headless-shell")
        install = ["install", "-y", "--no-install-recommends"]
        for arguments in (["update"], [*install, "chromium"], [*install, "chromium-headless-shell"]):
            subprocess.run(
                ["apt-get", *arguments],
                stdout=sys.stderr,
                check=False,
                env=os.environ | {"DEBIAN_FRONTEND": "noninteractive"},
            )
        if found := find_installed():
            return str(found)
    raise InputError(
        "no browser could be installed; install Chromium or Chrome with the package manager of your system, or name its"
        f" program in {VARIABLE}"
    )

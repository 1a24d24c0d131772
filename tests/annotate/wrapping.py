"""A browser whose process is known, so that a test can end it, or that of Playwright, which leads the browser."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

_FIND = """
from annotate.chromium import find_browser
from playwright.sync_api import sync_playwright
with sync_playwright() as playwright:
    print(find_browser(playwright))
"""


def wrap_browser(folder: Path) -> tuple[Path, Path]:
    """A program that becomes the browser, and the file in which it has left the number of its process."""
    # Beside the tests' own driver no other one can be started here.
    program = subprocess.run([sys.executable, "-c", _FIND], capture_output=True, text=True, check=True).stdout.strip()
    wrapper, number = folder / "browser", folder / "number"
    wrapper.write_text(f'#!/bin/sh\necho $$ > "{number}"\nexec "{program}" "$@"\n')
    wrapper.chmod(0o755)
    return wrapper, number


def find_driver(command: int) -> int:
    """The number of Playwright's process, of a command's."""
    listing = ["ps", "-axww", "-o", "pid=", "-o", "ppid=", "-o", "args="]
    listed = subprocess.run(listing, capture_output=True, text=True, check=True).stdout
    processes = [line.split(None, 2) for line in listed.splitlines()]
    return next(int(p) for p, parent, said in processes if int(parent) == command and "run-driver" in said)

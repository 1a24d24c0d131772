"""Commands whose output nobody reads any more."""

from __future__ import annotations

import os
import subprocess
import sys


def run_unread(*arguments: str) -> tuple[int, str]:
    """Exit code and standard error of a command (its module, then arguments) whose standard output has no reader."""
    reader, writer = os.pipe()
    os.close(reader)
    try:
        done = subprocess.run([sys.executable, "-m", *arguments], stdout=writer, stderr=subprocess.PIPE, text=True)
    finally:
        os.close(writer)
    return done.returncode, done.stderr

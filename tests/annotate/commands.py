"""Running the command as its users do."""

from __future__ import annotations

import os
import subprocess
import sys


def run_annotate(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the command in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "annotate", *arguments],
        capture_output=True,
        text=True,
        env=os.environ | environment,
        timeout=240,
    )

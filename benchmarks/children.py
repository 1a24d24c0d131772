"""Start modules of this checkout so that they import nothing from the current folder, as commands do.

Benchmarks and training are no part of the installation, so their children need the checkout's folder on the path. A
pool of processes is `cetr.console.parallel.SafePool`.
"""

from __future__ import annotations

import os
from pathlib import Path

from cetr.console import python_command

_CHECKOUT = Path(__file__).resolve().parents[1]


def benchmark_command(module: str) -> list[str]:
    """Return the command that runs a module of `benchmarks`, in the environment of `own_environment`."""
    return python_command(f"benchmarks.{module}")


def own_environment() -> dict[str, str]:
    """The environment in which Python finds the checkout wherever it is started."""
    path = os.pathsep.join(filter(None, (str(_CHECKOUT), os.environ.get("PYTHONPATH"))))
    return os.environ | {"PYTHONPATH": path}

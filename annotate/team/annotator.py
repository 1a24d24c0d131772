"""Who decides, where a command is not told."""

from __future__ import annotations

import getpass
import os

VARIABLE = "CETR_GOLD_ANNOTATOR"
"""The environment variable that names the annotator."""


def default_annotator() -> str | None:
    """The name in `VARIABLE`, or else the system's name of the user; None where it has none, as in containers."""
    if name := os.environ.get(VARIABLE):
        return name
    try:
        return getpass.getuser()
    except (ImportError, KeyError, OSError):
        return None

"""The annotator's name if a command does not give it."""

from __future__ import annotations

import getpass
import os

VARIABLE = "CETR_GOLD_ANNOTATOR"
"""The environment variable that names the annotator."""


def default_annotator() -> str | None:
    """Return the name in `VARIABLE`, or else the system's user name; None if it has none, as in containers."""
    if name := os.environ.get(VARIABLE):
        return name
    try:
        return getpass.getuser()
    except (ImportError, KeyError, OSError):
        return None

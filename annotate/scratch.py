"""A folder for what a browser needs while it runs. Whoever is killed cannot remove it: who comes next does."""

from __future__ import annotations

import fcntl
import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

PREFIX = "cetr-gold-"
_LOCK = "lock"
_YOUNG = 60
"""Seconds in which a folder may not have its lock yet."""


@contextmanager
def open_scratch() -> Iterator[Path]:
    """A new folder, for this user alone, that is removed in the end; those of programs that were killed go, too."""
    _remove_abandoned(Path(tempfile.gettempdir()))
    with tempfile.TemporaryDirectory(prefix=PREFIX, ignore_cleanup_errors=True) as made:
        folder = Path(made)
        with (folder / _LOCK).open("wb") as lock:  # it goes with the process
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield folder


def _remove_abandoned(place: Path) -> None:
    for folder in place.glob(f"{PREFIX}*"):
        with suppress(OSError):  # it is somebody else's, in use, or gone
            facts = folder.lstat()
            if facts.st_uid != os.geteuid() or time.time() - facts.st_mtime < _YOUNG:
                continue
            with (folder / _LOCK).open("rb") as lock:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                shutil.rmtree(folder, ignore_errors=True)

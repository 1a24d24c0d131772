"""A temporary folder. A killed program cannot remove it, so the next one does."""

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
"""For how many seconds a new folder may be without its lock."""


@contextmanager
def open_scratch() -> Iterator[Path]:
    """Make a folder for this user alone, and remove it at the end, with those of programs that were killed."""
    _remove_abandoned(Path(tempfile.gettempdir()))
    with tempfile.TemporaryDirectory(prefix=PREFIX, ignore_cleanup_errors=True) as made:
        folder = Path(made)
        with (folder / _LOCK).open("wb") as lock:  # it ends with the process
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield folder


def _remove_abandoned(place: Path) -> None:
    for folder in place.glob(f"{PREFIX}*"):
        with suppress(OSError):  # it belongs to somebody else, is in use, or is gone
            facts = folder.lstat()
            if facts.st_uid != os.geteuid() or time.time() - facts.st_mtime < _YOUNG:
                continue
            with (folder / _LOCK).open("rb") as lock:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                shutil.rmtree(folder, ignore_errors=True)

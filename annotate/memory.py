"""Limit the memory that the pages of a browser may take."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

MOST = 4 << 30
"""The most bytes that a process for pages may write to. A page that asks for more fails or crashes."""


def limit_pages(most: int = MOST) -> None:
    """Limit the page processes of all browsers that this process has started, including those they start later.

    Only possible on Linux; elsewhere this does nothing.
    """
    try:
        from resource import RLIMIT_DATA, prlimit
    except ImportError:
        return
    for process in _walk(os.getpid()):
        with suppress(OSError, ValueError):  # it has ended, or we may not limit it
            kinds = (process / "cmdline").read_bytes().replace(b"\0", b" ").split()
            if b"--type=zygote" in kinds or b"--type=renderer" in kinds:
                prlimit(int(process.name), RLIMIT_DATA, (most, most))


def _walk(number: int) -> Iterator[Path]:
    process = Path("/proc", str(number))
    with suppress(OSError):
        for thread in (process / "task").iterdir():
            for child in (thread / "children").read_text().split():
                yield Path("/proc", child)
                yield from _walk(int(child))

"""Limit the memory that a browser and its pages may take. Only on Linux; elsewhere nothing is limited."""

from __future__ import annotations

import os
import re
import signal
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Event, Thread

MOST = 4 << 30
"""The most bytes that a process for pages may write to. A page that asks for more fails or crashes."""

MOST_TOGETHER = 8 << 30
"""The most bytes of memory that all processes of our browsers may take together."""

_EVERY = 0.5
"""Seconds from one look to the next."""
_PATIENCE = 4
"""How many looks a browser gets to free what the killed page held, which takes long on a busy machine."""


@contextmanager
def limiting_browsers(most: int | None = None) -> Iterator[None]:
    """Limit what the browsers of this process take while the block runs.

    Each process for pages gets `MOST`. A page can also fill the memory of the browser's own processes, for example with
    blobs and textures, which no limit of the page's process stops. If all browsers together take more than ``most``
    bytes (default: `MOST_TOGETHER`, or three quarters of the machine's memory if that is less), the largest page
    process is killed. If that does not help, the browser is killed.
    """
    if sys.platform != "linux":
        yield
        return
    _limit_pages(_list_browsers())
    most = most or min(MOST_TOGETHER, os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 4 * 3)
    ended = Event()
    watching = Thread(target=_watch, args=(most, ended), daemon=True)
    watching.start()
    try:
        yield
    finally:
        ended.set()
        watching.join()


def _watch(most: int, ended: Event) -> None:
    over = 0
    while not ended.wait(_EVERY):
        browsers = _list_browsers()
        _limit_pages(browsers)  # a process may have come since, or not have shown its kind at the first look
        # What is resident counts what is shared for each process: quick to read, and never less.
        if sum(map(_measure_resident, browsers)) <= most:
            over = 0
            continue
        taken = {process: _measure(process) for process in browsers}
        if sum(taken.values()) <= most:
            over = 0
            continue
        over += 1
        for victim in choose_victims(browsers, taken, over):
            with suppress(OSError):
                os.kill(victim, signal.SIGKILL)


def _limit_pages(kinds: Mapping[int, str]) -> None:
    """Limit the processes for pages, and with them those that they start."""
    from resource import RLIMIT_DATA, prlimit

    for process, kind in kinds.items():
        if kind in ("zygote", "renderer"):
            with suppress(OSError, ValueError):  # it has ended, or we may not limit it
                prlimit(process, RLIMIT_DATA, (MOST, MOST))


def choose_victims(kinds: Mapping[int, str], taken: Mapping[int, int], over: int) -> list[int]:
    """Choose the processes to kill when the browsers take too much for the ``over``-th look in a row.

    ``kinds`` and ``taken``, in bytes, are those of all processes. First, the largest page process goes. The browsers
    follow once they have had time to free what it held, also if no page is left by then.
    """
    pages = [process for process, kind in kinds.items() if kind == "renderer"]
    if over == 1 and pages:
        return [max(pages, key=lambda process: taken[process])]
    return [process for process, kind in kinds.items() if kind == "browser"] if over > _PATIENCE else []


def _list_browsers() -> Mapping[int, str]:
    """List the processes of the browsers that this process has started, each with its kind: browser, renderer, ..."""
    found = {}
    for process in _walk(os.getpid()):
        with suppress(OSError):  # it has ended
            words = Path(f"/proc/{process}/cmdline").read_bytes().replace(b"\0", b" ").split()
            kind = next((word[7:].decode() for word in words if word.startswith(b"--type=")), "")
            if not kind and any(word.startswith(b"--remote-debugging-") for word in words):
                kind = "browser"
            if kind:
                found[process] = kind
    return found


def _measure_resident(process: int) -> int:
    with suppress(OSError):
        return int(Path(f"/proc/{process}/statm").read_bytes().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    return 0


def _measure(process: int) -> int:
    """Measure the memory of a process in bytes; of what it shares with others, its part."""
    with suppress(OSError):
        if match := re.search(rb"^Pss:\s+(\d+) kB", Path(f"/proc/{process}/smaps_rollup").read_bytes(), re.MULTILINE):
            return int(match[1]) * 1024
    return _measure_resident(process)


def _walk(number: int) -> Iterator[int]:
    """List the descendants of a process. One whose parent's thread ends meanwhile may come at the next look only."""
    with suppress(OSError):
        for thread in Path(f"/proc/{number}/task").iterdir():
            with suppress(OSError):
                for child in map(int, (thread / "children").read_text().split()):
                    yield child
                    yield from _walk(child)

"""The program: reads what to show from standard input until that ends, and writes what a person does to standard
output.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread

import msgspec
from playwright.sync_api import BrowserContext
from playwright.sync_api import Error as PlaywrightError

from annotate.browser import NoScreenError, open_browser
from annotate.window.messages import Deed, Look
from annotate.window.page import PageWindow, close_empty_windows, open_quiet_context
from cetr.console import InputError

PAUSE_SECONDS = 0.03
"""How long the browser works between two checks of the input."""

Looks = SimpleQueue[Look | None]


def show_pages(context: BrowserContext, looks: Looks, tell: Callable[[Deed], None]) -> None:
    """Show each item of the input until None comes, or the window is closed."""
    assert context.browser is not None
    window: PageWindow | None = None
    while window is None or not window.closed:
        look = _take_last(looks, wait=window is None)
        if look is None:
            return
        if look:
            first = window is None
            window = window or PageWindow(open_quiet_context(context.browser), tell)
            window.show(look)
            if first:
                close_empty_windows(context.browser)
        assert window is not None
        window.tab.pause(PAUSE_SECONDS)
        window.listen()


def _take_last(looks: Looks, *, wait: bool) -> Look | tuple[()] | None:
    """Return the last item that has come; () if there is none, None if there will be no more."""
    last: Look | tuple[()] | None = ()
    front = False
    with suppress(Empty):
        while last is not None:
            last = looks.get(block=wait and last == ())
            front |= last is not None and last.front
    return msgspec.structs.replace(last, front=front) if last else last


def _read_looks(looks: Looks) -> None:
    # At the end of the program nobody waits for this thread, so it must not hold the lock of sys.stdin then.
    for line in os.fdopen(os.dup(0), "rb"):
        looks.put(msgspec.json.decode(line, type=Look))
    looks.put(None)


def _tell(deed: Deed) -> None:
    sys.stdout.buffer.write(msgspec.json.encode(deed) + b"\n")
    sys.stdout.buffer.flush()


def main() -> int:
    """Show pages; returns 2, with one line on standard error, if that is impossible."""
    looks: Looks = SimpleQueue()
    Thread(target=_read_looks, args=(looks,), daemon=True).start()
    program = Path(sys.argv[1]) if len(sys.argv) > 1 else None
    try:
        with open_browser(program, headless=False, viewport=None) as context:
            try:
                show_pages(context, looks, _tell)
            except PlaywrightError as error:
                if "has been closed" not in str(error):
                    raise
    except NoScreenError:
        print("there is no screen for a browser window", file=sys.stderr)
        return 2
    except (InputError, PlaywrightError) as error:
        print(str(error).splitlines()[0], file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())

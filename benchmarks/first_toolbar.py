"""How long a person waits from ``annotate capture URL`` to the first toolbar, seen on the screen from outside.

python -m benchmarks.first_toolbar [--rounds 5] [--megabytes 0.05]

Needs an X screen, such as that of ``xvfb-run -a -s "-screen 0 1400x1000x24"``. The clock starts with the process. Each
round also starts the bare browser with a new profile and a page of the same size, until this is on the screen.
"""

from __future__ import annotations

import argparse
import ctypes
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median

from playwright.sync_api import sync_playwright

from annotate.browser import is_root
from annotate.chromium import find_browser
from benchmarks.capture import make_page, serve

STRONG = "#1d5fbf"
"""The colour of the toolbar's largest button, ``--strong`` in toolbar.css."""
SAVE_BUTTON = bytes.fromhex(STRONG[1:])[::-1]
"""The same as it lies in memory."""

_EVERY = 0.02
_LONGEST = 120.0
_Z_PIXMAP = 2


class _Image(ctypes.Structure):
    _fields_ = [  # the beginning of XImage, in Xlib.h
        ("width", ctypes.c_int),
        ("height", ctypes.c_int),
        ("xoffset", ctypes.c_int),
        ("format", ctypes.c_int),
        ("data", ctypes.POINTER(ctypes.c_char)),
        ("byte_order", ctypes.c_int),
        ("bitmap_unit", ctypes.c_int),
        ("bitmap_bit_order", ctypes.c_int),
        ("bitmap_pad", ctypes.c_int),
        ("depth", ctypes.c_int),
        ("bytes_per_line", ctypes.c_int),
    ]


@contextmanager
def watch_screen() -> Iterator[Callable[[bytes], bool]]:
    """Yield a function that says whether the lower half of the screen shows a colour (blue, green, red)."""
    x = ctypes.CDLL("libX11.so.6")
    x.XOpenDisplay.restype = x.XDestroyImage.restype = ctypes.c_void_p
    x.XDefaultRootWindow.restype = ctypes.c_ulong
    x.XGetImage.restype = ctypes.POINTER(_Image)
    display = ctypes.c_void_p(x.XOpenDisplay(None))
    if not display:
        raise SystemExit("there is no screen; run under xvfb-run")
    root = ctypes.c_ulong(x.XDefaultRootWindow(display))
    width, height = x.XDisplayWidth(display, 0), x.XDisplayHeight(display, 0)
    everything = ctypes.c_ulong(0xFFFFFFFF)

    def shows(colour: bytes) -> bool:
        image = x.XGetImage(display, root, 0, height // 2, width, height - height // 2, everything, _Z_PIXMAP)
        try:
            seen = ctypes.string_at(image.contents.data, image.contents.bytes_per_line * image.contents.height)
        finally:
            x.XDestroyImage(image)
        return colour in seen

    try:
        yield shows
    finally:
        x.XCloseDisplay(display)


def time_first(url: str, folder: Path, shows: Callable[[bytes], bool]) -> float:
    """Seconds from the start of the command to its toolbar on the screen."""
    command = [str(Path(sys.executable).with_name("annotate")), "capture", url, "-p", str(folder), "--select", "main"]
    return _time_until_shown(command, shows)


def time_bare(browser: Path, url: str, profile: Path, shows: Callable[[bytes], bool]) -> float:
    """Seconds from the start of the browser alone to its page on the screen, which has the colour of the button."""
    options = [f"--user-data-dir={profile}", "--no-first-run", *(["--no-sandbox"] if is_root() else [])]
    return _time_until_shown([str(browser), *options, url], shows)


def _time_until_shown(command: list[str], shows: Callable[[bytes], bool]) -> float:
    start = time.perf_counter()
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        while not shows(SAVE_BUTTON):
            if process.poll() is not None or time.perf_counter() - start > _LONGEST:
                raise SystemExit(f"nothing came: {' '.join(command)}")
            time.sleep(_EVERY)
        taken = time.perf_counter() - start
        process.send_signal(signal.SIGINT)
    while shows(SAVE_BUTTON):
        time.sleep(_EVERY)
    return taken


def main() -> None:
    """Print the median and the least of some rounds."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--megabytes", type=float, default=0.05, help="size of the page")
    arguments = parser.parse_args()
    page = make_page(arguments.megabytes)
    coloured = page.replace(b"<body>", f"<body style='background: {STRONG}'>".encode())
    toolbars, bare = [], []
    with ExitStack() as stack:
        site = stack.enter_context(serve({"/page.html": page, "/coloured.html": coloured}))
        shows = stack.enter_context(watch_screen())
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        browser = find_browser(stack.enter_context(sync_playwright()), None, headless=False)
        for i in range(arguments.rounds):
            toolbars.append(time_first(f"{site}/page.html", folder / f"gold-{i}", shows))
            bare.append(time_bare(browser, f"{site}/coloured.html", folder / f"profile-{i}", shows))
    print("seconds until it is on the screen: median (least)")
    for name, times in (("first toolbar", toolbars), ("bare browser", bare)):
        print(name, f"{median(times):.2f} ({min(times):.2f})", *(f"{one:.2f}" for one in times), sep="\t")
    print("ratio", f"{median(toolbars) / median(bare):.2f}", sep="\t")


if __name__ == "__main__":
    main()

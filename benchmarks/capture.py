"""How long capturing takes: freeze to files on disk by size, overhead over a bare load, a long queue.

And, in a window, how long a person waits for the toolbar of the first page, and from Enter to that of the next one.

python -m benchmarks.capture [--sizes 0.1,1,10,30] [--rounds 3] [--queue 200] [--turns 30] [--think 4] [--ahead 2]
"""

from __future__ import annotations

import argparse
import os
import random
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import median

from playwright.sync_api import BrowserContext

from annotate.browser import open_browser
from annotate.capture.cli import capture as capture_command
from annotate.capture.freeze import freeze
from annotate.capture.loading import load
from annotate.capture.model import Saved
from annotate.capture.opening import open_tab
from annotate.capture.request import Request
from annotate.capture.save import Choice, check_document, look_up, save_document
from annotate.capture.selection import select_elements
from annotate.capture.session import Session
from annotate.capture.settings import Settings
from annotate.capture.tab import Limits
from annotate.capture.unattended import capture_page
from annotate.capture.views import begin_layout, take_screenshot
from annotate.capture.working import Run, work_through
from annotate.queue.arrival import find_none
from annotate.queue.options import gather_options
from annotate.queue.planning import Plan
from annotate.queue.politeness import Pace, Politeness
from benchmarks.memory import read_memory, read_tree
from cetr.document import lex
from evaluate.package import attach_files
from evaluate.package.files import LAYOUT, SCREENSHOT

LIMITS = Limits(settle=0, timeout=120, size=100_000_000)


def make_page(megabytes: float, seed: int = 1) -> bytes:
    """A page of about this size: paragraphs of an article, each with links, between navigation and comments."""
    draw = random.Random(seed)
    words = ["".join(draw.choices("abcdefghijklmnopqrstuvwxyz", k=draw.randint(2, 10))) for _ in range(5000)]
    parts = ['<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Benchmark</title></head><body><main>']
    size = 0
    while size < megabytes * 1e6:
        text = " ".join(draw.choices(words, k=60))
        link = f'<a href="/{size}">{text[:40]}</a>'
        part = f'<div class="box"><p class="text" data-n="{size}">{text} &amp; {link} <b>é 🍞</b></p></div>\n'
        parts.append(part)
        size += len(part)
    return ("".join(parts) + "</main><footer>Imprint</footer></body></html>").encode()


@contextmanager
def serve(pages: dict[str, bytes]) -> Iterator[str]:
    """A server for these pages; yields its address."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            body = pages.get(self.path.partition("?")[0], b"")
            self.send_response(200 if body else 404)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            with suppress(ConnectionError):  # whoever asked has been killed
                self.wfile.write(body)

        def log_message(self, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


def time_freeze(context: BrowserContext, url: str, folder: Path) -> dict[str, float]:
    """Seconds from "freeze" to the end of each step, as `capture_page` takes them, with one fragment marked.

    ``save`` is the step from Save to the document on disk alone, which a person waits for.
    """
    tab = open_tab(context, LIMITS)
    load(tab, url, LIMITS)
    tab.world.peek("new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")  # a page is frozen at rest
    times: dict[str, float] = {}
    lex("")  # forgets the tokens of the same page in the round before
    start = time.perf_counter()
    frozen = freeze(tab, LIMITS, layout=False, screenshot=False)
    times["freeze"] = time.perf_counter() - start
    spans = select_elements(tab.world, frozen, ["main"], []).spans
    pressed = time.perf_counter()
    checked = check_document(frozen, Choice(spans), look_up(tab.world, spans))
    saved = save_document(folder, checked)
    times["save"] = time.perf_counter() - pressed
    times["saved"] = time.perf_counter() - start
    attach_files(folder, saved.name, {LAYOUT: begin_layout(tab.world)()})
    times["layout"] = time.perf_counter() - start
    picture = take_screenshot(tab)
    assert picture is not None
    attach_files(folder, saved.name, {SCREENSHOT: picture})
    times["picture"] = time.perf_counter() - start
    tab.page.close()
    return times


def time_bare(context: BrowserContext, url: str) -> tuple[float, float]:
    """Seconds of a bare ``page.goto`` and ``page.content()``, and of a second ``page.content()`` alone.

    The latter is what no tool can do without: the browser writes the HTML, and it comes over to Python.
    """
    start = time.perf_counter()
    page = context.new_page()
    page.goto(url, timeout=1000 * LIMITS.timeout)
    page.content()
    taken = time.perf_counter() - start
    start = time.perf_counter()
    page.content()
    content = time.perf_counter() - start
    page.close()
    return taken, content


def time_capture(context: BrowserContext, url: str) -> float:
    """Seconds of loading and serialising a page, without picture and layout, as far as a bare load goes."""
    start = time.perf_counter()
    tab = open_tab(context, LIMITS)
    load(tab, url, LIMITS)
    freeze(tab, LIMITS, layout=False, screenshot=False)
    taken = time.perf_counter() - start
    tab.page.close()
    return taken


class Worker(Session):
    """A person who looks at each page for a while, and saves it as it is marked."""

    def __init__(self, context: BrowserContext, folder: Path, settings: Settings, think: float) -> None:
        super().__init__(context, folder, settings)
        self.think = think
        self.came = 0.0
        self.pressed = 0.0
        self.waited: list[float] = []
        self.at = ""

    def wait(self, limit: float | None = None) -> Saved | None:
        """What a person does next."""
        if self.page.url != self.at:
            self.at, self.came = self.page.url, time.perf_counter()
            self.waited.append(self.came - self.pressed)
        elif time.perf_counter() - self.came > self.think:
            self.pressed = time.perf_counter()
            self.page.keyboard.press("Enter")
        return super().wait(limit)


def time_turns(site: str, folder: Path, turns: int, think: float, ahead: int) -> list[float]:
    """Seconds from the command's start to the first toolbar, and from each Enter to the toolbar of the next page."""
    urls = [f"{site}/{'large' if i % 5 == 4 else 'small'}.html?{i}" for i in range(turns)]
    request = Request(**gather_options(capture_command.make_context("capture", [*urls, "-p", str(folder)]).params))
    start = time.perf_counter()
    with open_browser(headless=False, viewport=None) as context:
        worker = Worker(context, folder, Settings(select=("main",)), think)
        worker.pressed = start
        plan = Plan(tuple((url, None) for url in urls), find_none)
        work_through(Run(request, worker.settings, plan, Politeness(None, Pace(0), 0), context, worker, depth=ahead))
    return worker.waited


def spread(seconds: Sequence[float]) -> str:
    """Median and least of some times."""
    return f"{median(seconds):.2f} ({min(seconds):.2f})"


def print_turns(site: str, folder: Path, turns: int, think: float, ahead: int) -> None:
    """How long a person waits."""
    first, *others = time_turns(site, folder, turns, think, ahead)
    print("first toolbar\tEnter to the next\tmost")
    print(f"{first:.2f}", spread(others), f"{max(others):.2f}", sep="\t", flush=True)


def print_sizes(context: BrowserContext, site: str, folder: Path, sizes: Sequence[float], rounds: int) -> None:
    """The steps of capturing pages of some sizes, in megabytes."""
    print("seconds: median (least)")
    print(
        "MB", "freeze", "document on disk", "layout on disk", "picture on disk", "save alone", "aim", sep="\t", end="\t"
    )
    print("content() alone", "bare load", "load and serialise", "ratio", sep="\t")
    for size in sizes:
        url = f"{site}/{size:g}.html"
        runs = [time_freeze(context, url, folder / f"gold-{size:g}") for _ in range(rounds)]
        bare, content = zip(*(time_bare(context, url) for _ in range(rounds)), strict=True)
        ours = [time_capture(context, url) for _ in range(rounds)]
        steps = ([run[key] for run in runs] for key in ("freeze", "saved", "layout", "picture", "save"))
        columns = (*map(spread, steps), f"{0.3 + 0.1 * size:.2f}")
        columns = (*columns, *map(spread, (content, bare, ours)), f"{median(ours) / median(bare):.2f}")
        print(f"{size:g}", *columns, sep="\t", flush=True)


def print_queue(site: str, folder: Path, pages: int) -> None:
    """Memory over a queue of so many pages, and the processor time of a page, the browser's start and end included."""
    print("pages\tpython MB\tall MB")
    before = sum(os.times()[:4])
    with open_browser() as context:
        for i in range(pages + 1):
            if i % max(1, pages // 8) == 0:
                print(f"{i}\t{read_memory():.0f}\t{read_tree(os.getpid()):.0f}", flush=True)
            capture_page(context, folder, Settings(limits=LIMITS), f"{site}/small.html?{i}", ["main"])
    print(f"{(sum(os.times()[:4]) - before) / (pages + 1):.2f} processor seconds a page")


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sizes", default="0.1,1,10,30", help="megabytes of HTML; empty: none")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--queue", type=int, default=200, help="pages of the trial of memory and processor time")
    parser.add_argument("--turns", type=int, default=0, help="pages of the trial in a window, which needs a screen")
    parser.add_argument("--think", type=float, default=4, help="seconds that a person looks at each of these")
    parser.add_argument("--ahead", type=int, default=2, help="pages that are got ready meanwhile")
    arguments = parser.parse_args()
    sizes = [float(size) for size in arguments.sizes.split(",") if size]
    pages = {f"/{size:g}.html": make_page(size) for size in sizes}
    pages |= {"/small.html": make_page(0.05), "/large.html": make_page(1)}
    with serve(pages) as site, tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        if arguments.turns:
            print_turns(site, folder / "turns", arguments.turns, arguments.think, arguments.ahead)
        if sizes:
            with open_browser() as context:
                print_sizes(context, site, folder, sizes, arguments.rounds)
        if arguments.queue:
            print_queue(site, folder / "queue", arguments.queue)


if __name__ == "__main__":
    main()

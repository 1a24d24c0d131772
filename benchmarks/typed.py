"""The oracle's keys, pressed in the real program: `python -m benchmarks.review --oracle SET --typed`.

`annotate review` runs in tmux on drafts of the set's pages. What to press is decided as in `benchmarks.oracle`, from
what the program has saved and where its cursor is on the screen; every key that is sent counts, whatever comes of it.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from tqdm import tqdm

from annotate.review.model.doubt import doubt_marks, find_doubted, rate_lines
from annotate.review.model.marks import LineMarks, mark_lines
from annotate.review.model.page import Page, build_page
from annotate.review.screens.keys import all_bindings
from benchmarks.oracle import MOST_KEYS, ROWS, choose_mend, find_path, find_wanted, walk
from cetr.document import Bools, Floats, Ints
from cetr.learned import rate_blocks
from evaluate.package import Meta, PackageInfo, create_package, html_hash, read_document, write_document

WAIT_SECONDS = 2.0
"""How long a key may take until something is seen of it."""

CURSOR = re.compile(r"▶ *(\d+) ")
TMUX_KEYS = {"pagedown": "NPage", "pageup": "PPage", "escape": "Escape", "enter": "Enter", "space": "Space"}
SIGNS = {"asterisk": "*", "right_curly_bracket": "}", "left_curly_bracket": "{"}
KEYS = {binding.id: binding.key.split(",")[0] for binding in all_bindings()}


class Reviewer:
    """The program in a terminal; ``pressed`` counts the keys."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.pressed = folder, 0
        self._socket = f"cetr-gold-{time.monotonic_ns()}"
        program = Path(sys.executable).with_name("annotate")
        command = [str(program), "review", str(folder), "-e", "learned", "--config", os.devnull]
        size = ("-x", "160", "-y", str(ROWS + 4))  # headings, two lines of figures and the keys
        self._tmux("-f", "/dev/null", "new-session", "-d", *size, shlex.join(command))

    def _tmux(self, *arguments: str) -> str:
        command = ["tmux", "-L", self._socket, *arguments]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout

    def read(self) -> str:
        """What is on the screen."""
        return self._tmux("capture-pane", "-p")

    def press(self, name: str) -> None:
        """Press the key of that name."""
        key = KEYS[name]
        key = SIGNS.get(key, TMUX_KEYS.get(key, key.replace("ctrl+", "C-")))
        self._tmux("send-keys", key)
        self.pressed += 1

    def line(self) -> int:
        """The number of the line that the cursor is on; -1 if none is seen."""
        found = CURSOR.search(self.read())
        return int(found[1]) - 1 if found else -1

    def wait(self, told: Callable[[], bool], seconds: float = WAIT_SECONDS) -> bool:
        """Wait until something is so; says whether it is."""
        until = time.monotonic() + seconds
        while not (so := told()) and time.monotonic() < until:
            time.sleep(0.02)
        return so

    def close(self) -> None:
        """End it."""
        self._tmux("kill-server")


@dataclass(frozen=True)
class Typed:
    """What became of a page: the keys that were pressed, and whether all of its lines are as in the gold."""

    keys: int
    right: bool


def type_pages(pages: Sequence[tuple[str, str]]) -> list[Typed]:
    """Review (HTML, gold text) of pages in the real program."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch) / "pages"
        create_package(folder, PackageInfo(name="pages"))
        names = [f"page-{number:04d}" for number in range(len(pages))]
        for name, (html, _) in zip(names, pages, strict=True):
            # Each of a site of its own: nothing is asked about other drafts.
            meta = Meta(url=f"https://{name}.example/", language="en", html_sha256=html_hash(html), status="draft")
            write_document(folder, name, meta=meta, text="", html=html)
        reviewer = Reviewer(folder)
        try:
            opened = zip(names, pages, strict=True)
            return [
                _type_page(reviewer, name, build_page(html), gold)
                for name, (html, gold) in tqdm(opened, total=len(names), desc="typed", disable=None)
            ]
        finally:
            reviewer.close()


def _type_page(reviewer: Reviewer, name: str, page: Page, gold: str) -> Typed:
    there = re.compile(rf"{name} · .*\n.*1 learned  (precision|failed)")
    if not reviewer.wait(lambda: there.search(reviewer.read()) is not None, 90):
        raise SystemExit(f"{name} is not on the screen:\n{reviewer.read()}")
    reviewer.pressed = 0
    shown = np.flatnonzero(page.last > page.first)
    rate, seen = rate_lines(page, rate_blocks(page.html)), np.zeros(len(page), dtype=np.bool_)
    _decide(reviewer, name, ["accept-page"])
    marked = _read_marked(reviewer, name, page)
    wanted = find_wanted(page, gold, marked)
    while (wrong := (marked != wanted)[shown]).any() and reviewer.pressed < MOST_KEYS:
        _mend(reviewer, name, page, shown, marked, wrong, rate, seen)
        before, marked = marked, _read_marked(reviewer, name, page)
        seen |= before != marked
    reviewer.press("approve")
    reviewer.wait(lambda: read_document(reviewer.folder, name).meta.status == "reviewed")
    # What is held down approves once: an oracle is faster than that, and waits.
    time.sleep(0.8)
    return Typed(min(reviewer.pressed, MOST_KEYS), not wrong.any())


def _mend(
    reviewer: Reviewer, name: str, page: Page, shown: Ints, marked: Bools, wrong: Bools, rate: Floats, seen: Bools
) -> None:
    """Go where the next thing is to be mended, and mend it."""
    blocks = page.block[shown]
    row = int(np.searchsorted(shown, max(reviewer.line(), 0)))
    steps, total = walk(min(row, len(shown) - 1), blocks), mark_lines(page, ()).total
    marks = LineMarks(np.where(marked, total, 0), total)
    doubted = find_doubted(doubt_marks(rate, marks), marks, shown, seen)
    led = {int(np.searchsorted(shown, first)): n for n, (first, _) in enumerate(doubted, 1)}
    reach = np.array([min(int(step), led.get(r, MOST_KEYS)) for r, step in enumerate(steps)])
    mend = choose_mend(page, shown, marked, wrong, reach, rate)
    goal = int(mend.rows[0]) if mend.key == "range" else mend.row
    if led.get(goal, MOST_KEYS) < steps[goal]:
        for first, last in doubted[: led[goal]]:
            seen[first:last] = True
            reviewer.press("next-difference")
            if not reviewer.wait(lambda first=first: reviewer.line() == first, 0.5):  # type: ignore[misc]
                return  # it leads elsewhere than thought; on from there
    else:
        _go(reviewer, find_path(row, goal, blocks), int(shown[goal]))
    if mend.key == "range":
        reviewer.press("range")
        _go(reviewer, find_path(goal, mend.row, blocks), int(shown[mend.row]))
        _decide(reviewer, name, ["toggle"])
    else:
        _decide(reviewer, name, [mend.key])


def _go(reviewer: Reviewer, path: Sequence[str], line: int) -> None:
    for move in path:
        reviewer.press(move)
    reviewer.wait(lambda: reviewer.line() == line)


def _decide(reviewer: Reviewer, name: str, keys: Sequence[str]) -> None:
    """Press keys that decide, and wait until that is saved."""
    before = read_document(reviewer.folder, name).revision
    for key in keys:
        reviewer.press(key)
    reviewer.wait(lambda: read_document(reviewer.folder, name).revision != before)


def _read_marked(reviewer: Reviewer, name: str, page: Page) -> Bools:
    """Which lines are marked by half at least, as the program has saved it; (n,)."""
    marks = mark_lines(page, read_document(reviewer.folder, name).spans)
    marked: Bools = 2 * marks.count >= np.maximum(marks.total, 1)
    return marked

"""How fast the reviewer is, and how many keys a page takes.

Opening a large document and a large package, answering keys, and the memory it takes.

Runs `annotate review` in a real terminal (tmux, in control mode, so that its output is seen as it comes) and, for the
processor time alone, which does not depend on what else the machine does, under Textual's pilot. Prints a row per
figure: name, value, unit, limit. Exit code 1 if a limit is passed.

    python -m benchmarks.review [--keys 200]

With --oracle, instead, the keys that pages of a data set with known gold take, from each prediction; see `oracle`:

    python -m benchmarks.review --oracle dragnet --limit 100

With --typed the keys from `learned` are pressed in the real program, in tmux; see `typed`.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import os
import re
import shlex
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from tqdm import tqdm

from benchmarks.memory import read_memory
from benchmarks.terminal import Terminal
from cetr.document import derive_text
from evaluate.package import Meta, PackageInfo, create_package, html_hash, make_fragments
from evaluate.package.meta import format_meta
from training.datasets import DATA, DatasetPage, read_dataset

LINES, DOCUMENTS = 50_000, 2_000
WIDTH, HEIGHT = 160, 48
KEYS = ("j", "j", "k", "}", "{", "C-f", "C-f", "C-b", "G", "N", "g", "n", "Space", "j", "Space", "j", "b", "z", "g")
"""Every one of them moves the cursor or changes the line under it."""


@dataclass(frozen=True)
class Figure:
    """One measured value; ``limit`` is what it must stay under."""

    name: str
    value: float
    unit: str
    limit: float | None = None


def long_page(lines: int) -> str:
    """A page whose every line has a little text and a link, in runs that an extractor takes and leaves."""
    body = (
        f'<div class="item"><p>Paragraph number {i} has some words, <a href="/x/{i}">a link</a> and more.</p></div>'
        if i // 40 % 3
        else f'<li><a href="/x/{i}">Item {i}</a></li>'
        for i in range(lines)
    )
    return "<html><head><title>Long</title></head><body>\n" + "\n".join(body) + "\n</body></html>"


def short_page(number: int) -> str:
    """An ordinary small article that is interrupted by lists of links."""
    links = "<ul>" + "".join(f"<li><a href='/{i}'>Link {i}</a></li>\n" for i in range(6)) + "</ul>\n"
    sentences = [f"<p>Sentence {i} of article {number} says what there is to say, at length.</p>\n" for i in range(24)]
    parts = ["".join(sentences[at : at + 6]) for at in range(0, len(sentences), 6)]
    return f"<html><body>{links}<h1>Article {number}</h1>\n{links.join(parts)}{links}</body></html>"


def write_pages(folder: Path, pages: Iterator[tuple[str, str]]) -> Path:
    """A package of pages, of whose text the middle is gold; written plainly, which is faster."""
    create_package(folder, PackageInfo(name=folder.name))
    for name, html in pages:
        spans = ((html.index("<p>", len(html) // 8) + 3, html.rindex("</p>", 0, len(html) * 3 // 4)),)
        meta = Meta(
            url=f"https://example.org/{name}",
            language="en",
            html_sha256=html_hash(html),
            fragments=make_fragments(html, spans),
        )
        (folder / f"{name}.html").write_text(html, "utf-8")
        (folder / f"{name}.txt").write_text(derive_text(html, spans), "utf-8")
        (folder / f"{name}.json").write_bytes(format_meta(meta, name))
    return folder


# The cursor of the line view and the number beside it, whatever colours stand between.
CURSOR = re.compile(r"▶(?:\\033\[[0-9;]*m)* *(?:\\033\[[0-9;]*m)* *\d".encode())


@dataclass(frozen=True)
class Answered:
    """How the reviewer did in a terminal.

    Seconds until a document's text is on the screen, seconds to answer each key, mean seconds of processor time for a
    key, the pause after it included, and peak memory in MB.
    """

    opened: float
    times: list[float]
    processor: float
    memory: float

    def rank(self, percent: float) -> float:
        """A percentile of the times to answer a key, in milliseconds."""
        return 1000 * float(np.percentile(self.times, percent))


def measure_terminal(folder: Path, visible: bytes, keys: int) -> Answered:
    """Open a package in a real terminal, press keys, and see when the cursor has moved."""
    program = Path(sys.executable).with_name("annotate")
    terminal = Terminal(shlex.join([str(program), "review", str(folder), "--config", os.devnull]), WIDTH, HEIGHT)
    try:
        opened = terminal.wait_for(re.compile(visible)) - terminal.started
        time.sleep(8)  # predictions come in
        process = terminal.ask("list-panes -F '#{pane_pid}'")
        times = []
        used = _read_processor_time(process)
        for key in itertools.islice(itertools.cycle(KEYS), keys):
            terminal.drain()
            before = time.perf_counter()
            terminal.tell(f"send-keys {shlex.quote(key)}")
            times.append(terminal.wait_for(CURSOR) - before)
            time.sleep(0.15)
        used = _read_processor_time(process) - used
        return Answered(opened, times, used / keys, read_memory(process, peak=True))
    finally:
        terminal.close()


def _read_processor_time(process: str) -> float:
    """Seconds that all threads of a process have taken so far."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def measure_pilot(folder: Path, keys: int) -> tuple[float, list[float]]:
    """Without a terminal: processor seconds to open (imports aside), and for each key with the saving it leads to."""
    from annotate.review.app import ReviewApp
    from annotate.review.assignment import Assignment
    from annotate.review.columns import Column
    from annotate.review.config import Config
    from evaluate.package import read_package

    started = time.process_time()
    app = ReviewApp(Assignment(folder, read_package(folder).names, (Column("cetr"),), "bench"), Config())
    async with app.run_test(size=(WIDTH, HEIGHT)) as pilot:
        while not app.screen.query_one("LineView").shown.size:  # type: ignore[attr-defined]
            await asyncio.sleep(0.005)
        opened = time.process_time() - started
        await asyncio.sleep(8)
        times = []
        names = {"C-f": "ctrl+f", "C-b": "ctrl+b", "Space": "space"}
        for key in itertools.islice(itertools.cycle(KEYS), keys):
            before = time.process_time()
            await pilot.press(names.get(key, key))
            times.append(time.process_time() - before)
            await asyncio.sleep(0.05)
    return opened, times


def measure_keys(data: Path, name: str, limit: int) -> int:
    """Print median, 90th percentile and mean of the keys that pages take from each prediction."""
    from benchmarks.oracle import count_keys
    from cetr.learned import rate_blocks
    from evaluate.extractors import find_extractor

    pages = _choose_pages(data, name, limit)
    print("set\tfrom\tpages\tmedian\tp90\tmean")
    for source in ("learned", "cetr", "nothing"):
        extract = find_extractor(source).extract
        counts = []
        for page in tqdm(pages, desc=source, disable=None):
            prediction = extract(page.html)
            assert not isinstance(prediction, str)
            rated = rate_blocks(page.html) if source == "learned" else ()
            counts.append(count_keys(page.html, page.text, prediction, rated))
        middle, high = np.percentile(counts, (50, 90))
        print(f"{name}\t{source}\t{len(counts)}\t{middle:.0f}\t{high:.0f}\t{np.mean(counts):.1f}", flush=True)
    return 0


def measure_typed(data: Path, name: str, limit: int) -> int:
    """Print median, 90th percentile and mean of the keys that were pressed, and how many pages came out right."""
    from benchmarks.typed import type_pages

    typed = type_pages([(page.html, page.text) for page in _choose_pages(data, name, limit)])
    counts = [page.keys for page in typed]
    middle, high = np.percentile(counts, (50, 90))
    print("set\tfrom\tpages\tmedian\tp90\tmean\tright")
    right = sum(page.right for page in typed)
    print(f"{name}\tlearned, typed\t{len(counts)}\t{middle:.0f}\t{high:.0f}\t{np.mean(counts):.1f}\t{right}")
    return 0


def _choose_pages(data: Path, name: str, limit: int) -> list[DatasetPage]:
    """So many pages of a set, evenly chosen."""
    total = sum(1 for _ in read_dataset(data, name))
    step = max(total // limit, 1)
    return list(itertools.islice(read_dataset(data, name), 0, step * limit, step))


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--keys", type=int, default=180, help="keys pressed in each run")
    parser.add_argument("--oracle", metavar="SET", help="count the keys for pages of a data set")
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--limit", type=int, default=100, help="pages of the set, evenly chosen")
    parser.add_argument("--typed", action="store_true", help="with --oracle: press the keys in the real program")
    arguments = parser.parse_args()
    if arguments.oracle:
        if arguments.typed:
            return measure_typed(arguments.data, arguments.oracle, arguments.limit)
        return measure_keys(arguments.data, arguments.oracle, arguments.limit)
    keys = arguments.keys
    figures: list[Figure] = []
    with tempfile.TemporaryDirectory() as scratch:
        long = write_pages(Path(scratch) / "long", iter([("long", long_page(LINES))]))
        many = write_pages(Path(scratch) / "many", ((f"page-{i:04d}", short_page(i)) for i in range(DOCUMENTS)))
        for name, folder, visible in (
            (f"document of {LINES} lines", long, b"Item"),
            (f"package of {DOCUMENTS} documents", many, b"Sentence"),
        ):
            answered = measure_terminal(folder, visible, keys)
            figures.append(Figure(f"{name}: opens, in tmux", answered.opened, "s", 1.0))
            figures.append(Figure(f"{name}: key, median, in tmux", answered.rank(50), "ms"))
            figures.append(Figure(f"{name}: key, 95th percentile, in tmux", answered.rank(95), "ms", 50))
            figures.append(Figure(f"{name}: memory", answered.memory, "MB", 300))
            opened, times = asyncio.run(measure_pilot(folder, keys))
            figures.append(Figure(f"{name}: opens, processor time", opened, "s"))
            figures.append(
                Figure(f"{name}: key, 95th percentile, processor time", float(np.percentile(times, 95)) * 1000, "ms")
            )
    for figure in figures:
        limit = "" if figure.limit is None else f"{figure.limit:g}"
        print(f"{figure.name}\t{figure.value:.3g}\t{figure.unit}\t{limit}")
    return int(any(f.limit is not None and f.value > f.limit for f in figures))


if __name__ == "__main__":
    sys.exit(main())

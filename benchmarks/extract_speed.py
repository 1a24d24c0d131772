"""Pages a second on one core, beside resiliparse and trafilatura; growth of time and memory with the page.

    python -m benchmarks.extract_speed [--data DIR] [--pages N] [--runs N] [--write]

Installs the peers if they are missing. All systems run in turns over the same pages in one process that is kept to one
core, from the HTML as a string to the text of the main content; pages are read and decoded before. --write puts the
result into docs/speed.md, above its first section.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import platform
import subprocess
import time
import tracemalloc
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from itertools import islice
from pathlib import Path

from cetr.console import python_command
from cetr.document import lex
from training.datasets import DATA, read_dataset

ROOT = Path(__file__).resolve().parent.parent
SIZES = (10_000, 100_000, 1_000_000, 10_000_000, 50_000_000)
METHODS = ("cetr", "cetr-tm", "cetr-modern", "learned")

Extract = Callable[[str], str]
TURN = 50
CLASSES = (0, 30_000, 45_000, 75_000, 150_000, 400_000)
"""Where classes of pages by their bytes begin."""

Rates = dict[str, tuple[float, list[float]]]
"""Seconds by the wall for all pages, and of the processor for each, per system."""


def install_peers() -> None:
    """Install the peers into the running environment if they are not there."""
    missing = [name for name in ("resiliparse", "trafilatura") if importlib.util.find_spec(name) is None]
    if missing:
        subprocess.run([*python_command("pip"), "install", "--quiet", *missing], check=True)


def load_systems(trafilatura: bool) -> dict[str, Extract]:
    """The systems by name: ours, then the peers."""
    import cetr

    def ours(name: str) -> Extract:
        return lambda html: cetr.extract(html, name)

    systems = {name: ours(name) for name in METHODS}
    from resiliparse.extract.html2text import extract_plain_text

    systems["resiliparse"] = lambda html: extract_plain_text(html, main_content=True)
    if trafilatura:
        from trafilatura import extract

        systems["trafilatura"] = lambda html: extract(html) or ""
    return systems


def measure_rates(systems: dict[str, Extract], pages: Sequence[str]) -> Rates:
    """Seconds for all pages by the wall, and of the processor for each; systems take turns every `TURN` pages."""
    walls = dict.fromkeys(systems, 0.0)
    spent: dict[str, list[float]] = {name: [] for name in systems}
    for extract in systems.values():
        extract("<p>warm up")
    for first in range(0, len(pages), TURN):
        for name, extract in systems.items():
            wall = time.perf_counter()
            for page in pages[first : first + TURN]:
                processor = time.process_time()
                extract(page)
                spent[name].append(time.process_time() - processor)
            walls[name] += time.perf_counter() - wall
    return {name: (walls[name], spent[name]) for name in systems}


def take_pages(size: int, pages: Sequence[str]) -> list[str]:
    """Real pages, the last one cut, of ``size`` characters together."""
    parts: list[str] = []
    length, i = 0, 0
    while length < size:
        part = pages[i % len(pages)][: size - length]
        parts.append(part)
        length += len(part)
        i += 1
    return parts


@dataclass(frozen=True)
class Growth:
    """What a page of so many bytes takes: seconds; those of the pages it is made of; peak memory by its size."""

    octets: int
    seconds: float
    apart: float
    peak: float


def measure_growth(extract: Extract, pages: Sequence[str]) -> list[Growth]:
    """Pages of growing size, made of real ones that stand one after the other."""
    rows = []
    for size in SIZES:
        parts = take_pages(size, pages)
        page = "".join(parts)
        octets = len(page.encode("utf-8", "replace"))
        repeats = range(20 if size < 10_000_000 else 3)
        seconds = min(_time(extract, [page]) for _ in repeats)
        apart = min(_time(extract, parts) for _ in repeats)
        forget_page()
        tracemalloc.start()
        extract(page)
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        rows.append(Growth(octets, seconds, apart, peak / octets))
    return rows


def forget_page() -> None:
    """Let go of what is kept of the last page."""
    lex("")


def _time(extract: Extract, pages: Sequence[str]) -> float:
    forget_page()
    start = time.process_time()
    for page in pages:
        extract(page)
    return time.process_time() - start


def compare_by_size(runs: list[Rates], sizes: Sequence[int]) -> list[str]:
    """Rows of a table: pages a second of each class of pages by size, as a multiple of resiliparse's.

    Of each page the least processor time of all runs counts: what else ran on the machine does not.
    """
    least = {name: [min(times) for times in zip(*(run[name][1] for run in runs), strict=True)] for name in runs[-1]}
    names = [name for name in least if name != "resiliparse"]
    rows = ["| kB | pages | " + " | ".join(names) + " |", "|---|---:|" + "---:|" * len(names)]
    for low, high in zip(CLASSES, (*CLASSES[1:], max(sizes) + 1), strict=True):
        chosen = [i for i, size in enumerate(sizes) if low <= size < high]
        if chosen:
            total = {name: sum(times[i] for i in chosen) for name, times in least.items()}
            ratios = (f"{total['resiliparse'] / total[name]:.2f}" for name in names)
            bounds = f"{low // 1000} to {high // 1000}" if high in CLASSES else f"over {low // 1000}"
            rows.append(f"| {bounds} | {len(chosen)} | {' | '.join(ratios)} |")
    return rows


def format_report(runs: list[Rates], sizes: Sequence[int], growth: list[Growth]) -> str:
    """The report as Markdown."""
    count, size = len(sizes), sum(sizes) / len(sizes)
    versions = ", ".join(f"{name} {version(name)}" for name in ("numpy", "resiliparse", "trafilatura"))
    lines = [
        "# Speed",
        "",
        "This page shows how fast cetr-gold is, from extraction to measures. `python -m benchmarks.extract_speed`",
        "makes the first three tables. Each system gets the HTML as a string and returns the text of the main content.",
        f"All systems take turns in one process, on one core, over {count} pages of `wcxb-dev` (mean size",
        f"{size / 1000:.0f} kB), with Python {platform.python_version()}, {versions}.",
        f"Pages per second are those of the best of {len(runs)} runs. The last column compares processor time within",
        "each run, and gives the lowest and the highest ratio.",
        "",
        "| system | pages/s | pages/s of processor time | times resiliparse |",
        "|---|---:|---:|---:|",
    ]
    for name in runs[0]:
        wall = min(run[name][0] for run in runs if name in run)
        processor = min(sum(run[name][1]) for run in runs if name in run)
        ratios = sorted(sum(run["resiliparse"][1]) / sum(run[name][1]) for run in runs if name in run)
        spread = " to ".join(dict.fromkeys(f"{ratio:.2f}" for ratio in (ratios[0], ratios[-1])))
        lines.append(f"| {name} | {count / wall:.0f} | {count / processor:.0f} | {spread} |")
    lines += [
        "",
        "The second table gives the speed relative to resiliparse by the size of the page. For each page, the shortest",
        "time of all runs counts.",
        "",
        *compare_by_size(runs, sizes),
        "",
        "The third table shows how the processor time of `cetr` grows with the page. Each page consists of real pages",
        "joined together. Because pages differ in the time per kilobyte, the fourth column gives the time for the same",
        "pages one by one. Peak memory does not include the page itself, and is given relative to the page's size in",
        "UTF-8.",
        "",
        "| kB | ms | ms per kB | the same pages one by one, ms per kB | peak memory / page size |",
        "|---:|---:|---:|---:|---:|",
    ]
    lines += [
        f"| {g.octets / 1000:,.0f} | {g.seconds * 1e3:,.1f} | {g.seconds * 1e6 / g.octets:.4f} "
        f"| {g.apart * 1e6 / g.octets:.4f} | {g.peak:.1f} |"
        for g in growth
    ]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Measure, print, and with --write keep."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--pages", type=int, help="only the first pages of the set")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--no-trafilatura", action="store_true", help="leave the slowest out")
    parser.add_argument("--write", action="store_true", help="write docs/speed.md")
    arguments = parser.parse_args()
    install_peers()
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    systems = load_systems(not arguments.no_trafilatura)
    pages = [page.html for page in islice(read_dataset(arguments.data, "wcxb-dev"), arguments.pages)]
    # Trafilatura takes longer than all others together, and is far from all: one run of it will do.
    quick = {name: extract for name, extract in systems.items() if name != "trafilatura"}
    runs = [measure_rates(systems if run == 0 else quick, pages) for run in range(arguments.runs)]
    sizes = [len(page.encode("utf-8", "replace")) for page in pages]
    report = format_report(runs, sizes, measure_growth(systems["cetr"], pages))
    print(report, end="")
    if arguments.write:
        page = ROOT / "docs" / "speed.md"
        _, heading, written_by_hand = page.read_text(encoding="utf-8").partition("\n## ")
        page.write_text(report + heading + written_by_hand, encoding="utf-8")


if __name__ == "__main__":
    main()

"""The tables of the two tag-ratio papers, the papers' own numbers beside ours.

    python -m benchmarks.reproduce [--data DIR] [--step N] [--jobs N] [--paper 2010|2008] [--write]

--step N takes only every Nth page of the two larger sets. --paper makes the tables of one paper alone. --write puts the
tables into docs/reproduction.md, between the marks in that page; all else in the page is written by hand.
"""

from __future__ import annotations

import argparse
import re
from itertools import islice
from pathlib import Path

from benchmarks.reproduce.measuring import measure_2010, measure_readings, measure_smoothing, measure_variations
from benchmarks.reproduce.tables import (
    SETS,
    format_cetr,
    format_clustering,
    format_readings,
    format_threshold,
    format_variations,
)
from cetr.console import map_bounded
from cetr.document import split_words
from training.datasets import DATA, DatasetPage, read_dataset

ROOT = Path(__file__).resolve().parents[2]
PAPERS = ("2010", "2008")


def main() -> None:
    """Measure, print, and with --write keep."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--step", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--paper", choices=PAPERS, help="the tables of one paper alone")
    parser.add_argument("--write", action="store_true", help="write docs/reproduction.md")
    arguments = parser.parse_args()
    sets: dict[str, list[DatasetPage]] = {}
    for name in SETS:
        chosen = islice(read_dataset(arguments.data, name), 0, None, 1 if name == "cleaneval-en" else arguments.step)
        sets[name] = [page for page in chosen if split_words(page.text)]
    make = {"2010": make_2010, "2008": make_2008}
    for paper in [arguments.paper] if arguments.paper else PAPERS:
        text = "\n".join(make[paper](sets, arguments.jobs)).strip() + "\n"
        print(text, end="", flush=True)
        if arguments.write:
            write_tables(paper, text)


def make_2010(sets: dict[str, list[DatasetPage]], jobs: int) -> list[str]:
    """The tables of 2010."""
    pages = sets["cleaneval-en"]
    variations = list(map_bounded(measure_variations, pages, jobs))
    return [*format_cetr(list(map_bounded(measure_2010, pages, jobs))), *format_variations(variations)]


def make_2008(sets: dict[str, list[DatasetPage]], jobs: int) -> list[str]:
    """The tables of 2008."""
    rows = {name: list(map_bounded(measure_readings, pages, jobs)) for name, pages in sets.items()}
    smoothing = {name: list(map_bounded(measure_smoothing, pages, jobs)) for name, pages in sets.items()}
    return [*format_threshold(rows), *format_clustering(rows["dragnet"]), *format_readings(rows, smoothing)]


def write_tables(paper: str, text: str) -> None:
    """Put the tables of a paper between their marks in docs/reproduction.md."""
    document = ROOT / "docs" / "reproduction.md"
    marks = [f"<!-- tables of {paper}: {end} -->" for end in ("begin", "end")]
    begin, end = map(re.escape, marks)
    made = f"{marks[0]}\n\n{text}\n{marks[1]}"
    before = document.read_text(encoding="utf-8")
    document.write_text(re.sub(f"{begin}.*{end}", lambda _: made, before, flags=re.DOTALL), encoding="utf-8")


if __name__ == "__main__":
    main()

"""What a suggestion saves: edits from an extractor's suggestion to the gold, beside starting from nothing.

    python -m benchmarks.effort --data DATA --set dragnet --limit 200
    python -m benchmarks.effort --set wcxb-dev --held-out scores.jsonl
    python -m benchmarks.effort --set waddle-dev --sites

With ``--sites`` the pages are those of sites with two or more, at most eight of each, from the second on: beside the
page alone, the suggestion knows the other pages, and of those before it the gold, as somebody has who labels one page
after the other.

An edit is one drag: it marks, or unmarks, a stretch of the page's words. Words that are right already may lie under it;
differences of one or two words are not counted.
The shipped model was trained on wcxb-dev and cleaneval-en; there, its answers are taken from ``--held-out``, the file
that build_model.py writes with models that saw no page of the same site.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from statistics import mean, median

import numpy as np
from tqdm import tqdm

from benchmarks.hosts import group_by_host
from cetr.document import (
    Bools,
    LocatedWords,
    Spans,
    align_text,
    locate_words,
    mark_inside,
    normalize_spans,
)
from cetr.learned import load_model
from cetr.site import Memory, remember, see, suggest_among, trace
from evaluate.extractors import find_extractor
from evaluate.tables import Cell, format_table
from training.datasets import DATA, DatasetPage, read_dataset


def count_edits(suggested: Sequence[bool] | Bools, gold: Sequence[bool] | Bools) -> int:
    """The drags that turn one marking of the words into another.

    Words to add that only right, marked words part are added by one drag; words to remove that only right, unmarked
    words part are removed by one.
    """
    edits, running = 0, ""
    for marked, wanted in zip(ignore_noise(np.asarray(suggested), np.asarray(gold)), gold, strict=True):
        if marked == wanted:
            if running and (running == "add") != bool(marked):
                running = ""
            continue
        needed = "add" if wanted else "remove"
        edits += needed != running
        running = needed
    return edits


LEAST_WORDS = 3
"""Shorter differences are not counted: gold that is known as text only is aligned, and not to the word."""


def ignore_noise(suggested: Bools, gold: Bools) -> Bools:
    """The suggestion, right also where it differs from gold in fewer words in a row than `LEAST_WORDS`."""
    edges = np.flatnonzero(np.diff(np.concatenate(([False], suggested != gold, [False]))))
    cleaned = suggested.copy()
    for start, stop in edges.reshape(-1, 2).tolist():
        if stop - start < LEAST_WORDS:
            cleaned[start:stop] = gold[start:stop]
    return cleaned


def mark_words(words: LocatedWords, answer: Spans | str, html: str) -> Bools:
    """Which of the words of a document an answer holds."""
    if isinstance(answer, str):
        answer = align_text(html, answer).spans
    return mark_inside(words.start, normalize_spans(answer, len(html)))


def measure_page(page: DatasetPage, extractors: Sequence[str], held_out: Spans | None) -> dict[str, int]:
    """The edits from each extractor's suggestion."""
    words = locate_words(page.html)
    gold = mark_words(words, page.text, page.html)
    edits = {"nothing": count_edits(np.zeros(len(gold), dtype=np.bool_), gold)}
    for name in extractors:
        answer = held_out if name == "learned" and held_out is not None else find_extractor(name).extract(page.html)
        edits[name] = count_edits(mark_words(words, answer, page.html), gold)
    return edits


def measure_site(pages: Sequence[DatasetPage]) -> Iterator[tuple[DatasetPage, dict[str, int]]]:
    """The edits for each page of a site but the first, by what the suggestion knows."""
    model = load_model()
    looked = [see(page.html, model) for page in pages]
    plain = [trace(seen) for seen in looked]
    labelled = [trace(seen, page.text) for seen, page in zip(looked, pages, strict=True)]
    for number, page in enumerate(pages):
        if number:
            words = locate_words(page.html)
            gold = mark_words(words, page.text, page.html)
            known = {
                "learned": Memory(),
                "learned+site": remember(Memory(), *plain),
                "learned, labels before": remember(Memory(), *labelled[:number], *plain[number:]),
            }
            edits = {"nothing": count_edits(np.zeros(len(gold), dtype=np.bool_), gold)}
            for name, memory in known.items():
                spans = suggest_among(looked[number], memory).spans
                edits[name] = count_edits(mark_words(words, spans, page.html), gold)
            yield page, edits


def measure_sites(pages: Iterable[DatasetPage]) -> Iterator[tuple[DatasetPage, dict[str, int]]]:
    """The edits for the pages of all sites that have two or more."""
    for of_site in group_by_host(pages, MOST_PAGES).values():
        yield from measure_site(of_site)


MOST_PAGES = 8
"""Pages of a site that are measured with ``--sites``."""


def main() -> None:
    """Measure and print a table: for each page type and extractor the median and the mean of the edits."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--set", default="dragnet")
    parser.add_argument("--extractors", default="cetr,trafilatura,learned")
    parser.add_argument("--held-out", type=Path)
    parser.add_argument("--limit", type=int, help="only the first so many pages")
    parser.add_argument("--sites", action="store_true", help="with what a site's other pages tell, from the second on")
    arguments = parser.parse_args()
    extractors = arguments.extractors.split(",")
    known: dict[str, Spans] = {}
    if arguments.held_out:
        for line in arguments.held_out.read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            if row["set"] == arguments.set:
                known[row["id"]] = tuple((a, b) for a, b in row["spans"])
    pages = read_dataset(arguments.data, arguments.set)
    found: dict[tuple[str, str], list[int]] = {}
    chosen = islice(pages, arguments.limit)
    measured = (
        measure_sites(chosen)
        if arguments.sites
        else ((page, measure_page(page, extractors, known.get(page.id))) for page in chosen)
    )
    for page, counts in tqdm(measured, desc=arguments.set, disable=None):
        for name, edits in counts.items():
            for kind in ("all", page.page_type):
                found.setdefault((kind, name), []).append(edits)
    rows: list[dict[str, Cell]] = [
        {"page_type": kind, "from": name, "pages": len(edits), "median": median(edits), "mean": round(mean(edits), 2)}
        for (kind, name), edits in sorted(found.items(), key=lambda item: item[0][0])
    ]
    print(format_table(rows, "table"), end="")


if __name__ == "__main__":
    main()

"""Whether the gold of one page teaches a guideline that the model does not have.

    python -m benchmarks.guidelines --data DATA --set waddle-dev

Gold is changed as another guideline would have it: text at one path (`cetr.learned.templates`) that the gold of a site
leaves out is taken, or text that it takes is left out, on all pages alike. Such a path has a certain share of the words
that are gold, on two pages or more. Of each site at most three such paths count, and three pages for each. The page is
extracted with the gold of one other page that has the path. F1 is over the words of blocks, and ``followed`` is the
share of the text in question for which the answer is that of the changed gold.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from random import Random

import numpy as np
from tqdm import tqdm

from benchmarks.hosts import group_by_host
from cetr.document import Bools, Floats
from cetr.learned import LEAST_WORDS, Labels, choose_blocks, label_blocks, load_model, to_probability
from cetr.learned.templates import NEAR
from cetr.site import Memory, Seen, Trace, gather_evidence, make_trace, remember, see, trace, weigh
from evaluate.tables import Cell, format_table
from training.datasets import DATA, DatasetPage, read_dataset

MOST_PAGES, MOST_PATHS, MOST_TESTED = 8, 3, 3
LEAST_GOLD = 30
"""Fewer words of gold say nothing about shares of it."""
CHANGES = {"takes 2 to 40 % more": (True, 0.02, 0.4), "takes 40 to 600 % more": (True, 0.4, 6.0),
           "takes 2 to 40 % less": (False, 0.02, 0.4)}  # fmt: skip
"""Whether gold takes more, and the least and the greatest share of its words that are concerned."""


@dataclass(frozen=True)
class Known:
    """A page with its gold, and the weight of each of its n blocks, (n,)."""

    seen: Seen
    labels: Labels
    weight: Floats
    plain: Trace


def read_site(pages: list[DatasetPage]) -> list[Known]:
    """Score the pages of a site and label their blocks."""
    seen = [see(page.html, load_model()) for page in pages]
    labels = [label_blocks(s.page.blocks, page.text) for s, page in zip(seen, pages, strict=True)]
    return [
        Known(s, of_page, np.maximum(s.page.blocks.words, LEAST_WORDS), trace(s))
        for s, of_page in zip(seen, labels, strict=True)
    ]


def find_paths(site: list[Known], more: bool, least: float, most: float) -> list[dict[int, Bools]]:
    """Find paths that a guideline could treat otherwise: for each the pages that have it, and its blocks (n,)."""
    found: dict[int, dict[int, Bools]] = defaultdict(dict)
    for number, page in enumerate(site):
        gold = page.weight * (page.labels.share > 0.5)
        if gold.sum() < LEAST_GOLD:
            continue
        paths = page.seen.signature.paths[NEAR]
        for path in np.unique(paths).tolist():
            there = paths == path
            all_words, gold_words = float(page.weight[there].sum()), float(gold[there].sum())
            alike = gold_words < 0.1 * all_words if more else gold_words > 0.9 * all_words
            if alike and least * gold.sum() <= all_words <= most * gold.sum() and all_words >= 5:
                found[path][number] = there
    return [pages for pages in found.values() if len(pages) > 1]


def change(page: Known, there: Bools, more: bool) -> Known:
    """Change the gold of a page at some blocks (n,)."""
    return replace(page, labels=replace(page.labels, share=np.where(there, float(more), page.labels.share)))


def measure(site: list[Known], changed: dict[int, Bools], more: bool, draw: Random) -> Iterator[dict[str, float]]:
    """Measure pages with a changed path: F1 and how much is followed, alone and with one label."""
    for number in islice(changed, MOST_TESTED):
        there = changed[number]
        labelled = draw.choice([other for other in changed if other != number])
        teacher = change(site[labelled], changed[labelled], more)
        told = make_trace(
            teacher.seen.key, teacher.seen.signature, teacher.seen.page.blocks.words, teacher.seen.odds, teacher.labels
        )
        traces = [told, *(page.plain for other, page in enumerate(site) if other not in (number, labelled))]
        page = change(site[number], there, more)
        words, odds = page.seen.page.blocks.words, page.seen.odds
        evidence = gather_evidence(remember(Memory(), *traces), page.seen.key, page.seen.signature, words, odds)
        row = {}
        for name, answer in (("alone", odds), ("1-shot", weigh(odds, evidence))):
            chosen, _ = choose_blocks(to_probability(answer), words)
            gold = page.weight * page.labels.share
            row[name] = 2 * float(gold[chosen].sum()) / float(page.weight[chosen].sum() + gold.sum())
            row[f"{name} followed"] = float(np.average(chosen[there] == more, weights=page.weight[there]))
        yield row


def main() -> None:
    """Measure and print a table with a row for each change."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--set", default="waddle-dev")
    arguments = parser.parse_args()
    several = group_by_host(read_dataset(arguments.data, arguments.set), MOST_PAGES)
    found: dict[str, dict[str, list[dict[str, float]]]] = {name: {} for name in CHANGES}
    for host, pages in tqdm(several.items(), disable=None):
        known = read_site(pages)
        for name, (more, least, most) in CHANGES.items():
            draw = Random(f"{host} {name}")
            paths = find_paths(known, more, least, most)
            for changed in draw.sample(paths, min(MOST_PATHS, len(paths))):
                found[name].setdefault(host, []).extend(measure(known, changed, more, draw))
    rows: list[dict[str, Cell]] = []
    for name, of_sites in found.items():
        every = [row for of_site in of_sites.values() for row in of_site]
        cells: dict[str, Cell] = {"gold": name, "sites": len(of_sites), "pages": len(every)}
        rows.append(cells | {key: round(float(np.mean([row[key] for row in every])), 3) for key in every[0]})
    print(format_table(rows, "table", digits=3), end="")


if __name__ == "__main__":
    main()

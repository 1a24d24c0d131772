"""What gold of other sites is worth that use the same template: bag F1 of WCXB's pages with it and without.

    python -m benchmarks.templates --data DATA --odds odds.npz

A page is scored by a model that saw no page of its site (``python -m training.fit_site --odds FILE`` keeps these
scores), and the templates are chosen as if there were no such page. ``alike`` counts the pages to which they say
anything, and the means are over these. Intervals are of the paired difference, 95 %, by a bootstrap of sites.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from functools import lru_cache
from pathlib import Path

import numpy as np
from tqdm import tqdm

from benchmarks.intervals import find_interval
from cetr.learned import read_page
from cetr.learned.templates import Templates, recall, shorten_paths
from evaluate.tables import Cell, format_table
from training.add_templates import SET, choose, collect, survey
from training.build_model import score_page
from training.datasets import DATA, read_dataset
from training.fit_site import read_odds


def main() -> None:
    """Measure and print a table with a row for each page type."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--odds", type=Path, required=True, help="the scores that training.fit_site keeps")
    arguments = parser.parse_args()
    pages, odds = list(read_dataset(arguments.data, SET)), read_odds(arguments.odds)
    known = survey(pages)

    @lru_cache(maxsize=1)
    def collect_without(site: str) -> Templates:
        return collect(known, choose(known, site))

    found: dict[str, dict[str, list[tuple[float, float]]]] = defaultdict(lambda: defaultdict(list))
    counts: dict[str, int] = defaultdict(int)
    for page, site in tqdm(sorted(zip(pages, known.sites, strict=True), key=lambda pair: pair[1]), disable=None):
        for kind in ("all", page.page_type):
            counts[kind] += 1
        added = recall(collect_without(site), shorten_paths(read_page(page.html).paths))
        if not added.any():
            continue
        alone = odds[f"{SET} {page.id}"]
        scores = score_page(page, alone)[1], score_page(page, alone + added)[1]
        for kind in ("all", page.page_type):
            found[kind][site].append(scores)
    rows = []
    for kind, of_kind in sorted(found.items()):
        every = np.array([scores for of_site in of_kind.values() for scores in of_site])
        without, with_them = every.mean(axis=0).tolist()
        low, high = find_interval([[after - before for before, after in of_site] for of_site in of_kind.values()])
        row: dict[str, Cell] = {"page_type": kind, "pages": counts[kind], "alike": len(every)}
        row |= {"without": round(without, 3), "with": round(with_them, 3), "change": f"{low:+.3f} to {high:+.3f}"}
        rows.append(row)
    print(format_table(rows, "table"), end="")


if __name__ == "__main__":
    main()

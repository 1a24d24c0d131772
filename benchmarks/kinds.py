"""Whether the page of a site that shares most paths with another is of its kind: WCXB's lists of pages, and the rest.

    python -m benchmarks.kinds --data DATA

``likeness`` is the share of all paths that a page has in common with the most similar other page of its site.
"""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path

import numpy as np
from tqdm import tqdm

from benchmarks.hosts import group_by_host
from cetr.learned import load_model
from cetr.learned.templates import compare_paths
from cetr.site import Memory, remember, see, trace
from evaluate.tables import Cell, format_table
from training.datasets import DATA, DatasetPage, read_dataset

LISTS = ("collection", "listing")
FROM = (0.7, 0.5, 0.2, 0.0)


def main() -> None:
    """Measure and print a table with a row for each range of likeness, and for lists and other pages."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--data", type=Path, default=DATA)
    sites = group_by_host(read_dataset(parser.parse_args().data, "wcxb-dev"))
    counts: Counter[tuple[float, bool, bool]] = Counter()
    for pages in tqdm(sites.values(), disable=None):
        counts.update(compare_kinds(pages))
    rows: list[dict[str, Cell]] = []
    for least in FROM:
        for is_list in (True, False):
            same, other = counts[least, is_list, True], counts[least, is_list, False]
            rows.append({"likeness": f"from {least}", "most similar": "list" if is_list else "other page",
                         "pages": same + other, "of its kind": same})  # fmt: skip
    print(format_table(rows, "table"), end="")


def compare_kinds(pages: list[DatasetPage]) -> list[tuple[float, bool, bool]]:
    """Find, for each page of a site, how alike the most similar other page is, whether that is a list, and whether it
    is of the page's kind.
    """
    seen = [see(page.html, load_model()) for page in pages]
    memory = remember(Memory(), *map(trace, seen))
    keys, sizes = [t.key for t in memory.traces], np.array([len(t.paths) for t in memory.traces])
    is_list = {one.key: page.page_type in LISTS for one, page in zip(seen, pages, strict=True)}
    found = []
    for one in seen:
        likeness = compare_paths(memory.paths, sizes, one.signature.paths)
        likeness[keys.index(one.key)] = -1
        nearest = int(np.argmax(likeness))
        if likeness[nearest] >= 0:
            least = next(least for least in FROM if likeness[nearest] >= least)
            found.append((least, is_list[keys[nearest]], is_list[keys[nearest]] == is_list[one.key]))
    return found


if __name__ == "__main__":
    main()

"""What the title above the content adds: pages that get one, whether the gold has it, and the change of bag F1.

    python -m benchmarks.titles --odds FILE [--data DIR] [--every N]

FILE is what ``training.fit_site --odds FILE`` keeps: scores by models that saw no page of the site, for WCXB and
CleanEval; of the other sets the shipped model saw no page. Intervals are 95 per cent of 2,000 resamples of the sites.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from itertools import islice
from pathlib import Path
from statistics import mean

from tqdm import tqdm

from benchmarks.intervals import find_interval
from cetr.document import Floats, derive_text, split_words
from cetr.learned import (
    Blocks,
    choose_blocks,
    join_blocks,
    load_model,
    read_page,
    score_page,
    take_title,
    to_probability,
)
from evaluate import measures
from training.datasets import DATA, find_domain, is_judged, read_dataset
from training.fit_site import SETS, read_odds

Row = tuple[str, float, bool | None]
"""A page's site, the change of its bag F1, and whether the gold has the title that was added, if one was."""


def main() -> None:
    """Print a line for each set, two for WCXB's halves."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--odds", type=Path, required=True)
    parser.add_argument("--every", type=int, default=1)
    options = parser.parse_args()
    odds, model = read_odds(options.odds), load_model()
    for name in ("wcxb-dev", "cleaneval-en", "dragnet", "waddle-dev"):
        rows: dict[str, list[Row]] = defaultdict(list)
        for page in tqdm(islice(read_dataset(options.data, name), 0, None, options.every), disable=None):
            site = find_domain(page.url) or page.id
            half = (", judging half" if is_judged(site) else ", tuning half") if name == "wcxb-dev" else ""
            read = read_page(page.html)
            found = odds[f"{name} {page.id}"] if name in SETS else score_page(read, model)
            rows[name + half].append((site, *_compare(page.html, page.text, read.blocks, to_probability(found))))
        for title, own in sorted(rows.items()):
            print(f"{title}: {_tell(own)}", flush=True)


def _compare(html: str, gold: str, blocks: Blocks, probability: Floats) -> tuple[float, bool | None]:
    chosen, _ = choose_blocks(probability, blocks.words)
    taken = take_title(blocks, probability, chosen)
    if not (added := taken & ~chosen).any():
        return 0.0, None
    texts = [derive_text(html, join_blocks(blocks, which)) for which in (chosen, taken, added)]
    before, after = (measures.score(gold, text, ["bag"])["bag"].f1 for text in texts[:2])
    title = split_words(texts[2])
    return after - before, f" {' '.join(title)} " in f" {' '.join(split_words(gold)[: len(title) + 60])} "


def _tell(rows: list[Row]) -> str:
    sites: dict[str, list[float]] = defaultdict(list)
    for site, change, _ in rows:
        sites[site].append(change)
    low, high = find_interval(sites.values(), 2000)
    right, wrong = (sum(has is which for _, _, has in rows) for which in (True, False))
    told = f"{mean(change for _, change, _ in rows):+.4f} ({low:+.4f} to {high:+.4f})"
    return f"{len(rows)} pages, {right} titles that the gold has, {wrong} that it has not, {told}"


if __name__ == "__main__":
    main()

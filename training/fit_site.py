"""Fit how much each piece of evidence counts that a site's other pages give: the weights of `cetr.site.weights`.

Those of gold at paths stand in `cetr.learned.templates`, because they count for templates of other sites, too.

    python -m training.fit_site --data DATA

Takes the sites of WCXB's development split and of CleanEval that have two pages or more, at most eight of each, scored
by a smaller model of three folds that saw no page of the site (half an hour on one core; ``--odds FILE`` keeps the
scores, for ``python -m benchmarks.sites --odds FILE``, too). Of every page the other pages of its site, or one of them,
are the evidence, and for gold that of one or two of them. What is made larger is the expected F1 of the pages, over
words; the signs are given.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from random import Random

import numpy as np
from scipy.optimize import minimize

from cetr.console import count_cores
from cetr.document import Floats
from cetr.learned import LEAST_WORDS, label_blocks, load_model, to_probability
from cetr.learned.training import Settings, fit
from cetr.site import GOLD, SITE, Evidence, Memory, Seen, Trace, find_host, gather_evidence, remember, see, trace
from training.build_model import read_examples
from training.datasets import DATA, DatasetPage, read_dataset

SETS = ("wcxb-dev", "cleaneval-en")
MOST_PAGES = 8
RIDGE = 0.1
LEAST_PATH = 0.1
"""The least weight of a path, see `cetr.site.weights`."""
SETTINGS = Settings(folds=3, members=2, epochs=2, trees=100)

AGAINST = ("same_place", "repeated", "repeated_long", "text_not_in_gold")
"""Evidence that can only count against a block; all other can only count for it."""


def main() -> None:
    """Score, fit and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--odds", type=Path, help="keep the scores here, or take those that are there")
    arguments = parser.parse_args()
    named = [(name, page) for name in SETS for page in read_dataset(arguments.data, name)]
    odds = _score(named, arguments.odds)
    sites: dict[str, list[tuple[DatasetPage, Floats]]] = defaultdict(list)
    for name, page in named:
        of_page = odds[f"{name} {page.id}"]
        if host := find_host(page.url):
            sites[f"{name} {host}"].append((page, of_page))
    alone, with_gold = [], []
    for site in sorted(sites):
        if len(pages := sites[site][:MOST_PAGES]) > 1:
            found = _gather(pages, Random(site))
            alone += found[0]
            with_gold += found[1]
    for title, rows, names in (("ALONE", alone, SITE), ("WITH_GOLD", with_gold, (*SITE, *GOLD))):
        weights = fit_weights(rows, names)
        print(title, {name: round(float(weight), 2) for name, weight in zip(names, weights, strict=True)})


Row = tuple[Evidence, Floats, Floats, Floats]
"""Evidence, and of the page's n blocks the log-odds, the words and the share that is gold, (n,) each."""


def _score(named: Sequence[tuple[str, DatasetPage]], kept: Path | None) -> dict[str, Floats]:
    """The log-odds of each page, by its set and id, by a model that saw no page of its site."""
    if kept is not None and kept.exists():
        return read_odds(kept)
    _, found = fit(read_examples(named, count_cores()), {}, SETTINGS, print)
    odds = {f"{name} {page.id}": of_page for (name, page), of_page in zip(named, found, strict=False)}
    if kept is not None:
        np.savez_compressed(kept, **odds)  # type: ignore[arg-type]
    return odds


def read_odds(kept: Path) -> dict[str, Floats]:
    """The log-odds that were kept."""
    with np.load(kept) as arrays:
        return {key: arrays[key] for key in arrays}


def _gather(pages: Sequence[tuple[DatasetPage, Floats]], draw: Random) -> tuple[list[Row], list[Row]]:
    """The rows of one site without gold, and with that of some pages."""
    looked = [_look(page, odds) for page, odds in pages]
    alone: list[Row] = []
    with_gold: list[Row] = []
    for number, (seen, share, _, _) in enumerate(looked):
        others = [other for i, other in enumerate(looked) if i != number]
        draw.shuffle(others)
        plain, labelled = [other[2] for other in others], [other[3] for other in others]
        for traces, rows in (
            (plain, alone),
            (plain[:1], alone),
            (labelled[:1] + plain[1:], with_gold),
            (labelled[:1], with_gold),
            (labelled[:2] + plain[2:], with_gold),
        ):
            words = seen.page.blocks.words
            memory = remember(Memory(), *traces)
            evidence = gather_evidence(memory, seen.key, seen.signature, words, seen.odds)
            if evidence.pages and (words * share).sum() > 0:
                rows.append((evidence, seen.odds, np.maximum(words, LEAST_WORDS), share))
    return alone, with_gold


def _look(page: DatasetPage, odds: Floats) -> tuple[Seen, Floats, Trace, Trace]:
    shipped = see(page.html, load_model())
    seen = Seen(shipped.key, shipped.page, odds, shipped.signature)
    return seen, label_blocks(seen.page.blocks, page.text).share, trace(seen), trace(seen, page.text)


def fit_weights(rows: Sequence[Row], names: Sequence[str]) -> Floats:
    """The weights (f,) of the first f columns of evidence that make the mean expected F1 largest."""
    table = np.concatenate([evidence.columns[:, : len(names)] for evidence, *_ in rows])
    odds, words, share = (np.concatenate([row[part] for row in rows]) for part in (1, 2, 3))
    page = np.repeat(np.arange(len(rows)), [len(row[1]) for row in rows])
    gold = np.bincount(page, words * share)

    def lose(weights: Floats) -> tuple[float, Floats]:
        probability = to_probability(odds + table @ weights)
        right = 2 * np.bincount(page, words * probability * share)
        size = np.bincount(page, words * probability) + gold
        slope = words * (2 * share * size[page] - right[page]) / size[page] ** 2 * probability * (1 - probability)
        loss = RIDGE / 2 * float(weights @ weights) - float((right / size).sum())
        return loss, RIDGE * weights - slope @ table

    bounds = [(None, 0) if n in AGAINST else (LEAST_PATH if n.startswith(("path", "gold")) else 0, None) for n in names]
    start = np.array([-0.1 if high == 0 else low + 0.1 for low, high in bounds])  # type: ignore[operator]
    found: Floats = minimize(lose, start, jac=True, method="L-BFGS-B", bounds=bounds).x
    return found


if __name__ == "__main__":
    main()

"""Rebuild the model that ships with the package: one command from the data sets to ``cetr/learned/model.npz``.

    python benchmarks/build_model.py --data ../shared/data -o cetr/learned/model.npz

Also writes how well each page did with models that saw no page of its site (``--scores``, JSON Lines).
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from importlib.metadata import version
from pathlib import Path

import numpy as np
from datasets import DATA, DatasetPage, find_site, is_judged, read_dataset
from tqdm import tqdm

from cetr.document import derive_text, split_words
from cetr.learned.choice import choose_blocks, to_probability
from cetr.learned.examples import Example, make_example
from cetr.learned.model import write_model
from cetr.learned.predict import join_blocks, read_page
from cetr.learned.pseudo import write_ideographs
from cetr.learned.train import Settings, fit

WEIGHTS = {"wcxb-dev": 1.0, "cleaneval-en": 0.5}
"""The data sets of the shipped model and what a page of each weighs. For others see docs/model-card.md."""

IDEOGRAPH_SHARE, IDEOGRAPH_WEIGHT = 5, 0.3
"""Every so many'th page is learned a second time with its words written in ideographs."""


def main() -> None:
    """Train, report and write."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--sets", default=",".join(WEIGHTS), help="data sets to train on")
    parser.add_argument("-o", "--output", type=Path, default=Path("cetr/learned/model.npz"))
    parser.add_argument("--scores", type=Path, help="write each page's cross-validated bag F1 here")
    parser.add_argument("--jobs", type=int, default=2)
    arguments = parser.parse_args()
    sets = arguments.sets.split(",")
    pages = [(name, page) for name in sets for page in read_dataset(arguments.data, name)]
    with ProcessPoolExecutor(arguments.jobs) as pool:
        made = list(tqdm(pool.map(partial(make_examples), pages, chunksize=8), total=len(pages), desc="read"))
    examples = [own for own, _ in made] + [extra for _, extra in made if extra is not None]
    settings = Settings()
    about: dict[str, object] = {
        "data": {name: sum(1 for n, _ in pages if n == name) for name in sets},
        "program": f"cetr-gold {version('cetr-gold')}",
        "settings": {name: getattr(settings, name) for name in Settings.__dataclass_fields__},
    }
    model, odds = fit(examples, about, settings, lambda step: print(step, file=sys.stderr))
    write_model(arguments.output, model)
    if arguments.scores:
        with arguments.scores.open("w", encoding="utf-8") as out:
            for (name, page), page_odds in tqdm(zip(pages, odds, strict=False), total=len(pages), desc="score"):
                site = find_site(page.url) or page.id
                row = {"set": name, "id": page.id, "site": site, "page_type": page.page_type,
                       "judged": is_judged(site), "f1": score_page(page, page_odds)}  # fmt: skip
                out.write(json.dumps(row) + "\n")


def make_examples(named: tuple[str, DatasetPage]) -> tuple[Example, Example | None]:
    """A page to learn from and, for some, the same page in ideographs."""
    name, page = named
    site = f"{name}:{find_site(page.url) or page.id}"
    weight = WEIGHTS.get(name, 0.5)
    own = make_example(page.html, page.text, site, weight=weight)
    if sum(page.id.encode()) % IDEOGRAPH_SHARE:
        return own, None
    return own, make_example(
        write_ideographs(page.html),
        write_ideographs(page.text, is_markup=False),
        site,
        weight=weight * IDEOGRAPH_WEIGHT,
    )


def score_page(page: DatasetPage, odds: np.ndarray[tuple[int], np.dtype[np.float64]]) -> float:
    """Bag F1 of the blocks that these log-odds choose."""
    blocks = read_page(page.html).blocks
    chosen, _ = choose_blocks(to_probability(odds), blocks.words)
    found = Counter(split_words(derive_text(page.html, join_blocks(blocks, chosen), blocks.tokens)))
    gold = Counter(split_words(page.text))
    if not found and not gold:
        return 1.0
    return 2 * (found & gold).total() / (found.total() + gold.total())


if __name__ == "__main__":
    main()

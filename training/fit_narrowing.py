"""Fit when the content of a page is narrowed to one container: the weights of `cetr.learned.narrowing`.

    python -m training.fit_site --data DATA --odds odds.npz
    python -m training.fit_narrowing --data DATA --odds odds.npz --model part.npz

``odds.npz`` has the log-odds of WCXB's and CleanEval's pages by models that saw no page of the site. Pages with one to
three made-up lists of teasers are added: of a third of the sites, scored by a model of the other two thirds, which is
kept in ``--model`` (20 minutes on one core). Every container weighs as much as F1 changes if the page is narrowed to
it. Prints the weights, and how F1 (over blocks) changes on the pages of each kind, with weights that were fitted to
other sites.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import chain
from pathlib import Path

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from tqdm import tqdm

from cetr.document import Floats, Spans
from cetr.learned import (
    LEAST_GAIN,
    LEAST_WORDS,
    NARROWING,
    Labels,
    Page,
    choose_blocks,
    join_blocks,
    label_blocks,
    load_model,
    read_head,
    read_page,
    refuse_outside,
    score_blocks,
    survey_candidates,
    to_probability,
    write_model,
)
from cetr.learned.training import fit
from training.boost_model import LEAST_COVERAGE
from training.build_model import COMMENTED, choose_lines, make_examples
from training.datasets import DATA, DatasetPage, find_domain, read_dataset
from training.fit_site import SETS, SETTINGS, read_odds
from training.teasers import Teaser, add_teasers, cut_teasers

FOLDS = 3
MOST_LISTS = 3
TEASED = (*COMMENTED, "mixed")
"""The types of pages that get lists of teasers; CleanEval calls its pages mixed."""
STRENGTH = 0.3


@dataclass(frozen=True)
class Row:
    """A page: its kind, site, the features (c, f) of its containers, and the change of F1 (c,) if narrowed to each."""

    kind: str
    site: str
    features: Floats
    change: Floats


def main() -> None:
    """Gather, fit, print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--odds", type=Path, required=True, help="the scores that training.fit_site keeps")
    parser.add_argument("--model", type=Path, required=True, help="keep the model of two thirds here, or take it")
    arguments = parser.parse_args()
    named = [(name, page) for name in SETS for page in read_dataset(arguments.data, name)]
    odds = read_odds(arguments.odds)
    rows = [found for name, page in tqdm(named) for found in _look(name, page, odds[f"{name} {page.id}"])]
    made = list(tqdm(_add_teasers([page for _, page in named], _learn(named, arguments.model))))
    changes: dict[str, list[float]] = {}
    for fold in range(FOLDS):
        weights, bias = fit_weights([row for row in rows + made if _draw("fold", row.site) != fold])
        for row in rows:
            if _draw("fold", row.site) == fold:
                for kind in {row.kind, "cleaneval-en" if row.kind == "cleaneval-en" else "wcxb-dev"}:
                    changes.setdefault(kind, []).append(_apply(row, weights, bias))
    for kind, values in sorted(changes.items()):
        drawn = np.random.default_rng(0).choice(values, size=(2000, len(values))).mean(axis=1)
        print(f"{kind}: {len(values)} pages, {np.mean(values):+.4f}", np.quantile(drawn, (0.025, 0.975)).round(4))
    weights, bias = fit_weights(rows + made)
    print({name: round(float(weight), 2) for name, weight in zip(NARROWING, weights, strict=True)}, round(bias, 2))


def _site(page: DatasetPage) -> str:
    return find_domain(page.url) or page.id


def _draw(salt: str, site: str) -> int:
    """Draw one of three parts of the sites."""
    return sha256(f"{salt}{site}".encode()).digest()[0] % FOLDS


def _is_held_out(page: DatasetPage) -> bool:
    return not _draw("x", _site(page))


def _learn(named: Sequence[tuple[str, DatasetPage]], kept: Path) -> Path:
    """The file of a model that saw no page of a third of the sites."""
    if not kept.exists():
        others = [(name, page) for name, page in named if not _is_held_out(page)]
        lines = choose_lines(page for _, page in others)
        made = [make_examples((number, *one), lines) for number, one in enumerate(others)]
        write_model(kept, fit(list(chain.from_iterable(made)), {}, SETTINGS, print)[0])
    return kept


def _add_teasers(pages: Sequence[DatasetPage], model: Path) -> Iterator[Row]:
    """Articles of this third of the sites with made-up lists of teasers."""
    scorer = load_model(str(model))
    articles = [page for page in pages if page.page_type in TEASED]
    teasers: list[Teaser] = cut_teasers((read_head(page.html).title, page.text) for page in articles)
    for number, page in enumerate(page for page in articles if _is_held_out(page)):
        blocks = read_page(page.html).blocks
        labels = label_blocks(blocks, page.text)
        html, content = page.html, join_blocks(blocks, labels.share > 0.5)
        if labels.coverage < LEAST_COVERAGE or not content:
            continue
        for lists in range(MOST_LISTS):
            html, content = add_teasers(html, content, teasers, MOST_LISTS * number + lists)
            read = read_page(html)
            yield from _survey("teasers", _site(page), read, score_blocks(read, scorer), content)


def _look(name: str, page: DatasetPage, odds: Floats) -> Iterator[Row]:
    kind = page.page_type if name == "wcxb-dev" else name
    yield from _survey(kind, _site(page), read_page(page.html), odds, page.text)


def _survey(kind: str, site: str, page: Page, odds: Floats, gold: str | Spans) -> Iterator[Row]:
    if not len(page.blocks):
        return
    labels = label_blocks(page.blocks, gold)
    found = survey_candidates(odds, page.blocks, page.tags, page.extents)
    narrowed = [refuse_outside(odds, page.extents, container) for container in found.containers.tolist()]
    alone = _score(odds, page.blocks.words, labels)
    change = np.array([_score(one, page.blocks.words, labels) - alone for one in narrowed])
    yield Row(kind, site, found.features, change)


def _score(odds: Floats, words: Floats, labels: Labels) -> float:
    chosen, _ = choose_blocks(to_probability(odds), words)
    weight = np.maximum(words, LEAST_WORDS) * labels.counted
    gold = weight * (labels.share > 0.5)
    return float(2 * gold[chosen].sum() / max(weight[chosen].sum() + gold.sum(), LEAST_WORDS))


def fit_weights(rows: Sequence[Row]) -> tuple[Floats, float]:
    """The weights (f,) and the bias of the log-odds that narrowing helps."""
    features, change = (np.concatenate(parts) for parts in zip(*((r.features, r.change) for r in rows), strict=True))
    count = np.concatenate([np.full(len(row.change), len(row.change)) for row in rows])
    regression = LogisticRegression(C=STRENGTH, max_iter=500)
    weight = 1000 * (np.abs(change) + 1e-6) / np.sqrt(count)
    scaler = StandardScaler()
    make_pipeline(scaler, regression).fit(features, change > 0, logisticregression__sample_weight=weight)
    weights: Floats = regression.coef_[0] / scaler.scale_
    return weights, float(regression.intercept_[0] - weights @ scaler.mean_)


def _apply(row: Row, weights: Floats, bias: float) -> float:
    """The change of F1 by what these weights do."""
    gain = row.features @ weights + bias
    return float(row.change[np.argmax(gain)]) if len(gain) and gain.max() > LEAST_GAIN else 0.0


if __name__ == "__main__":
    main()

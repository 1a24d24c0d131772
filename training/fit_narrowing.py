"""Fit when the content of a page is narrowed to a part below its headline: the weights of `cetr.learned.narrowing`.

    python -m training.fit_site --data DATA --odds odds.npz
    python -m training.fit_narrowing --data DATA --odds odds.npz --model part.npz

``odds.npz`` has the log-odds of WCXB's and CleanEval's pages by models that saw no page of the site. Two kinds of pages
are added. Articles among made-up lists of teasers: of a third of the sites, scored by a model of the other two thirds,
which is kept in ``--model`` (20 minutes on one core). And pages without a headline, for which a heading before the
content is taken, because few listings and collections have one.

The weights make the expected change of F1 (over blocks) as great as possible if each part, or none, is chosen with the
probability that a softmax of their scores gives it. Prints how F1 changes on the pages of each kind, with weights that
were fitted to other sites, and the weights.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from itertools import chain
from pathlib import Path

import numpy as np
from scipy.optimize import minimize
from sklearn.linear_model import LogisticRegression
from tqdm import tqdm

from cetr.document import Floats, Spans
from cetr.learned import (
    LEAST_WORDS,
    NARROWING,
    Labels,
    Page,
    choose_blocks,
    join_blocks,
    label_blocks,
    list_terms,
    load_model,
    mark_headings,
    narrow_to,
    read_head,
    read_page,
    score_blocks,
    survey_parts,
    to_probability,
    write_model,
)
from cetr.learned.training import fit
from training.boost_model import LEAST_COVERAGE
from training.build_model import COMMENTED, choose_lines, make_examples
from training.datasets import DATA, DatasetPage, find_domain, read_dataset
from training.fit_site import SETS, SETTINGS, read_odds
from training.teasers import Teaser, add_many_teasers, add_teasers, cut_teasers, shorten

FOLDS = 4
TEASED = (*COMMENTED, "mixed")
"""The types of pages that get lists of teasers; CleanEval calls its pages mixed."""
TEASERS, HEADLINE = "with teasers", "with headline"
OF_NO_TYPE = (TEASERS, HEADLINE, "cleaneval-en")
"""The kinds of pages that are not the types of WCXB's own pages."""
TEASERS_WEIGHT = 0.5
DECAY = 1e-3
"""The penalty on the squares of the weights of standardized features."""
BEFORE, SHORTEST, LONGEST = 12, 3, 20
"""A heading at most so many blocks before the content and with so many words is taken for a headline."""
STRENGTH = 0.3


@dataclass(frozen=True)
class Row:
    """A page: its kind, site and weight, the features (p, f) of its parts, and the change of F1 (p,) by each."""

    kind: str
    site: str
    weight: float
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
    rows = [row for name, page in tqdm(named) for row in _look(name, page, odds[f"{name} {page.id}"])]
    rows += tqdm(_add_teasers([page for _, page in named], _learn(named, arguments.model)))
    changes: dict[str, list[float]] = {}
    for fold in range(FOLDS):
        weights, bias = fit_weights([row for row in rows if _draw("fold", row.site, FOLDS) != fold])
        for row in rows:
            if _draw("fold", row.site, FOLDS) == fold:
                for kind in {row.kind} if row.kind in OF_NO_TYPE else {row.kind, "wcxb-dev"}:
                    changes.setdefault(kind, []).append(_apply(row, weights, bias))
    for kind, values in sorted(changes.items()):
        drawn = np.random.default_rng(0).choice(values, size=(2000, len(values))).mean(axis=1)
        print(f"{kind}: {len(values)} pages, {np.mean(values):+.4f}", np.quantile(drawn, (0.025, 0.975)).round(4))
    weights, bias = fit_weights(rows)
    print({name: round(float(weight), 2) for name, weight in zip(NARROWING, weights, strict=True)}, round(bias, 2))


def _site(page: DatasetPage) -> str:
    return find_domain(page.url) or page.id


def _draw(salt: str, site: str, parts: int) -> int:
    """Draw one of some parts of the sites."""
    return sha256(f"{salt}{site}".encode()).digest()[0] % parts


def _is_held_out(page: DatasetPage) -> bool:
    return not _draw("x", _site(page), 3)


def _learn(named: Sequence[tuple[str, DatasetPage]], kept: Path) -> Path:
    """The file of a model that saw no page of a third of the sites."""
    if not kept.exists():
        others = [(name, page) for name, page in named if not _is_held_out(page)]
        lines = choose_lines(page for _, page in others)
        made = [make_examples((number, *one), lines) for number, one in enumerate(others)]
        write_model(kept, fit(list(chain.from_iterable(made)), {}, SETTINGS, print)[0])
    return kept


def _add_teasers(pages: Sequence[DatasetPage], model: Path) -> Iterator[Row]:
    """Articles of this third of the sites with made-up lists of teasers, every second one shortened."""
    scorer = load_model(str(model))
    articles = [page for page in pages if page.page_type in TEASED]
    teasers: list[Teaser] = cut_teasers((read_head(page.html).title, page.text) for page in articles)
    for number, page in enumerate(page for page in articles if _is_held_out(page)):
        blocks = read_page(page.html).blocks
        labels = label_blocks(blocks, page.text)
        taken = np.flatnonzero(labels.share > 0.5)
        if labels.coverage < LEAST_COVERAGE or not len(taken):
            continue
        parts = tuple(zip(blocks.start[taken].tolist(), blocks.end[taken].tolist(), strict=True))
        content = join_blocks(blocks, labels.share > 0.5)
        for html, gold in (
            add_teasers(page.html, content, teasers, 4 * number),
            add_many_teasers(page.html, content, teasers, 4 * number + 1),
            add_many_teasers(*shorten(page.html, parts, number), teasers, 4 * number + 2),
            add_many_teasers(*shorten(page.html, parts, number + 1), teasers, 4 * number + 3),
        ):
            read = read_page(html)
            yield from _survey(
                TEASERS,
                _site(page),
                read,
                score_blocks(read, list_terms(read.tags, scorer.paths.terms), scorer),
                gold,
                TEASERS_WEIGHT,
            )


def _look(name: str, page: DatasetPage, odds: Floats) -> Iterator[Row]:
    """The page, and if it has no headline, also with a heading for one."""
    kind, read = page.page_type if name == "wcxb-dev" else name, read_page(page.html)
    yield from _survey(kind, _site(page), read, odds, page.text)
    if read.headline is None and (heading := _find_heading(read, page.text)) is not None:
        yield from _survey(HEADLINE, _site(page), replace(read, headline=heading), odds, page.text)


def _find_heading(page: Page, gold: str) -> int | None:
    """The last heading before the content, or a short block there."""
    content = np.flatnonzero((label_blocks(page.blocks, gold).share > 0.5) & (page.blocks.words > 0))
    if not len(content):
        return None
    place, words = np.arange(len(page.blocks)), page.blocks.words
    fits = (place >= content[0] - BEFORE) & (place <= content[0] + 1) & (words >= SHORTEST)
    fits &= (words <= LONGEST) & (page.blocks.flagged[:, 0] < 0.5)
    headings = fits & mark_headings(page.blocks)[page.blocks.container]
    found = np.flatnonzero(headings if headings.any() else fits)
    if not len(found):
        return None
    above = found[found <= content[0]]
    return int(above[-1] if len(above) else found[0])


def _survey(kind: str, site: str, page: Page, odds: Floats, gold: str | Spans, weight: float = 1.0) -> Iterator[Row]:
    if not len(page.blocks):
        return
    labels = label_blocks(page.blocks, gold)
    features, change = np.zeros((0, len(NARROWING))), np.zeros(0)
    if page.headline is not None and labels.coverage > 0.5:
        parts = survey_parts(odds, page.blocks, page.tags, page.extents, page.headline)
        alone = _score(odds, page.blocks.words, labels)
        narrowed = [narrow_to(odds, parts, number) for number in range(len(parts))]
        features = parts.features
        change = np.array([_score(one, page.blocks.words, labels) - alone for one in narrowed])
    yield Row(kind, site, weight, features, change)


def _score(odds: Floats, words: Floats, labels: Labels) -> float:
    chosen, _ = choose_blocks(to_probability(odds), words)
    weight = np.maximum(words, LEAST_WORDS) * labels.counted
    gold = weight * (labels.share > 0.5)
    return float(2 * gold[chosen].sum() / max(weight[chosen].sum() + gold.sum(), LEAST_WORDS))


def fit_weights(rows: Sequence[Row]) -> tuple[Floats, float]:
    """The weights (f,) and the bias with the greatest expected change of F1."""
    rows = [row for row in rows if len(row.change)]
    features, change = (np.concatenate(parts) for parts in zip(*((r.features, r.change) for r in rows), strict=True))
    count = np.array([len(row.change) for row in rows])
    first = np.cumsum(count) - count
    weight = np.array([row.weight for row in rows])
    weight /= weight.sum()
    mean, spread = features.mean(axis=0), features.std(axis=0) + 1e-9
    table = np.column_stack(((features - mean) / spread, np.ones(len(features))))
    penalty = np.append(np.full(features.shape[1], DECAY), 0)

    def lose(weights: Floats) -> tuple[float, Floats]:
        score = table @ weights
        most = np.maximum(np.maximum.reduceat(score, first), 0)  # no part at all scores 0
        part = np.exp(score - np.repeat(most, count))
        part /= np.repeat(np.add.reduceat(part, first) + np.exp(-most), count)
        expected = np.add.reduceat(part * change, first)
        slope = part * np.repeat(weight, count) * (change - np.repeat(expected, count))
        return float(penalty @ weights**2 - weight @ expected), 2 * penalty * weights - table.T @ slope

    # The loss has many minima: the search begins where a part is chosen if it improves the content.
    better = LogisticRegression(C=STRENGTH, max_iter=500)
    better.fit(table[:, :-1], change > 0, sample_weight=1000 * len(rows) * np.repeat(weight, count) * np.abs(change))
    start = np.append(better.coef_[0], better.intercept_[0]) / 2
    fitted = minimize(lose, start, jac=True, method="L-BFGS-B", options={"maxiter": 500}).x
    weights: Floats = fitted[:-1] / spread
    return weights, float(fitted[-1] - weights @ mean)


def _apply(row: Row, weights: Floats, bias: float) -> float:
    """The change of F1 by what these weights do."""
    gain = row.features @ weights + bias
    return float(row.change[np.argmax(gain)]) if len(gain) and gain.max() > 0 else 0.0


if __name__ == "__main__":
    main()

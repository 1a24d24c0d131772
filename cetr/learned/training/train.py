"""Training: from pages and their gold to a model, cross-fitted: every stage learns from scores of unseen sites."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from cetr.document import Bools, Floats
from cetr.learned.columns import Describe, Matrix, stack_columns
from cetr.learned.loading import list_columns
from cetr.learned.model import Model
from cetr.learned.network import evaluate_network
from cetr.learned.paths import choose_terms, count_terms, list_terms, survey_names
from cetr.learned.predict import LEAST_ODDS, find_bias, measure_page
from cetr.learned.scores import survey_scores
from cetr.learned.training.estimators import Settings, fit_network, fit_paths, fit_trees
from cetr.learned.training.examples import Example, fold_of
from cetr.learned.trees import evaluate_trees

Progress = Callable[[str], None]


def fit(
    examples: Sequence[Example], about: Mapping[str, object], settings: Settings, say: Progress = lambda _: None
) -> tuple[Model, list[Floats]]:
    """Train a model; also return, for every example, log-odds (n,) by models that learned from no page of its site.

    As usual in stacking, the first scores of the pages that the second stage learns from come from networks that did
    learn from that site.
    """
    folds = np.array([fold_of(example.site, settings.folds) for example in examples])
    filled = np.array([len(example.page.blocks) > 0 for example in examples])
    teaching = np.array([example.teaches for example in examples])
    terms = choose_terms([(example.site, example.page.tags) for example in examples], settings.least_sites)
    rows = [count_terms(example.page.blocks, example.page.tags, terms) for example in examples]
    features: list[Matrix] = [measure_page(e.page) for e in examples]

    # Each fold is predicted by what learned from the others; the last part learns from all, for the model itself.
    parts = [
        (np.flatnonzero(teaching & (folds != k)).tolist(), np.flatnonzero(filled & (folds == k)).tolist())
        for k in range(settings.folds)
    ]
    parts = [part for part in parts if part[1]] + [(np.flatnonzero(teaching).tolist(), [])]

    for number, (learn, predict) in enumerate(parts):
        say(f"names, part {number + 1} of {len(parts)}")
        target, weight = _targets(examples, learn)
        paths = fit_paths(terms, [rows[i] for i in learn], target, weight, settings)
        for i in predict:
            page = examples[i].page
            known = list_terms(page.tags, terms)
            features[i] = _extend(features[i], survey_names(page.blocks, page.tags, page.extents, known, paths))

    odds: list[Floats] = [np.zeros(0) for _ in examples]
    for number, (learn, predict) in enumerate(parts):
        say(f"first scores, part {number + 1} of {len(parts)}")
        first = fit_network(np.concatenate([features[i] for i in learn]), *_targets(examples, learn), settings)
        for i in predict:
            odds[i] = evaluate_network(first, features[i]).astype(np.float64)
    for i in np.flatnonzero(filled).tolist():
        page = examples[i].page
        features[i] = _extend(features[i], survey_scores(odds[i], page.blocks, page.extents))
    open_blocks = [one > LEAST_ODDS for one in odds]
    for number, (learn, predict) in enumerate(parts):
        say(f"second scores, part {number + 1} of {len(parts)}")
        second = fit_trees(*_gather(features, examples, open_blocks, learn), settings)
        for i in predict:
            if open_blocks[i].any():
                odds[i][open_blocks[i]] = evaluate_trees(second, features[i][open_blocks[i]])
    columns, first_columns = list_columns()
    bias = settings.bias, settings.comment_bias
    model = Model(paths, columns, first_columns, first, second, *bias, adaptation=None, templates=None, about=about)
    for i in np.flatnonzero(filled).tolist():
        odds[i] += find_bias(examples[i].page, list_terms(examples[i].page.tags, terms), model)
    return model, odds


def _extend(features: Matrix, describe: Describe) -> Matrix:
    """Add the features that a description has of all blocks, (n, f)."""
    return np.concatenate((features, stack_columns(describe(slice(0, len(features)))).T), axis=1)


def _gather(
    features: Sequence[Matrix], examples: Sequence[Example], kept: Sequence[Bools], pages: Sequence[int]
) -> tuple[Matrix, Floats, Floats]:
    """Gather features, targets and weights of the kept blocks of some pages."""
    return (
        np.concatenate([features[i][kept[i]] for i in pages]),
        np.concatenate([examples[i].target[kept[i]] for i in pages]),
        np.concatenate([examples[i].weight[kept[i]] for i in pages]),
    )


def _targets(examples: Sequence[Example], pages: Sequence[int]) -> tuple[Floats, Floats]:
    """Join targets and weights of all blocks of some pages."""
    return np.concatenate([examples[i].target for i in pages]), np.concatenate([examples[i].weight for i in pages])

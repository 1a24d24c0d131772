"""More trees for a trained model, learned from kinds of pages that it was trained on too rarely."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from sklearn.tree import DecisionTreeRegressor

from cetr.document import Bools
from cetr.learned.choice import to_probability
from cetr.learned.columns import Matrix, stack_columns
from cetr.learned.model import Model
from cetr.learned.network import evaluate_network
from cetr.learned.paths import list_terms, survey_names
from cetr.learned.predict import LEAST_ODDS
from cetr.learned.scores import survey_scores
from cetr.learned.training.examples import Example
from cetr.learned.training.packing import join_trees, pack_tree
from cetr.learned.trees import evaluate_trees

LEAST_SLOPE = 0.05
"""Log-odds are limited to this, because otherwise a single block of which the model is very sure would decide a leaf.
"""


@dataclass(frozen=True)
class Boosting:
    """Settings. Each tree sees ``columns`` of the features and the share ``rows`` of the blocks."""

    trees: int = 15
    rate: float = 0.1
    depth: int = 6
    leaves: int = 24
    least_leaf: int = 80
    columns: int = 50
    rows: float = 0.4
    seed: int = 0


def boost(model: Model, examples: Sequence[Example], settings: Boosting) -> Model:
    """Add trees to the model, each fitted to the mistakes of those before it on the examples (Newton's steps)."""
    found = [(describe_blocks(e, model), e) for e in examples if e.teaches]
    table = np.concatenate([rows for (rows, _), _ in found])
    target = np.concatenate([e.target[unsettled] for (_, unsettled), e in found])
    weight = np.concatenate([e.weight[unsettled] for (_, unsettled), e in found])
    odds, weight = evaluate_trees(model.second, table), weight / weight.mean()
    source = np.random.RandomState(settings.seed)
    trees = [model.second]
    for number in range(settings.trees):
        probability = to_probability(odds)
        slope = np.maximum(probability * (1 - probability), LEAST_SLOPE)
        columns = source.permutation(table.shape[1])[: settings.columns]
        rows = source.rand(len(table)) < settings.rows
        tree = DecisionTreeRegressor(
            max_depth=settings.depth,
            max_leaf_nodes=settings.leaves,
            min_samples_leaf=settings.least_leaf,
            random_state=settings.seed + number,
        )
        step = (target - probability) / slope
        tree.fit(table[rows][:, columns], step[rows], sample_weight=(weight * slope)[rows])
        nodes = tree.tree_
        values = settings.rate * nodes.value.ravel()
        features = columns[np.maximum(nodes.feature, 0)]  # that of a leaf is below 0
        trees.append(pack_tree(nodes.children_left, nodes.children_right, features, nodes.threshold, values))
        odds += evaluate_trees(trees[-1], table)
    return replace(model, second=join_trees(trees))


def describe_blocks(example: Example, model: Model) -> tuple[Matrix, Bools]:
    """Compute the features of the blocks that the first stage leaves open, and mark these blocks among all, (n,)."""
    page = example.page
    everything = slice(0, len(page.blocks))
    known = list_terms(page.tags, model.paths.terms)
    names = survey_names(page.blocks, page.tags, page.extents, known, model.paths)
    features = stack_columns(page.describe(everything), names(everything))
    first = evaluate_network(model.first, features.T).astype(np.float64)
    unsettled: Bools = first > LEAST_ODDS
    scores = stack_columns(survey_scores(first, page.blocks, page.extents)(everything))
    return np.concatenate((features, scores)).T[unsettled], unsettled

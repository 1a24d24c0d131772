"""The learning algorithms, all from scikit-learn, and the conversion of their results to our arrays."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt
import scipy.sparse as sp
from sklearn.ensemble import HistGradientBoostingClassifier
from sklearn.exceptions import ConvergenceWarning
from sklearn.linear_model import SGDClassifier
from sklearn.neural_network import MLPClassifier

from cetr.document import Floats
from cetr.learned.columns import Matrix
from cetr.learned.network import CLIP, Network
from cetr.learned.paths import ROLES, PathWeights, Vocabulary
from cetr.learned.training.packing import join_trees, pack_tree
from cetr.learned.trees import Trees, evaluate_trees

BINS = 64
"""The most bins into which a feature is divided for trees."""


@dataclass(frozen=True)
class Settings:
    """How to train. The defaults were chosen on the tuning half of WCXB's development set (docs/model-card.md)."""

    folds: int = 5
    least_sites: int = 3
    """The number of sites on which a term must occur to get a weight."""
    path_alpha: float = 3e-6
    path_epochs: int = 3
    members: int = 6
    """The number of networks in the ensemble."""
    hidden: tuple[int, int] = (64, 32)
    epochs: int = 3
    batch: int = 512
    rate: float = 1e-3
    decay: float = 1e-4
    blind: float = 0.2
    """The share of the features that each network does not see, so that the ensemble's members differ."""
    trees: int = 130
    tree_rate: float = 0.06
    leaves: int = 31
    depth: int = 7
    least_leaf: int = 60
    ridge: float = 5.0
    seen: float = 0.25
    """The share of the features that each split of a tree may choose from."""
    bias: float = -0.25
    """Added to the log-odds before choosing."""
    comment_bias: float = -1.0
    """Added for blocks in parts called comments: few guidelines include them, as CleanEval's do."""
    seed: int = 0


def fit_paths(
    terms: Vocabulary, rows: Sequence[sp.csr_matrix], target: Floats, weight: Floats, settings: Settings
) -> PathWeights:
    """Fit a logistic regression of the blocks' targets (n,) on the terms that lead to them, rows (n, ROLES * v) in
    parts.
    """
    classifier = SGDClassifier(
        loss="log_loss",
        alpha=settings.path_alpha,
        max_iter=settings.path_epochs,
        tol=None,
        average=True,
        random_state=settings.seed,
    )
    classifier.fit(sp.vstack(rows, format="csr"), target, sample_weight=weight / weight.mean())
    # Rounded as the model file rounds, too.
    weights = classifier.coef_.reshape(ROLES, len(terms)).astype(np.float32)
    return PathWeights(terms, weights.astype(np.float64))


def fit_network(table: Matrix, target: Floats, weight: Floats, settings: Settings) -> Network:
    """Train an ensemble, each member from another seed and without some of the features. Changes ``table``."""
    weight = weight / weight.mean()
    mean, scale = table.mean(axis=0), 1 / (table.std(axis=0) + 1e-3)
    table -= mean
    table *= scale
    np.clip(table, -CLIP, CLIP, out=table)
    members = []
    for number in range(settings.members):
        seed = settings.seed * 1000 + number
        seen = np.random.RandomState(seed).rand(table.shape[1]) >= settings.blind
        members.append((seen, _fit_member(table * seen.astype(np.float32), target, weight, seed, settings)))
    return Network(
        mean=mean.astype(np.float32),
        scale=scale.astype(np.float32),
        first=_round(np.concatenate([m.coefs_[0] * seen[:, np.newaxis] for seen, m in members], axis=1)),
        first_bias=np.concatenate([m.intercepts_[0] for _, m in members]).astype(np.float32),
        second=_round(np.stack([m.coefs_[1] for _, m in members])),
        second_bias=np.stack([m.intercepts_[1][np.newaxis] for _, m in members]).astype(np.float32),
        last=_round(np.stack([m.coefs_[2] for _, m in members])),
        last_bias=np.stack([m.intercepts_[2][np.newaxis] for _, m in members]).astype(np.float32),
    )


def _round(weights: Floats) -> Matrix:
    """Round as the model file does, so that a model is the same after it is written and read."""
    return weights.astype(np.float16).astype(np.float32)


def _fit_member(table: Matrix, target: Floats, weight: Floats, seed: int, settings: Settings) -> MLPClassifier:
    """Train one network; its learning rate falls as a half cosine."""
    member = MLPClassifier(
        settings.hidden,
        batch_size=min(settings.batch, len(table)),
        learning_rate_init=settings.rate,
        alpha=settings.decay,
        random_state=seed,
        max_iter=1,
        warm_start=True,
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        for epoch in range(settings.epochs):
            member.set_params(
                learning_rate_init=settings.rate * (0.03 + 0.5 * (1 + np.cos(np.pi * epoch / settings.epochs)))
            )
            member.fit(table, target, sample_weight=weight)
    return member


def fit_trees(table: Matrix, target: Floats, weight: Floats, settings: Settings) -> Trees:
    """Boost decision trees and put their nodes into one table.

    Features are binned here, because scikit-learn takes minutes to find weighted quantiles of many features.
    """
    edges = [find_edges(column) for column in table.T]
    binned = np.stack([np.searchsorted(e, c) for e, c in zip(edges, table.T, strict=True)], axis=1)
    boosting = HistGradientBoostingClassifier(
        max_iter=settings.trees,
        learning_rate=settings.tree_rate,
        max_leaf_nodes=settings.leaves,
        max_depth=settings.depth,
        min_samples_leaf=settings.least_leaf,
        l2_regularization=settings.ridge,
        max_features=settings.seen,
        max_bins=BINS,
        early_stopping=False,
        random_state=settings.seed,
    )
    boosting.fit(binned, target, sample_weight=weight / weight.mean())
    # scikit-learn shows the nodes nowhere in public: the comparison below tells when they mean something else.
    joined = join_trees([_pack(step[0].nodes, edges) for step in boosting._predictors])
    trees = replace(joined, base=float(boosting._baseline_prediction.item()))
    if not np.allclose(evaluate_trees(trees, table[:1000]), boosting.decision_function(binned[:1000]), atol=1e-3):
        raise RuntimeError("this version of scikit-learn stores its trees differently; install one of 1.7 to 1.9")
    return trees


def find_edges(values: Matrix) -> Matrix:
    """Find at most BINS - 1 different values, quantiles, that divide a feature: the bin of a value is the number of
    edges below.
    """
    step = max(1, len(values) // 50_000)
    return np.unique(np.quantile(values[::step], np.linspace(0, 1, BINS + 1)[1:-1], method="lower"))


def _pack(nodes: npt.NDArray[np.void], edges: Sequence[Matrix]) -> Trees:
    """Pack a tree, and undo the binning of its thresholds."""
    features, bins = nodes["feature_idx"], nodes["num_threshold"].astype(np.int64)
    limits = [0.0 if leaf else edges[i][k] for leaf, i, k in zip(nodes["is_leaf"], features, bins, strict=True)]
    return pack_tree(nodes["left"], nodes["right"], features, np.array(limits), nodes["value"])

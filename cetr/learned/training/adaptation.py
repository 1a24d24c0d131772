"""Learning from a few pages of your own: a correction of a model by the names in their markup."""

from __future__ import annotations

import hashlib
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import scipy.sparse as sp
from sklearn.exceptions import ConvergenceWarning
from sklearn.linear_model import LogisticRegression

from cetr.document import Floats
from cetr.learned.choice import LEAST_WORDS, choose_blocks, to_probability
from cetr.learned.model import Adaptation, Model
from cetr.learned.paths import ROLES, PathWeights, Vocabulary, choose_terms, count_terms, list_terms
from cetr.learned.predict import weigh_blocks
from cetr.learned.training.examples import Example

STRENGTHS = (0.003, 0.01, 0.03, 0.1)
"""Inverse penalties that are tried, besides no correction at all."""

_FOLDS = 5
_PRIOR_UNIT = 8.0
"""The prior log-odds are multiplied by this as a feature, so that the penalty hardly affects their weight."""


@dataclass(frozen=True)
class Adapted:
    """The corrected model, the chosen strength (0: none), and log-odds (n,) of each example's blocks: ``prior`` by the
    model before, ``odds`` by corrections that did not see the example.
    """

    model: Model
    strength: float
    prior: list[Floats]
    odds: list[Floats]


def adapt(
    model: Model, examples: Sequence[Example], about: Mapping[str, object], step: Callable[[], object] = lambda: None
) -> Adapted:
    """Correct a model by examples, with the strength that does best on folds of other sites (of other pages, if there
    are fewer than three sites), or not at all if that does best. Calls ``step`` `count_steps` times.
    """
    prior = [_weigh(example, replace(model, adaptation=None)) for example in examples]
    terms = choose_terms([(str(i), example.page.tags) for i, example in enumerate(examples)], least_sites=2)
    rows = [count_terms(example.page.blocks, example.page.tags, terms) for example in examples]
    folds = choose_folds(examples)
    best, strength, odds = measure(examples, prior), 0.0, prior
    for tried in STRENGTHS:
        honest = list(prior)
        for k in sorted(set(folds)):
            learn = [i for i, e in enumerate(examples) if folds[i] != k and e.teaches]
            correction = _fit(terms, rows, prior, examples, learn, tried)
            for i in np.flatnonzero(np.array(folds) == k).tolist():
                honest[i] = _apply(correction, rows[i], prior[i])
            step()
        reached = measure(examples, honest)
        if reached > best:
            best, strength, odds = reached, tried, honest
    about = {**about, "settings": {"strength": strength, "strengths": STRENGTHS, "folds": _FOLDS}}
    if not strength:
        step()
        return Adapted(replace(model, about=about), 0.0, prior, odds)
    learn = [i for i, e in enumerate(examples) if e.teaches]
    correction = _fit(terms, rows, prior, examples, learn, strength)
    step()
    return Adapted(replace(model, adaptation=correction, about=about), strength, prior, odds)


def _weigh(example: Example, model: Model) -> Floats:
    """Weigh the blocks without leaving out comments: whether they are content, the correction may teach."""
    page = example.page
    return weigh_blocks(page, list_terms(page.tags, model.paths.terms), model) if len(page.blocks) else np.zeros(0)


def count_steps(examples: Sequence[Example]) -> int:
    """Count how many times `adapt` calls its ``step``: each strength on each fold, and the model itself."""
    return len(STRENGTHS) * len(set(choose_folds(examples))) + 1


def choose_folds(examples: Sequence[Example]) -> list[int]:
    """Choose the fold of each example: sites stay together if there are at least three."""
    by_site = len({example.site for example in examples}) >= 3
    keys = [example.site if by_site else f"{example.site} {i}" for i, example in enumerate(examples)]
    # Dealt out, in an order that is the same on every machine: a few keys by their hashes alone may all be in one fold.
    dealt = sorted(set(keys), key=lambda key: hashlib.sha256(key.encode("utf-8")).digest())
    folds = {key: i % _FOLDS for i, key in enumerate(dealt)}
    return [folds[key] for key in keys]


def measure(examples: Sequence[Example], odds: Sequence[Floats]) -> float:
    """Compute mean F1 over the examples that teach, counting each block's words as content or not, by its target."""
    scores = []
    for example, one in zip(examples, odds, strict=True):
        if not example.teaches:
            continue
        chosen, _ = choose_blocks(to_probability(one), example.page.blocks.words)
        weight = np.maximum(example.page.blocks.words, LEAST_WORDS)
        right = (weight * example.target)[chosen].sum()
        scores.append(2 * right / max(weight[chosen].sum() + (weight * example.target).sum(), LEAST_WORDS))
    return float(np.mean(scores)) if scores else 0.0


def _fit(
    terms: Vocabulary,
    rows: Sequence[sp.csr_matrix],
    prior: Sequence[Floats],
    examples: Sequence[Example],
    learn: Sequence[int],
    strength: float,
) -> Adaptation:
    """Fit a logistic regression on the model's log-odds and the terms; no correction if there is nothing to learn."""
    target = np.concatenate([np.zeros(0), *(examples[i].target for i in learn)])
    weight = np.concatenate([np.zeros(0), *(examples[i].weight for i in learn)])
    if not (target == 0).any() or not (target == 1).any():
        return Adaptation(PathWeights(terms, np.zeros((ROLES, len(terms)))), 1.0, 0.0)
    known = np.concatenate([prior[i] for i in learn]) * _PRIOR_UNIT
    table = sp.hstack([sp.csr_matrix(known[:, np.newaxis]), sp.vstack([rows[i] for i in learn])], format="csr")
    regression = LogisticRegression(C=strength, max_iter=300)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)  # as far as it comes is far enough
        regression.fit(table, target, sample_weight=weight / weight.mean())
    found = regression.coef_.ravel()
    weights = found[1:].reshape(ROLES, len(terms)).astype(np.float32).astype(np.float64)
    scale = float(max(found[0] * _PRIOR_UNIT, 0.0))
    return Adaptation(PathWeights(terms, weights), scale, float(regression.intercept_[0]))


def _apply(correction: Adaptation, rows: sp.csr_matrix, prior: Floats) -> Floats:
    corrected: Floats = correction.scale * prior + correction.bias + rows @ correction.paths.weights.ravel()
    return corrected

"""What the learning algorithms are told, by what they then compute: losses, weights, limits, and the rate."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
import scipy.sparse as sp

from cetr.document import Bools, Floats
from cetr.learned.columns import Matrix
from cetr.learned.network import CLIP, Network, evaluate_network
from cetr.learned.paths import Vocabulary
from cetr.learned.training.estimators import Settings, fit_network, fit_paths, fit_trees
from cetr.learned.trees import Trees, evaluate_trees

TREES = Settings(trees=1, tree_rate=0.5, least_leaf=1, ridge=2.0, seen=1.0)
NETWORK = Settings(members=1, hidden=(3, 2), epochs=1, rate=0.05, decay=0.0, blind=0.0)

KIND = np.repeat([0, 1], [60, 40])
TARGET = np.concatenate([np.repeat([1.0, 0.0], [15, 45]), np.repeat([1.0, 0.0], [30, 10])])
WEIGHT = np.where(np.arange(100) % 2, 2.0, 0.5)


def make_table(*columns: Floats) -> Matrix:
    """Features that scikit-learn sees as we do."""
    return np.stack(columns, axis=1).astype(np.float32)


def boost_by_hand(settings: Settings) -> Floats:
    """The log-odds of both kinds after Newton's steps of the weighted logistic loss, from that of all targets."""
    weight = WEIGHT / WEIGHT.mean()
    share = np.average(TARGET, weights=WEIGHT)
    odds = np.full(2, math.log(share / (1 - share)))
    for _ in range(settings.trees):
        for kind in (0, 1):
            of_kind = kind == KIND
            p = 1 / (1 + math.exp(-odds[kind]))
            slope, curve = (weight * (TARGET - p))[of_kind].sum(), (weight * p * (1 - p))[of_kind].sum()
            odds[kind] += settings.tree_rate * slope / (curve + settings.ridge)
    return odds


@pytest.mark.parametrize("trees", [1, 3])
def test_trees_take_newtons_steps_of_the_weighted_loss(trees: int) -> None:
    """From the log-odds of all targets; with a ridge, a rate, and weights that are relative to their mean."""
    settings = replace(TREES, trees=trees)
    found = fit_trees(make_table(KIND), TARGET, WEIGHT, settings)
    assert len(found.roots) == trees
    assert evaluate_trees(found, make_table(np.array([0, 1]))) == pytest.approx(boost_by_hand(settings), abs=1e-6)
    scaled = fit_trees(make_table(KIND), TARGET, WEIGHT * 1024, settings)
    assert scaled.value.tolist() == found.value.tolist()


def test_trees_are_as_deep_and_as_wide_as_they_may_be() -> None:
    """The depth, the number of leaves, and the rows of a leaf are limited."""
    rows = np.arange(64.0)

    def count(target: Bools, **limits: int) -> tuple[int, int]:
        settings = replace(replace(TREES, leaves=64, depth=64), **limits)
        tree = fit_trees(make_table(rows), target * 1.0, np.ones(64), settings)
        return tree.depth, int(np.isinf(tree.threshold).sum())

    striped, halved = rows // 4 % 2 > 0, rows >= 32
    assert count(striped, depth=1) == (1, 2)
    assert count(striped, leaves=3) == (2, 3)
    assert count(halved, least_leaf=33) == (0, 1)
    assert count(halved, least_leaf=32) == (1, 2)


def count_roots(trees: Trees) -> int:
    """The number of features by which trees split first."""
    return len(set(trees.feature[trees.roots].tolist()))


def test_a_split_chooses_from_some_of_the_features() -> None:
    """With an eighth of eight features each tree splits by the one that it may see."""
    helpful = np.repeat([0.0, 1.0], 50)
    noise = np.random.RandomState(0).rand(7, 100)
    settings = replace(TREES, trees=8, depth=1)
    table = make_table(helpful, *noise)
    assert count_roots(fit_trees(table, helpful, np.ones(100), settings)) == 1
    assert count_roots(fit_trees(table, helpful, np.ones(100), replace(settings, seen=1 / 8))) > 3


def test_a_threshold_is_a_value_of_the_feature() -> None:
    """What is as large goes with what is smaller, as in the bins that scikit-learn got."""
    values = np.repeat([-3.5, 0.25, 7.0, 7.5], 25)
    tree = fit_trees(make_table(np.zeros(100), values), (values > 0.25) * 1.0, np.ones(100), replace(TREES, depth=1))
    assert (tree.feature[0], tree.threshold[0]) == (1, 0.25)
    low, high = evaluate_trees(tree, make_table(np.zeros(2), np.array([0.25, 0.26])))
    assert low < 0 < high


def test_a_network_standardises_as_it_was_trained() -> None:
    """The table is left so: by mean and deviation, without what is far out. A feature that never varies is 0."""
    values = np.concatenate([[100.0], np.tile([1.0, 3.0], 50)])
    table = make_table(values, np.full(101, 5.0))
    mean, scale = values.mean(), 1 / (values.std() + 1e-3)
    network = fit_network(table, np.arange(101) % 2.0, np.ones(101), NETWORK)
    assert network.mean == pytest.approx([mean, 5], rel=1e-5)
    assert network.scale == pytest.approx([scale, 1000], rel=1e-5)
    assert table[:, 0] == pytest.approx(np.minimum((values - mean) * scale, CLIP), abs=1e-5)
    assert table[:, 1].tolist() == [0] * 101


def test_a_network_learns_the_odds_of_the_weighted_targets() -> None:
    """Of rows that are alike two thirds of the weight are content; relative weights are all that counts."""
    settings = replace(NETWORK, epochs=25, rate=0.2)
    target, weight = np.array([1.0, 0, 0, 0]), np.array([6.0, 1, 1, 1])
    once, again = (
        fit_network(np.zeros((4, 2), np.float32), target, weight * scale, settings) for scale in (1.0, 1024.0)
    )
    assert evaluate_network(once, np.zeros((1, 2), np.float32)) == pytest.approx([math.log(2)], abs=0.05)
    assert once.last.tolist() == again.last.tolist()


def find_bias(**settings: int) -> float:
    """The last bias of a network that was trained on four rows that are alike, three of them content."""
    table, target = np.zeros((4, 1), np.float32), np.array([1.0, 1, 1, 0])
    return fit_network(table, target, np.ones(4), replace(NETWORK, **settings)).last_bias.item()


def test_the_rate_of_a_network_falls_as_half_a_cosine() -> None:
    """To a little over nothing. The first step of Adam, with which each epoch begins, is as long as the rate."""
    bias = [find_bias(epochs=epochs) for epochs in (1, 2, 3)]
    steps = [1.03, 1.03 + 0.53, 1.03 + 0.78 + 0.28]
    assert np.diff(bias) == pytest.approx(0.05 * np.diff(steps), rel=1e-4)


def test_a_batch_is_as_large_as_it_may_be() -> None:
    """Each of two batches is a step; a batch of more rows than there are is all of them."""
    one, all_at_once, halves = (find_bias(batch=batch) for batch in (4, 512, 2))
    assert one == all_at_once != halves


def spread(network: Network) -> float:
    """How much further apart a network's log-odds of 1 and of 0 are than those of equal rows."""
    zero, one = evaluate_network(network, np.array([[0.0], [1.0]], np.float32))
    return float(one - zero)


def test_decay_keeps_the_weights_of_a_network_small() -> None:
    """With much of it, features hardly count."""
    target, settings = np.tile([0.0, 1.0], 20), replace(NETWORK, epochs=15, rate=0.1, hidden=(16, 8))
    free, held = (
        spread(fit_network(make_table(target), target, np.ones(40), replace(settings, decay=decay)))
        for decay in (0.0, 400.0)
    )
    assert free > 1 > 0.2 > abs(held)


def test_members_of_an_ensemble_differ_in_what_they_see() -> None:
    """Each is blind to its own fifth of the features, learns without these, and begins otherwise."""
    table = np.random.RandomState(0).rand(8, 1000).astype(np.float32)
    settings = replace(NETWORK, members=2, blind=0.2)
    network = fit_network(table, np.arange(8) % 2.0, np.ones(8), settings)
    blind = (network.first.reshape(1000, 2, 3) == 0).all(axis=2).T
    assert blind.mean(axis=1) == pytest.approx([0.2, 0.2], abs=0.04)
    assert (blind[0] & blind[1]).mean() == pytest.approx(0.04, abs=0.03)
    assert network.first_bias[:3].tolist() != network.first_bias[3:].tolist()
    settings = replace(settings, batch=20)
    blinded = fit_network(make_table(KIND), TARGET, WEIGHT, replace(settings, blind=1.0))
    nothing = fit_network(np.zeros((100, 1), np.float32), TARGET, WEIGHT, replace(settings, blind=0.0))
    assert (blinded.last.tolist(), blinded.first.any()) == (nothing.last.tolist(), False)


def test_networks_are_rounded_as_in_their_file() -> None:
    """Weights to half precision."""
    network = fit_network(make_table(KIND), TARGET, WEIGHT, replace(NETWORK, members=2))
    for weights in (network.first, network.second, network.last):
        assert weights.dtype == np.float32
        assert weights.tolist() == weights.astype(np.float16).tolist()
    assert network.mean.shape == (1,)
    shapes = [w.shape for w in (network.first, network.second, network.last)]
    assert shapes == [(1, 6), (2, 3, 2), (2, 2, 1)]


def test_names_are_weighed_by_role() -> None:
    """What is near a block first, then what is around it; by the weight of the targets, and as in the model file."""
    terms = Vocabulary(main=0, menu=1, both=2)
    near = [[1, 0, 1], [0, 1, 1]]
    around = [[0, 1, 0], [0, 0, 0]]
    rows = [sp.csr_matrix([near[i] + around[i]], dtype=np.float32) for i in (0, 1, 1)]
    target = np.array([1.0, 0, 1])
    found = [
        fit_paths(terms, rows, target, np.array([1.0, weight, 1]) * scale, Settings())
        for weight, scale in ((4.0, 1.0), (0.25, 1.0), (4.0, 1024.0))
    ]
    assert found[0].terms is terms
    assert np.sign(found[0].weights[:, :2]).tolist() == [[1, -1], [0, 1]]
    assert np.sign(found[1].weights[:, 1]).tolist() == [1, 1]
    assert found[2].weights.tolist() == found[0].weights.tolist()
    assert found[0].weights.tolist() == found[0].weights.astype(np.float32).tolist()
    more = fit_paths(terms, rows, target, np.array([1.0, 4, 1]), Settings(path_epochs=5))
    assert more.weights.tolist() != found[0].weights.tolist()


def test_a_larger_penalty_makes_the_weights_of_names_smaller() -> None:
    """As small as the loss, the size of whose slope is at most 1 for each row, can hold against it."""
    rows, target = [sp.csr_matrix(np.array([[1.0, 0], [0, 0]] * 20))], np.tile([1.0, 0], 20)
    terms = Vocabulary(main=0)
    small, large = (
        float(np.abs(fit_paths(terms, rows, target, np.ones(40), Settings(path_alpha=alpha)).weights).max())
        for alpha in (10.0, 0.1)
    )
    assert 0 < small < 1 / 10 < large < 1 / 0.1

"""More trees for a model: Newton's steps, worked out by hand."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from cetr.learned import Model
from cetr.learned.loading import list_columns
from cetr.learned.network import Network
from cetr.learned.paths import ROLES, PathWeights, Vocabulary
from cetr.learned.training import Boosting, Example, boost, make_example
from cetr.learned.training.boosting import describe_blocks
from cetr.learned.training.packing import pack_tree
from cetr.learned.trees import Trees, evaluate_trees

COLUMNS, FIRST = list_columns()
ONE_LEAF = Boosting(trees=1, rate=0.5, depth=1, leaves=2, least_leaf=1000, columns=len(COLUMNS), rows=1.0)
HTML = "<h1>gold</h1>" + "<p>other words</p>" * 3


def make_model(odds: float, heading: float = 0.0) -> Model:
    """A model that gives every block the same log-odds at last; its first scores are 0, of headings ``heading``."""
    weights = np.zeros((FIRST, 1), np.float32)
    weights[COLUMNS.index("tag_h1")] = 1
    one, none = np.ones((1, 1, 1), np.float32), np.zeros(1, np.int32)
    first = Network(
        *(np.zeros(FIRST, np.float32), np.ones(FIRST, np.float32), weights, np.zeros(1, np.float32)),
        *(one, 0 * one, heading * one, 0 * one),
    )
    second = Trees(none, np.array([np.inf], np.float32), none, np.zeros(1, np.float32), none, 0, odds)
    paths = PathWeights(Vocabulary(main=0), np.zeros((ROLES, 1)))
    return Model(paths, COLUMNS, FIRST, first, second, 0.0, 0.0, adaptation=None, templates=None, about={})


@pytest.fixture
def page() -> Example:
    """A heading that is content, of the weight 3, and three paragraphs that are not, of the weight 1 each."""
    return replace(make_example(HTML, "gold", "a"), weight=np.array([3.0, 1, 1, 1]))


def score(model: Model, example: Example) -> list[float]:
    """The second scores of the blocks."""
    odds: list[float] = evaluate_trees(model.second, describe_blocks(example, model)[0]).tolist()
    return odds


@pytest.mark.parametrize("start", [0.0, 1.0, -6.0])
def test_a_leaf_is_newtons_step(page: Example, start: float) -> None:
    """By weight; the next tree goes on from there. Where the model is very sure, the slope is taken for 0.05."""
    odds, steps = start, []
    for _ in range(2):
        p = 1 / (1 + math.exp(-odds))
        odds += 0.5 * (3 * (1 - p) + 3 * (0 - p)) / (6 * max(p * (1 - p), 0.05))
        steps.append(odds)
    for trees in (1, 2):
        boosted = boost(make_model(start), [page], replace(ONE_LEAF, trees=trees))
        assert len(boosted.second.roots) == 1 + trees
        assert score(boosted, page) == pytest.approx([steps[trees - 1]] * 4, abs=1e-5)


def test_a_block_of_which_the_model_is_surer_counts_for_less(page: Example) -> None:
    """Here the heading, by the slope at its log-odds."""
    heading = COLUMNS.index("tag_h1")
    known = pack_tree(*map(np.array, ([1, -1, -1], [2, -1, -1], [heading, -2, -2], [0.5, 0, 0], [0.0, 0, 2])))
    boosted = boost(replace(make_model(0.0), second=known), [page], ONE_LEAF)
    p = 1 / (1 + math.exp(-2))
    step = 0.5 * (3 * (1 - p) - 3 * 0.5) / (3 * p * (1 - p) + 3 * 0.25)
    assert score(boosted, page) == pytest.approx([2 + step, step, step, step])


def test_a_tree_divides_by_the_features_that_it_sees(page: Example) -> None:
    """From even odds a step is twice the rate, up or down; a tree without any helpful feature cannot divide."""
    divided = replace(ONE_LEAF, least_leaf=1)
    assert score(boost(make_model(0.0), [page], divided), page) == pytest.approx([1, -1, -1, -1])
    few = [boost(make_model(0.0), [page], replace(divided, columns=1, seed=seed)) for seed in range(12)]
    found = {tuple(np.round(score(model, page), 5).tolist()) for model in few}
    assert {(0, 0, 0, 0), (1, -1, -1, -1)} <= found


def test_a_tree_is_as_deep_and_as_wide_as_it_may_be(page: Example) -> None:
    """The depth, the leaves and the rows of a leaf are limited; it sees a share of the rows."""
    pages = [replace(page, target=np.array([1.0, *bits])) for bits in ((0, 1, 0), (0, 1, 0), (1, 0, 1))]
    whole = replace(ONE_LEAF, depth=9, leaves=99, least_leaf=1)

    def count(**limits: float) -> tuple[int, int]:
        trees = boost(make_model(0.0), pages, replace(whole, **limits)).second
        return trees.depth, int(np.isinf(trees.threshold).sum()) - 1

    assert count()[0] > 1 and count()[1] > 3
    assert count(depth=1) == (1, 2)
    assert count(leaves=3)[1] == 3
    assert count(least_leaf=6)[1] <= 2
    assert count(least_leaf=7) == (0, 1)
    assert count(least_leaf=3)[1] > 1
    assert count(least_leaf=5, rows=0.4) == (0, 1)


def test_only_blocks_that_the_first_stage_leaves_open_teach(page: Example) -> None:
    """On pages that teach; the model's other parts stay as they are."""
    other = replace(page, target=np.ones(4), teaches=False)
    model = make_model(0.0, heading=-4.0)
    boosted = boost(model, [page, other], ONE_LEAF)
    assert describe_blocks(page, model)[1].tolist() == [False, True, True, True]
    assert score(boosted, page) == pytest.approx([-1.0] * 3)
    assert (boosted.first, boosted.paths) == (model.first, model.paths)
    assert describe_blocks(page, make_model(0.0, heading=-3.875))[0].shape == (4, len(COLUMNS))

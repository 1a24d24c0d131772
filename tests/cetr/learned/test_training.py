"""What training makes of pages and of scikit-learn's trees, worked out by hand."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from cetr.learned.predict import measure_page
from cetr.learned.training import Example, count_steps, make_example, measure
from cetr.learned.training.estimators import BINS, find_edges
from cetr.learned.training.examples import fold_of, forget_source
from cetr.learned.training.packing import join_trees, pack_tree
from cetr.learned.trees import Trees, evaluate_trees

NONE = np.inf


def pack(left: list[int], right: list[int], feature: list[int], threshold: list[float], value: list[float]) -> Trees:
    """A tree of scikit-learn, packed."""
    return pack_tree(*map(np.array, (left, right, feature, threshold, value)))


DEEP = [1, 0, 3, -1, 0], [2, 0, 4, -1, 0], [5, -2, 6, -2, -2], [0.5, 9, 1.5, 9, 9], [1.0, 7, 1, 8, 9]
"""The root's first child is a leaf; so are both children of its second, in the two ways in which leaves are written."""


def test_the_children_of_a_packed_node_are_adjacent() -> None:
    """In the order of their depth; a leaf is its own child."""
    tree = pack(*DEEP)
    assert tree.feature.tolist() == [5, 0, 6, 0, 0]
    assert tree.threshold.tolist() == [0.5, NONE, 1.5, NONE, NONE]
    assert tree.child.tolist() == [1, 1, 3, 3, 4]
    assert tree.value.tolist() == [0, 7, 0, 8, 9]
    assert (tree.roots.tolist(), tree.depth, tree.base) == ([0], 2, 0)
    assert pack([1, 3, 0, 0, 0], [2, 4, 0, 0, 0], [0] * 5, [0.0] * 5, [0.0] * 5).depth == 2


def test_joined_trees_are_one_table() -> None:
    """Their roots and children move, their values and bases add up."""
    leaf = replace(pack([0], [0], [0], [0.0], [0.25]), base=2.0)
    joined = join_trees([pack(*DEEP), leaf, pack(*DEEP)])
    assert joined.roots.tolist() == [0, 5, 6]
    assert joined.child.tolist() == [1, 1, 3, 3, 4, 5, 7, 7, 9, 9, 10]
    assert (leaf.depth, joined.depth, joined.base) == (0, 2, 2)
    rows = np.zeros((3, 7), dtype=np.float32)
    rows[:, 5], rows[:, 6] = (0.5, 0.6, 0.6), (0, 1.5, 1.6)
    assert evaluate_trees(joined, rows).tolist() == [2.25 + 14, 2.25 + 16, 2.25 + 18]


def test_edges_divide_a_feature_into_equal_parts() -> None:
    """At values that it has; those that it often has count once."""
    assert find_edges(np.arange(6400, dtype=np.float32)).tolist() == [float(99 + 100 * i) for i in range(BINS - 1)]
    assert find_edges(np.array([0, 0, 1], dtype=np.float32)).tolist() == [0]
    assert find_edges(np.repeat(np.arange(2, dtype=np.float32), 50_000)).tolist() == [0, 1]


HTML = "<title>Rain</title><p>one two three no no</p><p>five</p><p>six seven</p><p>€</p>"


def mark(*words: str) -> tuple[tuple[int, int], ...]:
    """The spans of some words."""
    return tuple((HTML.index(word), HTML.index(word) + len(word)) for word in words)


def test_a_page_weighs_as_much_as_it_is_told_to() -> None:
    """Its blocks share that by the root of their words. More than half of a block's words must be gold."""
    example = make_example(HTML, mark("one", "two", "three", "six"), "a", optional=mark("five"), weight=3.0)
    roots = np.sqrt([5, 0, 2, 0.5])
    assert example.target.tolist() == [1, 0, 0, 0]
    assert example.weight == pytest.approx(3 * roots / roots.sum())
    assert (example.site, example.teaches) == ("a", True)


@pytest.mark.parametrize(
    ("html", "gold", "optional", "teaches"),
    [
        (HTML, "one two three nowhere else", (), True),
        (HTML, "one two nowhere else", (), False),
        (HTML, (), (), False),
        (HTML, mark("one"), ((0, len(HTML)),), True),
        ("<p>one", ((3, 6),), ((3, 6),), False),
        ("<p>", "one", (), False),
    ],
)
def test_what_teaches(
    html: str, gold: str | tuple[tuple[int, int], ...], optional: tuple[tuple[int, int], ...], teaches: bool
) -> None:
    """A page with gold, six tenths of which are on it, and with a block of which the answer matters."""
    example = make_example(html, gold, "a", optional=optional)
    assert (example.teaches, example.page.blocks.html) == (teaches, "")


def test_an_example_has_the_features_of_its_page_without_its_source() -> None:
    """All of them, and those of a part."""
    page = make_example(HTML, "one", "a").page
    assert (page.blocks.html, len(page.blocks.tokens.start), len(page.blocks)) == ("", 0, 4)
    assert measure_page(page).tobytes() == measure_page(forget_source(page)).tobytes()
    assert all(np.shape(values)[-1] == 2 for values in page.describe(slice(1, 3)).values())


def test_a_site_is_in_the_same_fold_on_every_machine() -> None:
    """Of five."""
    assert [fold_of(site, 5) for site in ("example.org", "bücher.example", "")] == [2, 3, 2]


def test_a_correction_is_measured_by_the_words_of_blocks() -> None:
    """F1 of those chosen, over the pages that teach: one right, one half right; a sign counts as half a word."""
    right = make_example(HTML, mark("one", "two", "three"), "a")
    wrong = make_example(HTML, mark("five", "six", "seven"), "a")
    other = replace(right, teaches=False)
    odds = np.array([9.0, -9, -9, -9])
    both = np.array([9.0, 9, -9, -9])
    assert measure([right, other], [odds, -odds]) == 1
    assert measure([right, wrong], [odds, both]) == pytest.approx((1 + 2 * 1 / (6 + 3)) / 2)
    assert measure([right], [-odds]) == 0
    assert measure([other], [odds]) == 0


def test_steps_of_a_correction(examples: list[Example]) -> None:
    """Four strengths on each fold, and the model itself. Pages of one or two sites are dealt out one by one."""
    assert [count_steps(examples[:size]) for size in (1, 4, 8, 12, 48)] == [5, 17, 21, 13, 21]

"""Which pages each stage of training learns from, and which it scores, with learners whose results are plain to see."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import pytest

from cetr.document import Floats
from cetr.learned.columns import Matrix
from cetr.learned.network import Network
from cetr.learned.paths import ROLES, PathWeights, Vocabulary
from cetr.learned.training import Example, Settings, fit, make_example, train
from cetr.learned.training.examples import fold_of
from cetr.learned.trees import Trees

HTML = "<div class=main><p>one two three</p></div><div class=comments><p>four five six</p></div>"
SITES = ("s0", "s1", "s2", "s3", "s5")
SETTINGS = Settings(folds=4, least_sites=2)


def make_constant(odds: float) -> Network:
    """A network that says the same of every block."""
    size = len(train.list_columns()[0][: train.list_columns()[1]])
    nothing = np.zeros((1, 1, 1), np.float32)
    return Network(
        *(np.zeros(size, np.float32), np.ones(size, np.float32), np.zeros((size, 1), np.float32)),
        *(np.zeros(1, np.float32), nothing, nothing, nothing, nothing + np.float32(odds)),
    )


def make_leaf(odds: float) -> Trees:
    """A tree that says the same of every block."""
    none = np.zeros(1, np.int32)
    return Trees(none, np.array([np.inf], np.float32), none, np.zeros(1, np.float32), none, 0, odds)


@dataclass
class Learners:
    """Learners that note the weights of the blocks they learn from. Their results are the numbers of their parts, or
    ``firsts`` where a first score is to be another.
    """

    firsts: list[float] = field(default_factory=list)
    learned: dict[str, list[list[float]]] = field(default_factory=lambda: {"names": [], "first": [], "second": []})
    tables: dict[str, list[Matrix]] = field(default_factory=lambda: {"first": [], "second": []})

    def note(self, stage: str, target: Floats, weight: Floats) -> int:
        """Note what a stage learns from, of each page that the first block is content; returns the part's number."""
        assert target.tolist() == [1.0, 0.0] * (len(weight) // 2)
        self.learned[stage].append(sorted(weight.tolist()))
        return len(self.learned[stage])

    def fit_paths(
        self, terms: Vocabulary, rows: Sequence[object], target: Floats, weight: Floats, _: Settings
    ) -> PathWeights:
        """Weigh every term by the number of the part."""
        return PathWeights(terms, np.full((ROLES, len(terms)), float(self.note("names", target, weight))))

    def fit_network(self, table: Matrix, target: Floats, weight: Floats, _: Settings) -> Network:
        """Say a constant."""
        self.tables["first"].append(table)
        number = self.note("first", target, weight)
        return make_constant(self.firsts[number - 1] if self.firsts else 0.0)

    def fit_trees(self, table: Matrix, target: Floats, weight: Floats, _: Settings) -> Trees:
        """Say the number of the part."""
        self.tables["second"].append(table)
        return make_leaf(float(self.note("second", target, weight)))


@pytest.fixture
def learners(monkeypatch: pytest.MonkeyPatch) -> Learners:
    """They stand in for scikit-learn's."""
    learners = Learners()
    for name in ("fit_paths", "fit_network", "fit_trees"):
        monkeypatch.setattr(train, name, getattr(learners, name))
    return learners


@pytest.fixture
def pages() -> list[Example]:
    """A page of two blocks for each site, whose number from 1 is the weight of its blocks; the last does not teach."""
    made = [make_example(HTML, "one two three", site) for site in SITES]
    weighed = [replace(example, weight=np.full(2, number + 1.0)) for number, example in enumerate(made)]
    return [*weighed[:-1], replace(weighed[-1], teaches=False)]


def list_parts() -> list[set[int]]:
    """The numbers of the pages in each fold that has some, in the order of the folds."""
    folds = [fold_of(site, 4) for site in SITES]
    return [{i for i, fold in enumerate(folds) if fold == k} for k in sorted(set(folds))]


def test_each_stage_learns_from_the_other_folds_and_at_last_from_all(learners: Learners, pages: list[Example]) -> None:
    """Only from pages that teach; the model is what learned from all. A fold without pages is no part."""
    parts = list_parts()
    assert 1 < len(parts) < 4
    expected = [sorted([i + 1.0 for i in range(4) if i not in part] * 2) for part in (*parts, set())]
    model, _ = fit(pages, {"data": {}}, SETTINGS)
    assert learners.learned == {"names": expected, "first": expected, "second": expected}
    last = len(parts) + 1
    assert (set(model.paths.weights.ravel().tolist()), model.second.base) == ({last}, last)
    assert (model.bias, model.comment_bias, model.about) == (-0.25, -1.0, {"data": {}})


def test_a_page_is_scored_by_what_learned_from_other_folds(learners: Learners, pages: list[Example]) -> None:
    """Also one that does not teach. Comments have a bias of their own, and a page without blocks has no log-odds."""
    parts = list_parts()
    _, odds = fit([*pages, make_example("", "", "s0")], {}, SETTINGS)
    scored = [next(number for number, part in enumerate(parts, 1) if i in part) for i in range(5)]
    assert [one.tolist() for one in odds] == [*([number - 0.25, number - 1.25] for number in scored), []]


def test_blocks_that_the_first_stage_is_sure_of_are_not_scored_again(learners: Learners, pages: list[Example]) -> None:
    """Log-odds of -4 are so sure; the second stage learns from the other blocks alone."""
    parts = list_parts()
    learners.firsts = [-4.0, *[-3.875] * len(parts)]
    _, odds = fit(pages, {}, SETTINGS)
    assert {odds[i][0] for i in parts[0]} == {-4.25}
    assert {odds[i][0] for i in parts[1]} == {2 - 0.25}
    assert learners.learned["second"][-1] == sorted([i + 1.0 for i in range(4) if i not in parts[0]] * 2)


def test_features_are_by_names_and_scores_that_learned_from_other_folds(
    learners: Learners, pages: list[Example]
) -> None:
    """In the order of the model's columns. A term must occur on as many sites as the settings say."""
    more = [
        make_example(HTML.replace("main", name), "one two three", site)
        for name, site in (("once", "s0"), ("once", "s0"), ("twice", "s0"), ("twice", "s1"))
    ]
    model, _ = fit([*pages, *more], {}, SETTINGS)
    assert [any(name in term for term in model.paths.terms) for name in ("main", "twice", "once")] == [
        True,
        True,
        False,
    ]
    parts, path = list_parts(), model.columns.index("path")
    first, second = learners.tables["first"][-1], learners.tables["second"][-1]
    assert (first.shape[1], second.shape[1]) == (model.first_columns, len(model.columns))
    scored = [next(number for number, part in enumerate(parts, 1) if i in part) for i in range(4)]
    found = first[0:8:2, path]
    assert found[0] != 0
    assert (found / found[0]).tolist() == pytest.approx([number / scored[0] for number in scored])
    assert set(second[:, model.columns.index("score")].tolist()) == {0}


def test_training_says_what_it_does(learners: Learners, pages: list[Example]) -> None:
    """Each stage, part by part."""
    said: list[str] = []
    fit(pages, {}, SETTINGS, said.append)
    count = len(list_parts()) + 1
    stages = ("names", "first scores", "second scores")
    assert said == [f"{stage}, part {number} of {count}" for stage in stages for number in range(1, count + 1)]

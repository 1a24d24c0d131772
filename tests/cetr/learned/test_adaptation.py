"""A correction of a model by a few pages: when there is one, and what it learns from."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from cetr.learned import Model, score_page
from cetr.learned.training import Example, adapt, adaptation, count_steps, make_example
from cetr.learned.training.adaptation import choose_folds
from cetr.learned.training.examples import fold_of
from tests.cetr.learned.pages import make_page


@pytest.fixture(scope="module")
def turned() -> list[Example]:
    """Pages of four sites whose real content stands in what the model takes for a side bar."""
    heading = "Wanted words here"
    return [
        make_example(make_page(site, number)[0].replace("Latest", heading), heading, f"own{site}")
        for site in range(4)
        for number in range(5)
    ]


@pytest.mark.long
def test_adaptation_learns_names_the_model_did_not_know(small_model: Model, turned: list[Example]) -> None:
    """A few own pages turn it round, the same way each time, step by step."""
    steps: list[None] = []
    adapted = adapt(small_model, turned, {"data": {"own": 20}}, lambda: steps.append(None))
    assert adapted.strength > 0
    assert adapted.model.adaptation is not None
    before = score_page(turned[0].page, small_model)
    after = score_page(turned[0].page, adapted.model)
    wanted = int(np.argmax(turned[0].target))
    assert np.argmax(after) == wanted
    assert np.argmax(before) != wanted
    again = adapt(small_model, turned, {"data": {"own": 20}})
    np.testing.assert_array_equal(score_page(turned[3].page, again.model), score_page(turned[3].page, adapted.model))
    assert len(steps) == count_steps(turned)


def test_the_log_odds_of_a_page_are_by_corrections_that_did_not_see_its_site(
    small_model: Model, turned: list[Example], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever its gold says, they are the same; those of other sites are not."""
    monkeypatch.setattr(adaptation, "STRENGTHS", (0.1,))
    other = [replace(e, target=np.zeros_like(e.target)) if e.site == "own0" else e for e in turned]
    odds, changed = (adapt(small_model, pages, {}).odds for pages in (turned, other))
    same = {e.site: np.array_equal(one, two) for e, one, two in zip(turned, odds, changed, strict=True)}
    assert same == {"own0": True, "own1": False, "own2": False, "own3": False}


def test_no_adaptation_where_it_does_not_help(small_model: Model, examples: list[Example]) -> None:
    """Pages that the model has right already leave it as it is."""
    steps: list[None] = []
    adapted = adapt(small_model, examples[:8], {"data": {}}, lambda: steps.append(None))
    assert adapted.strength == 0
    assert adapted.model.adaptation is None
    assert len(steps) == count_steps(examples[:8])


def test_no_adaptation_where_nothing_differs(small_model: Model, turned: list[Example]) -> None:
    """If all of every page is content, there is nothing to tell apart."""
    everything = [replace(example, target=np.ones_like(example.target)) for example in turned[:3]]
    adapted = adapt(small_model, everything, {})
    assert (adapted.strength, adapted.odds) == (0, adapted.prior)


def test_few_sites_are_dealt_out(examples: list[Example]) -> None:
    """Three sites whose hashes say the same are in three folds; fewer sites are parted by their pages."""
    sites = ("news1.example", "news6.example", "news10.example")
    assert len({fold_of(site, 5) for site in sites}) == 1
    own = [replace(example, site=sites[i % 3]) for i, example in enumerate(examples[:9])]
    folds = choose_folds(own)
    assert [len({f for f, e in zip(folds, own, strict=True) if e.site == site}) for site in sites] == [1, 1, 1]
    assert sorted(set(folds)) == [0, 1, 2]
    assert sorted(set(choose_folds([replace(example, site="one") for example in own]))) == [0, 1, 2, 3, 4]

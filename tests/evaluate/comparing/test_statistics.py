"""The statistics of a comparison."""

from __future__ import annotations

import itertools
import math
import statistics
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from scipy import stats

from evaluate.comparing.figures import Pair, Scored, make_figure
from evaluate.comparing.testing import (
    Difference,
    Samples,
    compare_figures,
    correct_holm,
    draw_exchanges,
    find_intervals,
    list_exchanges,
)
from evaluate.comparing.units import find_units
from evaluate.measures import Score
from evaluate.measures.comparison import SHARES, make_score
from evaluate.results.rows import Row
from evaluate.results.statistics import Figures, summarize_rows, summarize_scores

OLD = [0.5, 0.625, 0.75, 0.25, 0.875, 0.5, 0.375]
NEW = [0.625, 0.875, 0.75, 0.5, 0.75, 1.0, 0.5]


def make_scores(values: list[float]) -> list[tuple[Score, bool]]:
    """Scores of an F1, none failed."""
    return [(Score(v, v, v, v * 8, 8, 8), False) for v in values]


def compare_scores(
    old: Mapping[str, Scored], new: Mapping[str, Scored], *, parts: Sequence[str] = SHARES, **options: Any
) -> list[Difference]:
    """The differences of the parts of each measure over the same documents, with a test of each F1."""
    pairs = {f"{m}.{p}": Pair(make_figure(m, p, old[m]), make_figure(m, p, new[m])) for m in old for p in parts}
    units = options.pop("units", None) or find_units([""] * len(next(iter(old.values()))))
    return compare_figures(pairs, units, {name for name in pairs if name.endswith(".f1")}, **options)


def compare_f1(old: list[float], new: list[float], **options: Any) -> Difference:
    """The difference of F1 by a measure whose figures are means over documents."""
    (difference,) = compare_scores({"words": make_scores(old)}, {"words": make_scores(new)}, parts=("f1",), **options)
    return difference


def summarize_shingles(pairs: list[tuple[Score, bool]]) -> Figures:
    """The figures of (score, failed) of documents."""
    rows = [
        Row("p", str(i), "error" if failed else "ok", 0.0, 1.0, {}, "", {"shingles": score})
        for i, (score, failed) in enumerate(pairs)
    ]
    return summarize_rows(rows).measures["shingles"]


def test_randomisation_test_is_the_exact_one() -> None:
    """With few documents every exchange of the two sides is tried: the p-value is that of a direct count."""
    differences = [b - a for a, b in zip(OLD, NEW, strict=True)]
    observed = sum(differences)
    sums = [
        sum(s * d for s, d in zip(signs, differences, strict=True)) for signs in itertools.product((1, -1), repeat=7)
    ]
    smaller = sum(s <= observed for s in sums) / len(sums)
    greater = sum(s >= observed for s in sums) / len(sums)
    result = compare_f1(OLD, NEW)
    assert result.p == pytest.approx(min(1.0, 2 * min(smaller, greater)))
    assert result.difference == pytest.approx(statistics.fmean(NEW) - statistics.fmean(OLD))


def test_equal_means_are_no_evidence() -> None:
    """Where the documents' differences cancel out p is 1, though their sum in floating point depends on the order."""
    old = [1.0, 1.0, 0.2, 0.1, 0.2, 1 / 3, 0.1]
    assert compare_f1(old, old[::-1]).p == 1.0


def test_interval_is_paired() -> None:
    """A constant gain on very different pages has an interval of no width; unpaired it would be wide.

    No drawn exchange is as extreme as what was observed, which counts as one, on either side.
    """
    old = [i / 64 for i in range(33)]
    result = compare_f1(old, [v + 0.25 for v in old])
    assert (result.low, result.high) == pytest.approx((0.25, 0.25))
    assert result.p == 2 / (9999 + 1)


def test_interval_is_scipys() -> None:
    """More documents than a batch of samples has room for: the draws are those of scipy's bootstrap, only wider."""
    rng = np.random.default_rng(2)
    old, new = rng.random(3000), rng.random(3000)
    result = compare_f1(list(old), list(new), resamples=999, seed=5)
    level = 1 - 2 * stats.norm.cdf(math.sqrt(3000 / 2999) * stats.t.ppf(0.025, 2999))
    theirs = stats.bootstrap(
        (new - old,), np.mean, n_resamples=999, method="percentile", batch=100, rng=5, confidence_level=level
    )
    assert (result.low, result.high) == pytest.approx(tuple(theirs.confidence_interval), rel=1e-9)


def test_drawn_exchanges_are_as_good_as_all() -> None:
    """Where not every exchange is tried, the p-value is close to that where they are."""
    rng = np.random.default_rng(3)
    old = rng.random(16)
    new = old + rng.normal(0.01, 0.15, 16)
    drawn, every = (compare_f1(list(old), list(new), resamples=resamples).p for resamples in (9999, 2**16))
    assert 0.05 < every < 0.95
    numbers = [number for batch in list_exchanges(16) for number in (batch @ 2.0 ** np.arange(16)).tolist()]
    assert numbers == list(range(2**16))
    assert drawn == pytest.approx(every, abs=0.02)


def test_each_unit_is_exchanged_in_half_of_the_samples() -> None:
    """Whatever the others do."""
    drawn = np.concatenate(list(draw_exchanges(17, 4096, seed=0)))
    assert drawn.mean(axis=0) == pytest.approx([0.5] * 17, abs=0.05)
    assert np.corrcoef(drawn.T) == pytest.approx(np.eye(17), abs=0.1)


def test_samples_are_watched() -> None:
    """They are drawn once for all figures, and told with what they are for."""
    seen = []

    def watch(what: str, count: int, samples: Samples) -> Samples:
        for batch in samples:
            seen.append((what, count, batch.shape))
            yield batch

    scores = {measure: make_scores(OLD) for measure in ("words", "bag", "shingles")}
    found = compare_scores(scores, scores, resamples=199, watch=watch)
    assert [difference.p for difference in found if difference.name.endswith(".f1")] == [1.0] * 3
    assert sum(math.isnan(difference.p) for difference in found) == 6
    assert seen == [("bootstrap", 199, (199, 7)), ("randomisation", 128, (128, 7))]


def test_same_seed_gives_the_same() -> None:
    """Results can be repeated."""
    once, again = (compare_f1(OLD, NEW, seed=7) for _ in range(2))
    assert repr(once) == repr(again)


def test_a_single_page_has_no_interval() -> None:
    """There is nothing to resample; two pages have one."""
    result = compare_f1([0.5], [0.75])
    assert result.difference == 0.25
    alone = find_intervals([make_figure("words", "f1", make_scores([0.5]))], find_units([""]))
    assert all(map(math.isnan, (result.low, result.high, result.p, result.design_effect, *alone[0])))
    two = compare_f1([0.5, 0.25], [0.75, 0.5])
    assert (two.low, two.high, two.p) == (0.25, 0.25, 0.5)
    assert find_intervals([make_figure("words", "f1", make_scores([0.5, 0.5]))], find_units(["", ""])) == [(0.5, 0.5)]


def test_the_interval_of_a_figure_is_that_of_its_difference_to_nothing() -> None:
    """Each figure of a report has the interval that a comparison with zeros has."""
    figures = [make_figure("words", "f1", make_scores(values)) for values in (OLD, NEW)]
    differences = [compare_f1([0.0] * 7, values) for values in (OLD, NEW)]
    assert find_intervals(figures, find_units([""] * 7)) == [pytest.approx((d.low, d.high)) for d in differences]


def test_shingles_compare_the_f1_of_means() -> None:
    """What is compared is the figure of the summary; a page without extraction leaves the mean precision only.

    The last page has failed.
    """
    old = [(make_score(*counts), counts == (2, 2, 2)) for counts in ((3, 4, 6), (0, 0, 5), (0, 1, 5), (2, 2, 2))]
    new = [(make_score(*counts), counts == (0, 0, 2)) for counts in ((3, 3, 6), (1, 5, 5), (1, 1, 5), (0, 0, 2))]
    figures = [summarize_shingles(pairs) for pairs in (old, new)]
    for result in compare_scores({"shingles": old}, {"shingles": new}):
        part = result.name.removeprefix("shingles.")
        assert [result.old, result.new] == pytest.approx([getattr(f, part) for f in figures])
    assert [f.precision for f in figures] == pytest.approx([(3 / 4 + 0 + 1) / 3, (1 + 1 / 5 + 1 + 0) / 4])


def test_shingles_of_empty_pages() -> None:
    """Nothing expected and nothing extracted is right, one of the two and a failure are wrong, in both means."""
    both, failed = (make_score(0, 0, 0), False), (replace(make_score(0, 0, 0), precision=0.0, recall=0.0, f1=0.0), True)
    extracted = (make_score(0, 4, 0), False)
    for pairs, mean in (([both, both], 1.0), ([both, extracted], 0.5), ([both, failed], 0.5), ([failed, failed], 0.0)):
        figures = summarize_shingles(pairs)
        assert (figures.precision, figures.recall, figures.f1) == (mean, mean, mean)
        assert [r.old for r in compare_scores({"shingles": pairs}, {"shingles": pairs})] == [mean] * 3


def test_holm() -> None:
    """The textbook's step-down; what was not tested stays out of the count."""
    differences = [Difference(str(p), 2, 0, 0, 0, 0, 0, p) for p in (0.01, 0.04, math.nan, 0.03, 0.005)]
    adjusted = [d.p_adjusted for d in correct_holm(differences)]
    assert adjusted[:2] + adjusted[3:] == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert math.isnan(adjusted[2])
    assert [d.p_adjusted for d in correct_holm(differences[:1] * 200)] == [1.0] * 200


def test_figures_of_a_sample() -> None:
    """Macro, micro, median, sample deviation and perfect pages."""
    scores = [make_score(1, 1, 1), make_score(1, 2, 4), make_score(0, 0, 5)]
    figures = summarize_scores("words", [(score, False) for score in scores])
    assert (figures.precision, figures.recall) == pytest.approx((0.5, 1.25 / 3))
    assert (figures.f1, figures.f1_median, figures.perfect) == pytest.approx((4 / 9, 1 / 3, 1))
    assert figures.f1_std == pytest.approx(statistics.stdev([1, 1 / 3, 0]))
    assert (figures.micro_precision, figures.micro_recall, figures.micro_f1) == pytest.approx((2 / 3, 0.2, 4 / 13))


def test_a_measures_own_figures_are_means_over_the_pages_that_have_them() -> None:
    """One that no page has is left out."""
    scores = [make_score(1, 1, 1, {"own": own, "none": math.nan}) for own in (0.5, math.nan, 1.0)]
    assert summarize_scores("words", [(score, False) for score in scores]).details == {"own": 0.75}


def test_a_failure_is_never_perfect() -> None:
    """If nothing is expected, extracting nothing is right in all figures, and failing is wrong in all."""
    page = Row("p", "a", "ok", 1.0, 1.0, {}, "", {"words": make_score(0, 0, 0)})
    failed = replace(page, status="crash", scores={"words": Score(0, 0, 0, 0, 0, 0)})
    for row, share in ((page, 1), (failed, 0)):
        figures = summarize_rows([row]).measures["words"]
        assert (figures.precision, figures.recall, figures.f1) == (share, share, share)
        assert (figures.micro_precision, figures.micro_recall, figures.micro_f1) == (share, share, share)
        assert (figures.perfect, figures.f1_std) == (share, 0.0)
    assert summarize_rows([page, failed]).measures["words"].micro_f1 == 0
    assert summarize_scores("words", [(make_score(0, 0, 5), False)]).micro_precision == 0


def test_sites_are_resampled_where_there_are_ten() -> None:
    """A warning names too few sites and a single large site; a page with an unknown site is a unit by itself."""
    ten = find_units([f"s{i % 10}" for i in range(30)])
    assert (ten.kind, ten.count, ten.drawn, ten.warning, ten.place[:12].tolist()) == (
        "site",
        10,
        "10 sites",
        "",
        [*range(10), 0, 1],
    )
    nine = find_units([f"s{i % 9}" for i in range(30)])
    assert (nine.kind, nine.count, nine.sites) == ("page", 30, 9)
    assert nine.warning.startswith("9 sites, under 10: pages are resampled as if they were independent")
    some = find_units(["a", "a", "", *"bcdefgh", ""])
    assert (some.kind, some.count, some.sites, some.unknown, some.warning) == ("site", 10, 8, 2, "")
    none = find_units([""] * 30)
    assert (none.kind, none.sites, none.warning[:17]) == ("page", 0, "no page has a URL")
    assert find_units([*"abcdefghi", *"j" * 20]).warning.startswith("one site has 20 of 29 pages")
    assert find_units(["", ""]).warning.startswith("no page has a URL")
    for few in (["a"], [""], ["a", "b", "c", "", ""], [*"abcdefghi", *"j" * 9], []):
        assert find_units(few).warning == ""


def test_exchanges_move_whole_sites() -> None:
    """Ten sites of two pages have 1024 exchanges, all of them tried: the p-value is that of the sites' sums."""
    rng = np.random.default_rng(4)
    old, gains = np.full(20, 0.5), rng.normal(0.05, 0.1, 20)
    units = find_units([f"s{i // 2}" for i in range(20)])
    result = compare_f1(list(old), list(old + gains), units=units)
    sums = gains.reshape(10, 2).sum(axis=1)
    every = np.array([np.dot(signs, sums) for signs in itertools.product((1, -1), repeat=10)])
    assert result.p == pytest.approx(2 * (every >= sums.sum() - 1e-12).mean())
    assert (result.unit, result.count, result.documents) == ("site", 10, 20)


def test_design_effect() -> None:
    """Pages of a site that are all alike count as one: with four of each the variance is four times as large."""
    gains = np.repeat(np.random.default_rng(5).normal(0, 0.1, 50), 4)
    sites = [f"s{i // 4}" for i in range(200)]
    alike = compare_f1([0.5] * 200, list(0.5 + gains), units=find_units(sites), resamples=99)
    assert alike.design_effect == pytest.approx(4 * 199 / 196, rel=1e-9)
    assert math.isnan(compare_f1([0.5] * 200, [0.75] * 200, units=find_units(sites), resamples=99).design_effect)
    for pages in (2, 7):
        assert compare_f1(OLD[:pages], NEW[:pages]).design_effect == pytest.approx(1.0)


def test_pages_are_counted() -> None:
    """Those that are worse, the same and better."""
    result = compare_f1(OLD, NEW)
    assert (result.worse, result.same, result.better) == (1, 1, 5)

"""The formulas of the two tag-ratio papers on histograms small enough to work out by hand.

Equations and tables are those of Weninger & Hsu (2008) and of the page about CETR (2010). Each docstring has the
arithmetic; no expected number comes from the code.
"""

from __future__ import annotations

from collections.abc import Callable
from math import exp, sqrt

import numpy as np
import pytest

from cetr.document import Floats
from cetr.tagratio import analyse
from cetr.tagratio.clustering import (
    Cluster,
    assign_by_density,
    expectation_maximisation,
    farthest_first,
    k_means,
    nearest,
)
from cetr.tagratio.histogram import find_slope, smooth
from cetr.tagratio.labelling import (
    Labeller,
    label_by_density,
    label_by_distance,
    label_by_ratio,
    label_by_threshold,
    label_from_origin,
)


def test_algorithm_1_counts_every_line() -> None:
    """Text by tags: 9 / 3, 4 / 0 which is 4, 0 / 1; script, remark and empty lines are gone before."""
    page = "<p>Nine <b>char</p>\n\n<!-- remark -->\n<script>\nvar x = 1\n</script>\nfour\n<br>"
    lines = analyse(page, "ttr-threshold").lines
    assert (lines.text.tolist(), lines.tags.tolist(), lines.ratio.tolist()) == ([9, 4, 0], [3, 0, 1], [3, 4, 0])


def test_equations_1_to_3_smooth_a_step() -> None:
    """With a deviation of 1 the kernel is e^-.5, 1, e^-.5 over 1 + 2 e^-.5, that is a, 1 - 2a, a with a = .27406862.

    Of 0, 0, 6, 6 the second line becomes 6a and the third 6 - 6a; at the edges, which the paper leaves out, the first
    and the last line go on, so that they stay.
    """
    a = exp(-0.5) / (1 + 2 * exp(-0.5))
    assert a == pytest.approx(0.27406862)
    smoothed = smooth(np.array([0.0, 0.0, 6.0, 6.0]), 1)
    assert smoothed.tolist() == pytest.approx([0, 1.64441172, 4.35558828, 6])


def test_equation_1_with_a_deviation_between_lines() -> None:
    """A deviation of 1.5 makes 2 * 2 + 1 = 5 values exp(-j^2 / 4.5): .411112, .800737, 1, .800737, .411112.

    Their sum is 3.423699. A single line of 3.423699 becomes the unnormalised kernel itself.
    """
    smoothed = smooth(np.array([0, 0, 0, 3.423699, 0, 0, 0]), 1.5)
    assert smoothed.tolist() == pytest.approx([0, 0.411112, 0.800737, 1, 0.800737, 0.411112, 0], abs=1e-6)


def test_equation_4_is_smoothed_and_then_made_absolute() -> None:
    """Of h' = 0, 0, 9, 0, 0 the mean of the next three less the line is g = 3, 3, -9, 0, 0.

    Smoothed with a, 1 - 2a, a of a deviation of 1 (a = .27406862), and the first and the last line going on, it is
    3, 3 - 12a, 21a - 9, -9a, 0 = 3, -.28882347, -3.24455893, -2.46661760, 0; g' is that without its sign. In the other
    order, absolute values first, the second line would have 3 + 6a.
    """
    slope = find_slope(np.array([0.0, 0.0, 9.0, 0.0, 0.0]), 1)
    assert slope.tolist() == pytest.approx([3, -0.28882347, -3.24455893, -2.46661760, 0])
    page = "<br>\n<br>\nninechars\n<br>\n<br>"
    model = analyse(page, "ttr-threshold", radius=1.0)
    # On a page h' is smoothed before: 0, 9a, 9 - 18a, 9a, 0, whose g stands here.
    a = 0.27406862
    g = [3, 3 - 12 * a, -9 + 21 * a, -9 * a, 0]
    edged = [g[0], *g, g[-1]]
    expected = [abs(a * edged[i] + (1 - 2 * a) * edged[i + 1] + a * edged[i + 2]) for i in range(5)]
    assert model.derivative.tolist() == pytest.approx(expected)


def test_threshold_keeps_lines_at_the_deviation() -> None:
    """A line is content iff h' >= sigma': that of 0, 0, 4, 8, mean 3, is the root of (9 + 9 + 1 + 25) / 4, 3.317.

    Twice that is 6.633; at 0 every line with text is kept.
    """
    histogram = np.array([0.0, 0.0, 4.0, 8.0])
    assert sqrt(44 / 4) == pytest.approx(3.317, abs=1e-3)
    for coefficient, expected in ((0, [2, 3]), (1, [2, 3]), (2, [3]), (3, [])):
        found = label_by_threshold(histogram, histogram, coefficient=coefficient)
        assert found.nonzero()[0].tolist() == expected
    assert label_by_threshold(histogram, histogram).nonzero()[0].tolist() == [2, 3]
    # 0, 0, 4, 4 deviate by exactly 2 from 2: a line of 2 coefficients' worth is at the threshold, and kept.
    even = np.array([0.0, 0.0, 4.0, 4.0])
    assert label_by_threshold(even, even, coefficient=2).tolist() == [False, False, True, True]


@pytest.mark.parametrize("method", ["ttr-threshold", "cetr-tm"])
def test_a_page_is_cut_at_its_deviation(method: str) -> None:
    """Ratios 0 (three times), 40, 40, 0 (four times): mean 80 / 9, variance 3200 / 9 - (80 / 9)^2, deviation 16.63.

    At 2.4 deviations, 39.9, both lines of text are content, at 2.5, 41.6, none.
    """
    page = "<br>\n" * 3 + "a" * 40 + "\n" + "b" * 40 + "\n" + "<br>\n" * 4
    assert analyse(page, method, radius=0).threshold == pytest.approx(sqrt(3200 / 9 - (80 / 9) ** 2))
    for coefficient, expected in ((1, [3, 4]), (2.4, [3, 4]), (2.5, [])):
        labels = analyse(page, method, radius=0, coefficient=coefficient).labels
        assert labels.nonzero()[0].tolist() == expected


@pytest.mark.parametrize("seed", range(4))
def test_k_means_ends_at_the_means(seed: int) -> None:
    """0, 1, 2 | 20, 22 | 40, 41, 45: means 1, 21, 42, to which each point is nearest; the first is not content."""
    points = np.array([[0.0, 1.0, 2.0, 20.0, 22.0, 40.0, 41.0, 45.0]])
    assert sorted(k_means(points, 3, seed=seed).ravel().tolist()) == [1, 21, 42]
    assert label_by_ratio(points[0], points[0], seed=seed).tolist() == [False] * 3 + [True] * 5


@pytest.mark.parametrize("cluster", [k_means, farthest_first, expectation_maximisation])
@pytest.mark.parametrize("label", [label_by_distance, label_by_density])
def test_the_cluster_nearest_to_the_origin_is_not_content(cluster: Cluster, label: Callable[..., Labeller]) -> None:
    """0, 1, 2 | 20, 22 | 40, 41, 45, whichever clusterer finds these three and however points get their clusters."""
    h = np.array([0.0, 1.0, 2.0, 20.0, 22.0, 40.0, 41.0, 45.0])
    for seed in range(4):
        assert label(cluster)(h, np.zeros(8), seed=seed).tolist() == [False] * 3 + [True] * 5


@pytest.mark.parametrize("label", [label_by_distance, label_by_density])
def test_a_clusterer_gets_the_number_of_clusters_and_the_seed(label: Callable[..., Labeller]) -> None:
    """Three clusters and seed 0 if nobody says otherwise."""
    asked: list[tuple[int, int]] = []

    def take_first(points: Floats, k: int, *, seed: int) -> Floats:
        asked.append((k, seed))
        return points[:, :k].T

    h = np.array([0.0, 5.0, 9.0, 12.0])
    label(take_first)(h, h)
    label(take_first)(h, h, k=2, seed=7)
    assert asked == [(3, 0), (2, 7)]


@pytest.mark.parametrize("seed", range(4))
def test_cetr_holds_one_centroid_at_the_origin(seed: int) -> None:
    """Points (6, 0) twice and (9, 0), k = 2: with the origin held, all are nearer to their mean than to it.

    The mean is (7, 0); (6, 0) is 1 away from it and 6 from the origin: all are content. Free k-means ends at (6, 0)
    and (9, 0), and (6, 0), nearest to the origin, is not.
    """
    h, g = np.array([6.0, 6.0, 9.0]), np.zeros(3)
    points = np.stack((h, g))
    assert k_means(points, 2, seed=seed, from_origin=True).tolist() == [[0, 0], [7, 0]]
    assert label_from_origin(h, g, k=2, seed=seed).tolist() == [True, True, True]
    assert label_by_distance(k_means)(h, g, k=2, seed=seed).tolist() == [False, False, True]


def test_farthest_first_takes_the_farthest_from_all_taken() -> None:
    """On the line 0, 1, 5, 12 each start has one way to go on.

    From 0: 12, then 5 (5 and 7 away; 1 is 1 away). From 1: 12, then 5 (4 away; 0 is 1 away). From 5: 12 (7 away), then
    0 (5 away; 1 is 4). From 12: 0, then 5.
    """
    points = np.array([[0.0, 1.0, 5.0, 12.0]])
    ways = {0: [0, 12, 5], 1: [1, 12, 5], 5: [5, 12, 0], 12: [12, 0, 5]}
    found = [farthest_first(points, 3, seed=seed).ravel().tolist() for seed in range(20)]
    assert {way[0] for way in found} == {0, 1, 5, 12}
    assert all(way == ways[way[0]] for way in found)


def test_the_dimensions_are_not_scaled() -> None:
    """Of (0, 0), (100, 0) and (90, 10) in two clusters, the last two, which are 14 apart, are content.

    If each dimension were divided by its range, as Weka does it, (100, 0) would be 1 away from (0, 0) and 1.005 from
    (90, 10), and would not be content.
    """
    h, g = np.array([0.0, 100.0, 90.0]), np.array([0.0, 0.0, 10.0])
    for seed in range(6):
        assert label_by_distance(farthest_first)(h, g, k=2, seed=seed).tolist() == [False, True, True]
        assert label_by_distance(farthest_first)(h / 100, g / 10, k=2, seed=seed).tolist() == [False, False, True]


@pytest.mark.parametrize("seed", range(3))
def test_em_moves_the_means_by_shares(seed: int) -> None:
    """The means are a fixed point of the E step and the M step, both worked here from the formulas of a mixture.

    Normals with deviations s and weights w share a point by w / s * exp(-(x - m)^2 / 2 s^2); a new mean is the mean of
    the points by their shares. The two heaps overlap at 4, so that k-means' means, 1.2 and 8, are not the answer.
    """
    x = np.array([0.0, 0.5, 1.0, 1.5, 4.0, 7.0, 8.0, 9.0])
    first, last = sorted(expectation_maximisation(x[np.newaxis], 2, seed=seed).ravel().tolist())
    w, m, s = [0.5, 0.5], [1.4, 8.0], [1.3, 0.8]
    for _ in range(200):
        density = [[w[j] / s[j] * exp(-((v - m[j]) ** 2) / (2 * s[j] ** 2)) for j in (0, 1)] for v in x.tolist()]
        share = [[d / sum(pair) for d in pair] for pair in density]
        total = [sum(pair[j] for pair in share) for j in (0, 1)]
        w = [t / len(x) for t in total]
        m = [sum(p[j] * v for p, v in zip(share, x.tolist(), strict=True)) / total[j] for j in (0, 1)]
        s = [
            sqrt(sum(p[j] * (v - m[j]) ** 2 for p, v in zip(share, x.tolist(), strict=True)) / total[j]) for j in (0, 1)
        ]
    assert [first, last] == pytest.approx(m, abs=1e-2)


def test_density_mode_weighs_likelihood_by_share() -> None:
    """A cluster's normal at x: ln weight - ln deviation - (x - mean)^2 / 2 variance; the greatest gets the point.

    0, 2 | 10, 14, 18 have weights .4 and .6, means 1 and 14, variances 1 and 32/3. At 2: ln .4 - 0 - .5 = -1.416, and
    ln .6 - 1.184 - 144 * 3 / 64 = -8.444: it stays.

    0, 0, 0, 8 | 10, 10.2, 10.4 have weights 4/7 and 3/7, means 2 and 10.2, variances 12 and .08 / 3. At 8, which by
    distance belongs to 10.2: ln(4/7) - 1.242 - 36 / 24 = -3.302, and ln(3/7) + 1.812 - 4.84 * 3 / .16 = -89.8: the wide
    cluster has it.
    """
    points = np.array([[0.0, 2.0, 10.0, 14.0, 18.0]])
    numbers, means = assign_by_density(points, np.array([0, 0, 1, 1, 1]), 2)
    assert (numbers.tolist(), means.ravel().tolist()) == ([0, 0, 1, 1, 1], [1, 14])
    wide = np.array([[0.0, 0.0, 0.0, 8.0, 10.0, 10.2, 10.4]])
    numbers, _ = assign_by_density(wide, np.array([0, 0, 0, 0, 1, 1, 1]), 2)
    assert numbers.tolist() == [0, 0, 0, 0, 1, 1, 1]
    assert nearest(wide, np.array([[2.0], [10.2]])).tolist() == [0, 0, 0, 1, 1, 1, 1]


def test_the_larger_cluster_has_more_of_what_lies_between() -> None:
    """-2, 2 | 2.5, 5.5 three times: weights 1/4 and 3/4, means 0 and 4, deviations 2 and 1.5.

    At 2 the likelihoods alone are -ln 2 - 4 / 8 = -1.193 and -ln 1.5 - 4 / 4.5 = -1.294; with the weights they are
    -2.579 and -1.582, so that the larger cluster has it.
    """
    points = np.array([[-2.0, 2.0, *[2.5, 5.5] * 3]])
    numbers, _ = assign_by_density(points, np.array([0, 0, *[1] * 6]), 2)
    assert numbers.tolist() == [0, 1, *[1] * 6]

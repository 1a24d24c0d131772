from __future__ import annotations

import numpy as np
import pytest

from cetr.tagratio.clustering import expectation_maximisation, farthest_first, k_means, nearest
from cetr.tagratio.histogram import find_slope, gaussian_kernel, smooth


def _three_heaps() -> np.ndarray:
    random = np.random.default_rng(1)
    centres = np.repeat(np.array([[0.0, 0.0], [50.0, 5.0], [20.0, 30.0]]), 40, axis=0)
    return (centres + random.normal(size=centres.shape)).T


@pytest.mark.parametrize("cluster", [k_means, farthest_first, expectation_maximisation])
@pytest.mark.parametrize("seed", range(5))
def test_three_heaps_are_three_clusters(cluster: object, seed: int) -> None:
    """Every clusterer, from every seed, gives the points of each of three distant heaps one number of their own."""
    points = _three_heaps()
    numbers = nearest(points, cluster(points, 3, seed=seed)).reshape(3, 40)
    assert (numbers == numbers[:, :1]).all()
    assert len(set(numbers[:, 0].tolist())) == 3


@pytest.mark.parametrize("cluster", [k_means, farthest_first, expectation_maximisation])
def test_fewer_points_than_clusters(cluster: object) -> None:
    """One point, or points all alike, give finite centroids."""
    for points in (np.array([[2.0], [3.0]]), np.ones((2, 10))):
        assert np.isfinite(cluster(points, 3, seed=0)).all()


def test_kernel_is_that_of_the_equations() -> None:
    """Eq. 1 with a radius of 3 has seven values exp(-(i - 3)^2 / 18), and Eq. 2 makes their sum 1."""
    kernel = gaussian_kernel(3)
    expected = np.exp(-((np.arange(7) - 3.0) ** 2) / 18)
    assert np.allclose(kernel, expected / expected.sum())
    assert len(gaussian_kernel(2.2)) == 7
    assert gaussian_kernel(0).tolist() == [1.0]


@pytest.mark.parametrize("sigma", [0, 1, 3, 40, 600, 1e9])
@pytest.mark.parametrize("size", [1, 2, 50, 2000])
def test_a_constant_histogram_stays(sigma: float, size: int) -> None:
    """Smoothing changes nothing where nothing varies, at the edges neither, and the slope is nowhere."""
    flat = np.full(size, 7.0)
    assert np.allclose(smooth(flat, sigma), flat)
    assert np.allclose(find_slope(flat, min(sigma, 100)), 0)


def test_slope_is_the_mean_of_the_next_three_less_the_line() -> None:
    """Eq. 4 as mended, without smoothing; beyond the edge the last line goes on."""
    values = np.array([0.0, 3.0, 6.0, 9.0, 3.0])
    assert find_slope(values, 0).tolist() == [6.0, 3.0, -1.0, -6.0, 0.0]


def test_both_ways_to_convolve_agree() -> None:
    """A kernel wide enough for the Fourier transform gives what the sum gives."""
    values = np.random.default_rng(0).random(3000)
    kernel = gaussian_kernel(300)
    extended = np.concatenate((np.full(300, values[0]), values, np.full(300, values[-1])))
    assert np.allclose(smooth(values, 300), np.convolve(extended, kernel, "valid"))

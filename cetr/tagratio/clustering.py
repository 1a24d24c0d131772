"""Clusterings of the lines of a histogram.

Points are given by dimension, shape (d, n), centroids have shape (k, d). All draws come from one generator, so that a
seed gives the same clusters every time. An empty cluster keeps its centroid.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from cetr.document import Floats, Ints, on_one_thread

Cluster = Callable[..., Floats]
"""Points, the number of clusters and a keyword ``seed`` in, centroids out."""

_ROUNDS = 100
"""Lloyd's and the EM algorithm stop here if they have not converged."""

_THREADED = 8_000
"""NumPy computes products of fewer numbers on one thread anyway."""

_STILL = 1e-4
"""Lloyd's algorithm has converged when the squares of the centroids' steps add up to less than this share of the
variance of the points (the rule of scikit-learn)."""

_GAIN = 1e-6
"""The EM algorithm stops when the mean log-likelihood grows by less."""

_LEAST_DEVIATION = 1e-3
"""The least standard deviation of a fitted normal, as a share of that of all points (of at least 1)."""


def nearest(points: Floats, centroids: Floats) -> Ints:
    """Find the number of the centroid nearest to each point, shape (n,); the first of equals."""
    numbers: Ints = measure_distance(points, centroids).argmin(axis=0)
    return numbers


def measure_distance(points: Floats, centroids: Floats) -> Floats:
    """Compute each point's squared distance from each centroid, minus that from the origin; shape (k, n)."""
    distance: Floats = (-2.0 * centroids) @ points
    distance += (centroids * centroids).sum(axis=1)[:, np.newaxis]
    return distance


def seed_centroids(points: Floats, k: int, seed: int, *, from_origin: bool) -> Floats:
    """k-means++ (Arthur & Vassilvitskii, SODA 2007); with ``from_origin`` the first centroid is the origin."""
    centroids = np.zeros((k, len(points)))
    if from_origin:
        draws = _draw(seed, k - 1)
    else:
        random = np.random.default_rng(seed)
        centroids[0], draws = points[:, random.integers(points.shape[1])], random.random(k - 1).tolist()
    distance = _square_distance(points, centroids[0])
    for i, draw in enumerate(draws, 1):
        total = distance.cumsum()
        chosen = int(total.searchsorted(draw * total[-1], side="right"))
        centroids[i] = points[:, min(chosen, len(total) - 1)]
        if i < k - 1:
            np.minimum(distance, _square_distance(points, centroids[i]), out=distance)
    return centroids


@lru_cache(maxsize=64)
def _draw(seed: int, count: int) -> list[float]:
    """The generator's first numbers from 0 to 1; cached, because making a generator takes as long as a round of Lloyd's
    algorithm.
    """
    draws: list[float] = np.random.default_rng(seed).random(count).tolist()
    return draws


def _square_distance(points: Floats, centroid: Floats) -> Floats:
    """The square of each point's distance from a centroid, shape (n,)."""
    offset = points - centroid[:, np.newaxis]
    offset *= offset
    square: Floats = np.add.reduce(offset)
    return square


def k_means(points: Floats, k: int, *, seed: int = 0, from_origin: bool = False) -> Floats:
    """Lloyd's algorithm (MacQueen 1967) from k-means++: k centroids, with ``from_origin`` the first held at the origin.
    A point that is equally near to two centroids belongs to both.
    """
    centroids: list[list[float]] = seed_centroids(points, k, seed, from_origin=from_origin).tolist()
    moving, size = centroids[from_origin:], points.shape[1]
    # With a row of ones below the points, one product makes the distances, and another the sums and counts.
    extended = np.ones((len(points) + 1, size))
    extended[:-1] = points
    distance = np.zeros((k, size))
    belongs = np.empty((len(moving), size))
    with on_one_thread() if extended.size >= _THREADED else nullcontext():
        # The mean of the squares less the square of the mean, over the dimensions.
        *means, _ = (extended.dot(extended[-1]) / size).tolist()
        variance = float(np.vdot(points, points)) / size - sum([mean * mean for mean in means])
        still = _STILL * max(variance, 0.0) / len(points)
        for _ in range(_ROUNDS if moving else 0):
            # Python's floats are faster than NumPy's calls for arrays as small as the centroids'.
            weights = [[*[-2.0 * x for x in centroid], sum([x * x for x in centroid])] for centroid in moving]
            np.dot(np.array(weights), extended, out=distance[from_origin:])
            np.equal(distance[from_origin:], np.minimum.reduce(distance), out=belongs, casting="unsafe")
            step = 0.0
            for i, (*sums, count) in enumerate(belongs.dot(extended.T).tolist()):
                if count:
                    moved = [total / count for total in sums]
                    step += sum([(x - y) ** 2 for x, y in zip(moved, moving[i])])  # noqa: B905  # as many, and quicker
                    moving[i] = moved
            if step <= still:
                break
    return np.array(centroids[:from_origin] + moving)


def farthest_first(points: Floats, k: int, *, seed: int = 0) -> Floats:
    """Farthest-first traversal (Hochbaum & Shmoys 1985): a random point, then always the farthest from all taken."""
    random = np.random.default_rng(seed)
    chosen = [int(random.integers(points.shape[1]))]
    distance = np.full(points.shape[1], np.inf)
    for _ in range(k - 1):
        np.minimum(distance, _square_distance(points, points[:, chosen[-1]]), out=distance)
        chosen.append(int(distance.argmax()))
    return points[:, chosen].T


@on_one_thread()
def expectation_maximisation(points: Floats, k: int, *, seed: int = 0) -> Floats:
    """The EM algorithm (Dempster et al. 1977) from k-means: the means of k normals with independent dimensions."""
    numbers = nearest(points, k_means(points, k, seed=seed))
    share = (numbers == np.arange(k)[:, np.newaxis]).astype(np.float64)
    likelihood = -np.inf
    normals = _fit_normals(points, share)
    for _ in range(_ROUNDS):
        logarithm = _log_density(points, normals)
        peak = logarithm.max(axis=0)
        share = np.exp(logarithm - peak)
        total = share.sum(axis=0)
        grown = float((peak + np.log(total)).mean())
        if grown - likelihood < _GAIN:
            break
        likelihood = grown
        normals = _fit_normals(points, share / total)
    return normals.mean


@on_one_thread()
def assign_by_density(points: Floats, numbers: Ints, k: int) -> tuple[Ints, Floats]:
    """Fit a normal to each cluster and give each point to the likeliest, weighted by the clusters' shares.

    This is what Weka's MakeDensityBasedClusterer does. The paper's "density mode" cites DBSCAN (Ester et al. 1996), but
    DBSCAN has no number of clusters and cannot be combined with another clusterer, while the paper combines it with
    three. Returns the new numbers (n,) and the normals' means (k, d).
    """
    normals = _fit_normals(points, (numbers == np.arange(k)[:, np.newaxis]).astype(np.float64))
    likeliest: Ints = _log_density(points, normals).argmax(axis=0)
    return likeliest, normals.mean


@dataclass(frozen=True)
class _Normals:
    """k normal distributions with independent dimensions: ``weight`` (k,), ``mean`` and ``deviation`` (k, d)."""

    weight: Floats
    mean: Floats
    deviation: Floats


def _fit_normals(points: Floats, share: Floats) -> _Normals:
    """Maximum likelihood for points in clusters by ``share`` (k, n). An empty one has no weight."""
    count = share.sum(axis=1)
    full = np.maximum(count, 1e-9)[:, np.newaxis]
    mean = share @ points.T / full
    variance = np.maximum(share @ (points * points).T / full - mean * mean, 0.0)
    floor = np.maximum(points.std(axis=1), 1.0) * _LEAST_DEVIATION
    # The mean of an empty cluster must not pass for the one nearest to the origin.
    mean[count < 1e-9] = points.max(axis=1)
    return _Normals(count / count.sum(), mean, np.maximum(np.sqrt(variance), floor))


def _log_density(points: Floats, normals: _Normals) -> Floats:
    """The logarithm of each normal's weighted density at each point, shape (k, n), less a constant."""
    with np.errstate(divide="ignore"):
        logarithm: Floats = np.log(normals.weight)[:, np.newaxis] - np.log(normals.deviation).sum(axis=1)[:, np.newaxis]
    for dimension, values in enumerate(points):
        mean, deviation = normals.mean[:, dimension, np.newaxis], normals.deviation[:, dimension, np.newaxis]
        logarithm = logarithm - 0.5 * ((values - mean) / deviation) ** 2
    return logarithm

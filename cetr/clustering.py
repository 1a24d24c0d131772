"""Clusterings of the lines of a histogram.

Points are given by dimension, shape (d, n), centroids have shape (k, d). All draws come from one generator, so that a
seed gives the same clusters every time. An empty cluster keeps its centroid.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from cetr.histogram import Floats

Numbers = npt.NDArray[np.intp]

_ROUNDS = 100
"""Lloyd's algorithm stops here if it has not converged."""


def nearest(points: Floats, centroids: Floats) -> Numbers:
    """The number of the centroid nearest to each point, shape (n,); of equally near ones the first."""
    # |p - c|^2 less |p|^2, which is the same for every centroid.
    distance = (-2.0 * centroids) @ points + (centroids * centroids).sum(axis=1)[:, np.newaxis]
    numbers: Numbers = distance.argmin(axis=0)
    return numbers


def seed_centroids(points: Floats, k: int, seed: int, held: Floats | None = None) -> Floats:
    """k-means++ (Arthur & Vassilvitskii, SODA 2007); the first of the k centroids is ``held`` (d,) if that is given."""
    random = np.random.default_rng(seed)
    centroids = np.empty((k, len(points)))
    centroids[0] = points[:, random.integers(points.shape[1])] if held is None else held
    distance = ((points - centroids[0][:, np.newaxis]) ** 2).sum(axis=0)
    for i in range(1, k):
        total = np.cumsum(distance)
        chosen = int(np.searchsorted(total, random.random() * total[-1], side="right"))
        centroids[i] = points[:, min(chosen, len(total) - 1)]
        np.minimum(distance, ((points - centroids[i][:, np.newaxis]) ** 2).sum(axis=0), out=distance)
    return centroids


def k_means(points: Floats, k: int, *, seed: int = 0, held: Floats | None = None) -> Floats:
    """Lloyd's algorithm (MacQueen 1967) from k-means++: k centroids. A ``held`` one stays first and where it is.

    A point as near to two centroids belongs to both.
    """
    centroids = seed_centroids(points, k, seed, held)
    # With a row of ones below the points, one product makes all distances and another all sums and counts.
    extended = np.vstack((points, np.ones(points.shape[1])))
    for _ in range(_ROUNDS):
        distance = np.column_stack((-2.0 * centroids, (centroids * centroids).sum(axis=1))) @ extended
        sums = (distance == distance.min(axis=0)).astype(np.float64) @ extended.T
        count = sums[:, -1:]
        moved = np.where(count > 0, sums[:, :-1] / np.maximum(count, 1), centroids)
        if held is not None:
            moved[0] = held
        if np.array_equal(moved, centroids):
            break
        centroids = moved
    return centroids

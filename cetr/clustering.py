"""Clusterings of the lines of a histogram: points in, the number of each point's cluster out.

Points have shape (n, d). Empty clusters keep their centroid. All draws come from one generator, so that a seed gives
the same clusters every time.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from cetr.histogram import Floats

_ROUNDS = 100
"""Lloyd's and the EM algorithm stop here if they have not converged."""


def nearest(points: Floats, centroids: Floats) -> npt.NDArray[np.intp]:
    """The number of the centroid (k, d) nearest to each point, shape (n,); of equally near ones the first."""
    # |p - c|^2 without |p|^2, which is the same for every centroid.
    distance = points @ (-2.0 * centroids.T) + (centroids * centroids).sum(axis=1)
    numbers: npt.NDArray[np.intp] = distance.argmin(axis=1)
    return numbers


def seed_centroids(points: Floats, k: int, seed: int, held: Floats | None = None) -> Floats:
    """k-means++ (Arthur & Vassilvitskii, SODA 2007): k centroids (k, d), the first being ``held`` (d,) if given."""
    random = np.random.default_rng(seed)
    centroids = np.empty((k, points.shape[1]))
    centroids[0] = points[random.integers(len(points))] if held is None else held
    distance = ((points - centroids[0]) ** 2).sum(axis=1)
    for i in range(1, k):
        total = np.cumsum(distance)
        chosen = int(np.searchsorted(total, random.random() * total[-1], side="right"))
        centroids[i] = points[min(chosen, len(points) - 1)]
        np.minimum(distance, ((points - centroids[i]) ** 2).sum(axis=1), out=distance)
    return centroids


def k_means(points: Floats, k: int, *, seed: int = 0, held: Floats | None = None) -> Floats:
    """Lloyd's algorithm (MacQueen 1967): k centroids (k, d). A ``held`` centroid stays first and where it is."""
    centroids = seed_centroids(points, k, seed, held)
    labels = nearest(points, centroids)
    for _ in range(_ROUNDS):
        for i in range(held is not None, k):
            member = labels == i
            if member.any():
                centroids[i] = points[member].mean(axis=0)
        moved = nearest(points, centroids)
        if np.array_equal(moved, labels):
            break
        labels = moved
    return centroids

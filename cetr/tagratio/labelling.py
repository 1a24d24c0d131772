"""From the histogram of a page to the labels of its lines.

Each function takes h' and g', the smoothed ratio and its derivative, both of shape (n,), and returns which lines are
content, shape (n,).
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from cetr.document import Bools, Floats
from cetr.tagratio.clustering import Cluster, assign_by_density, k_means, measure_distance, nearest

Labeller = Callable[..., Bools]


def label_by_threshold(smoothed: Floats, derivative: Floats, *, coefficient: float = 1.0) -> Bools:
    """Content is where h' reaches ``coefficient`` standard deviations of h' and is not 0."""
    labels: Bools = (smoothed >= coefficient * smoothed.std()) & (smoothed > 0)
    return labels


def label_by_ratio(smoothed: Floats, derivative: Floats, *, k: int = 3, seed: int = 0) -> Bools:
    """k-means on h'; the cluster nearest to the origin is not content."""
    points = smoothed[np.newaxis]
    centroids = k_means(points, k, seed=seed)
    labels: Bools = nearest(points, centroids) != _nearest_to_origin(centroids)
    return labels


def label_from_origin(smoothed: Floats, derivative: Floats, *, k: int = 3, seed: int = 0) -> Bools:
    """k-means on (h', g') with one centroid held at the origin, whose cluster is not content."""
    points = np.array((smoothed, derivative))
    distance = measure_distance(points, k_means(points, k, seed=seed, from_origin=True))
    # That of the centroid at the origin is 0.
    labels: Bools = np.minimum.reduce(distance) < 0
    return labels


def label_by_distance(cluster: Cluster) -> Labeller:
    """A labeller that clusters (h', g'), neither of them scaled, and gives each line to the nearest centroid.

    The cluster whose centroid is nearest to the origin is not content.
    """

    def label(smoothed: Floats, derivative: Floats, *, k: int = 3, seed: int = 0) -> Bools:
        points = np.stack((smoothed, derivative))
        centroids = cluster(points, k, seed=seed)
        labels: Bools = nearest(points, centroids) != _nearest_to_origin(centroids)
        return labels

    return label


def label_by_density(cluster: Cluster) -> Labeller:
    """A labeller that clusters (h', g'), fits a normal distribution to each cluster, and assigns by likelihood."""

    def label(smoothed: Floats, derivative: Floats, *, k: int = 3, seed: int = 0) -> Bools:
        points = np.stack((smoothed, derivative))
        numbers, centroids = assign_by_density(points, nearest(points, cluster(points, k, seed=seed)), k)
        labels: Bools = numbers != _nearest_to_origin(centroids)
        return labels

    return label


def _nearest_to_origin(centroids: Floats) -> int:
    return int((centroids * centroids).sum(axis=1).argmin())

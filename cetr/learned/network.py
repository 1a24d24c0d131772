"""Small neural networks, averaged, evaluated only with NumPy."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from cetr.document import on_one_thread
from cetr.learned.columns import Matrix

CLIP = 4.0
"""Standardised features are clipped to this many standard deviations."""


@dataclass(frozen=True)
class Network:
    """An ensemble of e networks with two hidden layers of rectified units over f features.

    ``mean`` and ``scale`` (f,) standardise; ``first`` (f, e * h) and ``first_bias`` (e * h,), ``second`` (e, h, g) and
    ``second_bias`` (e, 1, g), ``last`` (e, g, 1) and ``last_bias`` (e, 1, 1) are the weights.
    """

    mean: Matrix
    scale: Matrix
    first: Matrix
    first_bias: Matrix
    second: Matrix
    second_bias: Matrix
    last: Matrix
    last_bias: Matrix


def evaluate_network(network: Network, features: Matrix) -> Matrix:
    """Compute the mean log-odds of the ensemble for each row of features, (n,)."""
    scaled = features - network.mean
    scaled *= network.scale
    np.minimum(scaled, CLIP, out=scaled)
    np.maximum(scaled, -CLIP, out=scaled)
    with on_one_thread():
        hidden = scaled @ network.first
        hidden += network.first_bias
        np.maximum(hidden, 0, out=hidden)
        members = len(network.second)
        per_member = hidden.reshape(len(features), members, -1).transpose(1, 0, 2)
        deeper = np.matmul(per_member, network.second)
        deeper += network.second_bias
        np.maximum(deeper, 0, out=deeper)
        odds: Matrix = (np.matmul(deeper, network.last) + network.last_bias).mean(axis=0).ravel()
    return odds

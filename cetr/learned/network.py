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
    """Compute the mean log-odds of the ensemble for each row of features, (n, f) with n > 0; the result is (n,).

    What all rows have in common, about a third of the features, is multiplied once and goes into the bias, as the means
    do. So the log-odds of a row vary with the other rows by rounding, at most about 1e-5.
    """
    columns = features.T
    with np.errstate(divide="ignore", over="ignore"):  # a scale of 0 lets a feature count for nothing
        reach = CLIP / network.scale
    low, high = network.mean - reach, network.mean + reach
    first_row = columns[:, 0]
    varies = (columns != first_row[:, np.newaxis]).any(axis=1)
    common = np.where(varies, 0, np.minimum(np.maximum(first_row, low), high))
    varying = columns[varies]
    np.minimum(varying, high[varies, np.newaxis], out=varying)
    np.maximum(varying, low[varies, np.newaxis], out=varying)
    weights = network.first[varies]
    weights *= network.scale[varies, np.newaxis]
    rows = len(features)
    with on_one_thread():
        hidden = weights.T @ varying
        hidden += (network.first_bias + ((common - network.mean) * network.scale) @ network.first)[:, np.newaxis]
        np.maximum(hidden, 0, out=hidden)
        deeper = network.second.swapaxes(1, 2) @ hidden.reshape(len(network.second), -1, rows)
        deeper += network.second_bias.swapaxes(1, 2)
        np.maximum(deeper, 0, out=deeper)
        odds: Matrix = (network.last.swapaxes(1, 2) @ deeper + network.last_bias).mean(axis=0).ravel()
    return odds

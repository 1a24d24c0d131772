"""From scores to content: the choice of blocks."""

from __future__ import annotations

import numpy as np

from cetr.document import Bools, Floats

LEAST_WORDS = 0.5
"""The weight of a block without words."""
REFUSED = -3.0
"""Log-odds too low to be chosen, but not too low for the rule that adds the title above the content."""


def to_probability(odds: Floats) -> Floats:
    """Convert log-odds to probabilities."""
    probability: Floats = 1 / (1 + np.exp(-np.minimum(np.maximum(odds, -30), 30)))
    return probability


def choose_blocks(probability: Floats, words: Floats) -> tuple[Bools, float]:
    """Choose the blocks with the best expected F1 over words, and return that F1.

    Taking the most probable blocks first, expected F1 = 2 * sum of p * w taken / (sum of w taken + sum of p * w).
    Both arguments have shape (n,).
    """
    chosen = np.zeros(len(probability), dtype=np.bool_)
    if not len(probability):
        return chosen, 1.0
    weight = np.maximum(words, LEAST_WORDS)
    order = np.argsort(-probability, kind="stable")
    gain = probability * weight
    expected = 2 * np.cumsum(gain[order]) / (np.cumsum(weight[order]) + gain.sum() + 1e-9)
    best = int(np.argmax(expected))
    chosen[order[: best + 1]] = True
    return chosen, float(expected[best])

"""From scores to content: what the first scores say about a page, and which blocks to take."""

from __future__ import annotations

import math

import numpy as np

from cetr.learned.blocks import Blocks, Floats
from cetr.learned.containers import Bools
from cetr.learned.features import LEVELS, Columns, Extents, accumulate, average, repeat_values, shift

LEAST_WORDS = 0.5
"""What a block without words weighs."""


def to_probability(odds: Floats) -> Floats:
    """The probability of log-odds."""
    probability: Floats = 1 / (1 + np.exp(-np.minimum(np.maximum(odds, -30), 30)))
    return probability


def choose_blocks(probability: Floats, words: Floats) -> tuple[Bools, float]:
    """The blocks that promise the best F1 over words, and that F1.

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


def describe_scores(odds: Floats, blocks: Blocks, extents: Extents) -> Columns:
    """Features for the second look: the first scores of the neighbours, of the containers, and of the page."""
    probability = to_probability(odds)
    weight = np.maximum(blocks.words, LEAST_WORDS)
    gain, size = probability * weight, len(odds)
    total, all_gain = float(weight.sum()), float(gain.sum())
    columns = {"score": odds, "score_p": probability, "score_below_best": odds - odds.max()}
    for steps in (1, 2, -1, -2):
        columns[f"score@{steps}"] = shift(odds, steps)
    for radius in (2, 5, 12):
        columns[f"score~{radius}"] = average(probability, radius)
    sums = accumulate(np.stack((gain, weight)))
    gain_in, weight_in = sums[:, extents.stop[extents.levels]] - sums[:, extents.first[extents.levels]]
    columns[" ".join(f"score_{level}" for level in range(LEVELS))] = gain_in / np.maximum(weight_in, LEAST_WORDS)
    share = gain / max(all_gain, 1e-6)
    before = np.cumsum(share)
    columns["score_before"], columns["score_after"] = before - share, 1 - before
    chosen, expected = choose_blocks(probability, blocks.words)
    place, taken = np.arange(size), np.flatnonzero(chosen)
    columns["score_chosen"] = chosen.astype(np.float64)
    columns["score_from_first"] = np.minimum(np.maximum(place - taken[0], -30), 30).astype(np.float64)
    columns["score_to_last"] = np.minimum(np.maximum(taken[-1] - place, -30), 30).astype(np.float64)
    columns["score_best_before"] = np.maximum.accumulate(probability)
    columns["score_best_after"] = np.maximum.accumulate(probability[::-1])[::-1]
    page = {
        "share": all_gain / total, "words": math.log1p(all_gain), "expected": expected,
        "chosen": float(weight[chosen].sum()) / total,
    }  # fmt: skip
    columns[" ".join(f"page_score_{name}" for name in page)] = repeat_values(page.values(), size)
    return columns

"""Features from the first scores, for the second look at a page."""

from __future__ import annotations

import math

import numpy as np

from cetr.document import Floats
from cetr.learned.blocks import Blocks
from cetr.learned.choice import LEAST_WORDS, choose_blocks, to_probability
from cetr.learned.columns import Columns, Describe, repeat_values
from cetr.learned.cores import survey_cores
from cetr.learned.extents import LEVELS, Extents
from cetr.learned.windows import accumulate, average, pad, pad_sums, shift


def survey_scores(odds: Floats, blocks: Blocks, extents: Extents) -> Describe:
    """Compute features for the second stage: the first scores of neighbours, containers, cores, and of the page."""
    probability = to_probability(odds)
    weight = np.maximum(blocks.words, LEAST_WORDS)
    gain = probability * weight
    total, all_gain, best = float(weight.sum()), float(gain.sum()), odds.max()
    padded, sums, inside = pad(odds), pad_sums(probability), accumulate(np.stack((gain, weight)))
    describe_cores = survey_cores(gain, weight, blocks, extents)
    share = gain / max(all_gain, 1e-6)
    before = np.cumsum(share)
    chosen, expected = choose_blocks(probability, blocks.words)
    taken = np.flatnonzero(chosen)
    best_before = np.maximum.accumulate(probability)
    best_after = np.maximum.accumulate(probability[::-1])[::-1]
    page = {
        "share": all_gain / total, "words": math.log1p(all_gain), "expected": expected,
        "chosen": float(weight[chosen].sum()) / total,
    }  # fmt: skip

    def describe(part: slice) -> Columns:
        columns: dict[str, Floats] = {
            "score": odds[part], "score_p": probability[part], "score_below_best": odds[part] - best
        }  # fmt: skip
        for steps in (1, 2, -1, -2):
            columns[f"score@{steps}"] = shift(padded, part, steps)
        for radius in (2, 5, 12):
            columns[f"score~{radius}"] = average(sums, part, radius)
        levels, place = extents.levels[:, part], np.arange(part.start, part.stop)
        gain_in, weight_in = inside[:, extents.stop[levels]] - inside[:, extents.first[levels]]
        columns[" ".join(f"score_{level}" for level in range(LEVELS))] = gain_in / np.maximum(weight_in, LEAST_WORDS)
        columns["score_before"], columns["score_after"] = before[part] - share[part], 1 - before[part]
        columns["score_chosen"] = chosen[part].astype(np.float64)
        columns["score_from_first"] = np.minimum(np.maximum(place - taken[0], -30), 30).astype(np.float64)
        columns["score_to_last"] = np.minimum(np.maximum(taken[-1] - place, -30), 30).astype(np.float64)
        columns["score_best_before"], columns["score_best_after"] = best_before[part], best_after[part]
        columns[" ".join(f"page_score_{name}" for name in page)] = repeat_values(page.values(), len(place))
        return {**columns, **describe_cores(part)}

    return describe

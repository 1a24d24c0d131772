"""Which extractors differ by more than chance: each is compared with the first of the leaderboard."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from evaluate.comparing.figures import Figure, Pair
from evaluate.comparing.testing import compare_figures, correct_holm
from evaluate.comparing.units import Units

LEVEL = 0.05
"""Corrected p-values from here on may be chance."""


@dataclass(frozen=True)
class Standing:
    """The standing of an extractor by a measure: its F1 minus that of the first, the corrected p-value of the
    difference (None for the first, and if nothing can be resampled), and whether the two are a tie.
    """

    behind: float
    p: float | None
    tie: bool


def rank(figures: Mapping[str, Sequence[Figure]], units: Units) -> dict[str, list[Standing]]:
    """Find the standing of each extractor by each measure. All p-values are corrected together."""
    pairs: dict[str, Pair] = {}
    firsts: dict[str, int] = {}
    for measure, of_all in figures.items():
        values = [figure.value for figure in of_all]
        firsts[measure] = values.index(max(values))
        first = of_all[firsts[measure]]
        pairs |= {f"{measure} {i}": Pair(first, figure) for i, figure in enumerate(of_all) if figure is not first}
    found = correct_holm(compare_figures(pairs, units, pairs.keys())) if pairs else []
    known = {difference.name: difference for difference in found}
    standings: dict[str, list[Standing]] = {}
    for measure, of_all in figures.items():
        standings[measure] = []
        for i in range(len(of_all)):
            if i == firsts[measure]:
                standings[measure].append(Standing(0.0, None, False))
                continue
            difference = known[f"{measure} {i}"]
            p = difference.p_adjusted
            # What is not a number is not below the level.
            standings[measure].append(Standing(difference.difference, None if p != p else p, not p < LEVEL))
    return standings

"""Narrow the content to one container of the page where the rest of it looks like lists of other articles."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from cetr.document import Floats, Ints
from cetr.learned.blocks import Blocks
from cetr.learned.choice import LEAST_WORDS, choose_blocks, to_probability
from cetr.learned.extents import Extents
from cetr.learned.features import is_running
from cetr.learned.hashes import group_same, hash_kinds
from cetr.learned.tags import Tags
from cetr.learned.windows import accumulate

SUMMED = ("odds", "link", "repeats", "running", "long", "items")
"""Means over the words of chosen blocks: log-odds; share of links; logarithm of the number of blocks at the same path;
whether it is running text, has `_MANY_WORDS`, or shares its path with at least `_MANY_BLOCKS`.
"""
NAMES = (*(f"{name}_{side}" for side in ("in", "out") for name in SUMMED),
         "share", "before", "words_in", "words_out", "longest_in", "longest_out")  # fmt: skip
"""What describes a container: the means inside and outside, and how much of the content it holds."""

WEIGHTS = {
    "odds_in": 0.33, "link_in": -3.36, "repeats_in": -0.79, "running_in": -0.98, "long_in": 0.63, "items_in": 0.14,
    "odds_out": -1.28, "link_out": 3.53, "repeats_out": 0.76, "running_out": 2.21, "long_out": -2.23,
    "items_out": 0.12, "share": 0.78, "before": -1.45, "words_in": 0.57, "words_out": -0.41, "longest_in": -0.53,
    "longest_out": 0.79,
}  # fmt: skip
BIAS = -3.03
"""Fitted by training/fit_narrowing.py: the log-odds that the page is better narrowed to a container."""

SURE = 0.9
"""Content with at least this expected F1 stays as it is."""
LEAST_GAIN = 2.2
"""The least log-odds that narrowing helps. With it, no type of page of WCXB loses more than 0.001."""

_MANY_WORDS, _MANY_BLOCKS = 40, 6
_LEAST_SHARE = 0.02
"""A container with a smaller share of the content is none that it may be narrowed to."""
_MOST_ODDS = 5.0
_REFUSED = -3.0
"""Too low to be chosen, but not too low for the rule that adds the title above the content."""


@dataclass(frozen=True)
class Candidates:
    """Containers (c,) that hold some of the chosen blocks, but not all; ``features`` (c, len(NAMES))."""

    containers: Ints
    features: Floats


def survey_candidates(odds: Floats, blocks: Blocks, tags: Tags, extents: Extents) -> Candidates:
    """Describe the containers of a page to which its content, chosen by log-odds (n,), may be narrowed."""
    chosen, expected = choose_blocks(to_probability(odds), blocks.words)
    nothing = Candidates(np.zeros(0, dtype=np.int64), np.zeros((0, len(NAMES))))
    if expected >= SURE:
        return nothing
    words = np.maximum(blocks.words, LEAST_WORDS) * chosen
    before = accumulate(words)
    total, inside = before[-1], before[extents.stop] - before[extents.first]
    is_outer = extents.outer == np.arange(len(inside))
    found = np.flatnonzero(is_outer & (inside >= _LEAST_SHARE * total) & (inside < total))
    if not len(found):
        return nothing
    taken = np.flatnonzero(chosen)
    words, count = words[taken], _count_at_paths(blocks, tags)[taken]
    link, width = blocks.flagged[taken, 0], blocks.width[taken]
    means = np.stack((
        np.clip(odds[taken], -_MOST_ODDS, _MOST_ODDS), link, np.log(count), is_running(width, link),
        words >= _MANY_WORDS, count >= _MANY_BLOCKS,
    ))  # fmt: skip
    sums = accumulate(means * words)
    first, stop = taken.searchsorted(extents.first[found]), taken.searchsorted(extents.stop[found])
    held, within = inside[found], sums[:, stop] - sums[:, first]
    rest = total - held
    outside = sums[:, -1:] - within
    padded = np.concatenate(([0.0], words, [0.0]))
    earlier, later = np.maximum.accumulate(padded)[first], np.maximum.accumulate(padded[::-1])[::-1][stop + 1]
    longest = np.maximum.reduceat(padded, np.stack((first + 1, stop + 1), axis=1).ravel())[::2]
    features = np.stack((
        *(within / held), *(outside / rest), np.log(held / rest), before[extents.first[found]] / total,
        np.log(held), np.log1p(rest), np.log1p(longest), np.log1p(np.maximum(earlier, later)),
    ), axis=1)  # fmt: skip
    return Candidates(found, features)


def _count_at_paths(blocks: Blocks, tags: Tags) -> Ints:
    """Count the blocks with the same path: four containers with their names and classes."""
    containers = blocks.containers
    kind = hash_kinds(containers.name, tags.style)
    pair = kind * 16_777_619 + kind[containers.parent]
    path = pair * 1_099_511_628_211 + pair[containers.parent[containers.parent]]
    group, count = group_same(path[blocks.container])
    counts: Ints = count[group]
    return counts


def refuse_outside(odds: Floats, extents: Extents, container: int) -> Floats:
    """Lower the log-odds (n,) of the blocks outside a container to at most `_REFUSED`."""
    refused = np.minimum(odds, _REFUSED)
    inside = slice(extents.first[container], extents.stop[container])
    refused[inside] = odds[inside]
    return refused


def narrow(odds: Floats, blocks: Blocks, tags: Tags, extents: Extents) -> Floats:
    """Return the log-odds (n,), lower outside one container if that is likely to improve the content."""
    found = survey_candidates(odds, blocks, tags, extents)
    if not len(found.containers):
        return odds
    gain = found.features @ np.array([WEIGHTS[name] for name in NAMES]) + BIAS
    best = int(np.argmax(gain))
    return odds if gain[best] <= LEAST_GAIN else refuse_outside(odds, extents, int(found.containers[best]))

"""Narrow the content of an article to one container below its headline, apart from lists of other articles."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from cetr.document import Floats, Ints
from cetr.learned.blocks import Blocks, find_running, mark_headings
from cetr.learned.choice import LEAST_WORDS, REFUSED, choose_blocks, to_probability
from cetr.learned.extents import Extents
from cetr.learned.hashes import group_same
from cetr.learned.tags import Tags, hash_kinds
from cetr.learned.windows import accumulate

WEIGHTS = {
    "gap": -0.59, "in_odds": 0.60, "out_odds": -1.18, "in_link": -6.59, "out_link": 4.29, "in_repeats": -1.19,
    "in_running": 5.32, "out_long": -3.47, "running": 1.40, "headline_words": 0.89, "headline_h1": 1.46,
    "before": 5.16, "page_link": 3.48, "page_blocks": -0.46, "page_paragraphs": 0.91, "page_teasers": 4.38,
}  # fmt: skip
BIAS = -19.10
"""Fitted by training/fit_narrowing.py: a part is chosen if its score is above 0 and above those of all others."""
NAMES = tuple(WEIGHTS)
"""What describes a part: means over the words of chosen blocks ``in`` it and ``out`` of it (log-odds; share of links;
logarithm of the number of blocks at the same path; whether it is running text, or long), how far from the headline it
begins, and how much running text it holds; the headline, the share of the content before it; and the page.
"""

SURE = 0.97
"""Content with at least this expected F1 stays as it is."""

LEAST_RUNNING, MOST_CONTAINERS = 100, 60
"""The least running text of a container, in characters, and how many, with the most running text, are compared."""
MOST_BETWEEN = 8
"""So many blocks between the headline and a container are part of it, because the lead of an article may be there."""
SURE_ODDS = 1.0
"""The best block of running text in a part is taken to be at least that probable, and the others to be as much more."""
_MANY_WORDS = 40
_LINKED, _LEAST_LINKED = 0.6, 3
"""A block with this share of links and so many words is the headline of a teaser."""
_MOST_ODDS = 5.0


@dataclass(frozen=True)
class Parts:
    """The p parts of a page to which its content may be narrowed: blocks ``start : stop`` (p,), from the headline on.

    ``raised`` (p,) is what is added to the log-odds of their blocks; ``features`` (p, len(NAMES)).
    """

    start: Ints
    stop: Ints
    raised: Floats
    features: Floats

    def __len__(self) -> int:
        """The number of parts."""
        return len(self.start)


def survey_parts(odds: Floats, blocks: Blocks, tags: Tags, extents: Extents, headline: int) -> Parts:
    """Describe the parts of a page of n blocks with these log-odds (n,); ``headline`` is a block."""
    chosen, expected = choose_blocks(to_probability(odds), blocks.words)
    if expected >= SURE or not len(found := _find_parts(running := find_running(blocks), extents, headline)):
        nothing = np.zeros(0, dtype=np.int64)
        return Parts(nothing, nothing, np.zeros(0), np.zeros((0, len(NAMES))))
    begin, stop = np.maximum(extents.first[found], headline), extents.stop[found]
    start = np.where(begin - headline <= MOST_BETWEEN, headline, begin)
    raised = np.maximum(SURE_ODDS - _find_most(np.where(running > 0, odds, -np.inf), begin, stop), 0)
    weight = np.maximum(blocks.words, LEAST_WORDS)
    measures = weight * np.stack((
        np.ones(len(blocks)), np.clip(odds, -_MOST_ODDS, _MOST_ODDS), blocks.flagged[:, 0],
        np.log(_count_at_paths(blocks, tags)), running > 0, blocks.words >= _MANY_WORDS,
    ))  # fmt: skip
    sums = accumulate(measures * chosen)
    inside = sums[:, stop] - sums[:, start]
    outside = sums[:, -1:] - inside
    least = odds[chosen].min()
    for number in np.flatnonzero(raised).tolist():
        part = slice(start[number], stop[number])
        inside[:, number] = measures[:, part] @ (odds[part] >= least - raised[number])
    in_mean, out_mean = _average(inside), _average(outside)
    columns = {
        "gap": np.log1p(begin - headline), "in_odds": in_mean[1], "out_odds": out_mean[1], "in_link": in_mean[2],
        "out_link": out_mean[2], "in_repeats": in_mean[3], "in_running": in_mean[4], "out_long": out_mean[5],
        "running": np.log1p(_sum_parts(running, begin, stop)), "headline_words": np.log(blocks.words[headline]),
        "headline_h1": mark_headings(blocks, 1)[blocks.container[headline]], "before": sums[0, headline] / sums[0, -1],
        **_describe_page(blocks, running),
    }  # fmt: skip
    features = np.empty((len(found), len(NAMES)))
    for place, name in enumerate(NAMES):
        features[:, place] = columns[name]
    changes = (inside[0] > 0) & ((outside[0] > 0) | (raised > 0))
    return Parts(start[changes], stop[changes], raised[changes], features[changes])


def _find_parts(running: Floats, extents: Extents, headline: int) -> Ints:
    """Find the containers (p,) with most running text from the headline on, one for each stretch of blocks."""
    stop = extents.stop
    start = np.minimum(np.maximum(extents.first, headline), stop)
    text = _sum_parts(running, start, stop)
    found = np.flatnonzero((extents.outer == np.arange(len(stop))) & (text >= LEAST_RUNNING))
    found = found[np.argsort(-text[found], kind="stable")[:MOST_CONTAINERS]]
    # From the headline on, a container may have the same blocks as the last of those inside it.
    _, different = np.unique(start[found] * (len(running) + 1) + stop[found], return_index=True)
    parts: Ints = found[different]
    return parts


def _sum_parts(values: Floats, start: Ints, stop: Ints) -> Floats:
    sums = accumulate(values)
    return sums[stop] - sums[start]


def _find_most(values: Floats, start: Ints, stop: Ints) -> Floats:
    """Find the greatest of values (n,) in each of p > 0 parts that are not empty, (p,)."""
    bounds = np.stack((start, stop), axis=1).ravel()
    most: Floats = np.maximum.reduceat(np.append(values, -np.inf), bounds)[::2]
    return most


def _average(sums: Floats) -> Floats:
    """Divide sums (k, p) by the first of them; 0 where that is 0."""
    return sums / np.where(sums[0] > 0, sums[0], np.inf)


def _describe_page(blocks: Blocks, running: Floats) -> dict[str, float]:
    """Describe what a page with running text is like: links, blocks, the paragraphs of the container with most text in
    its paragraphs, and how much of the running text comes right after a link, as in teasers.
    """
    width, link = blocks.width, blocks.flagged[:, 0]
    around = blocks.containers.parent[blocks.container]
    most = int(np.argmax(np.bincount(around, running)))
    linked = np.concatenate(((False, False), (link > _LINKED) & (blocks.words >= _LEAST_LINKED)))
    teasers = float(running @ (linked[:-2] | linked[1:-1]))
    return {
        "page_link": float(width @ link) / float(width.sum()),
        "page_blocks": math.log1p(len(blocks)),
        "page_paragraphs": math.log1p(np.count_nonzero(running[around == most])),
        "page_teasers": teasers / float(running.sum()),
    }


def _count_at_paths(blocks: Blocks, tags: Tags) -> Ints:
    """Count the blocks with the same path: four containers with their names and classes."""
    containers = blocks.containers
    kind = hash_kinds(containers.name, tags.style)
    pair = kind * 16_777_619 + kind[containers.parent]
    path = pair * 1_099_511_628_211 + pair[containers.parent[containers.parent]]
    group, count = group_same(path[blocks.container])
    counts: Ints = count[group]
    return counts


def narrow_to(odds: Floats, parts: Parts, number: int) -> Floats:
    """Raise the log-odds (n,) of the blocks of a part, and lower those of others to at most `REFUSED`."""
    narrowed = np.minimum(odds, REFUSED)
    inside = slice(parts.start[number], parts.stop[number])
    narrowed[inside] = odds[inside] + parts.raised[number]
    return narrowed


def narrow(odds: Floats, blocks: Blocks, tags: Tags, extents: Extents, headline: int | None) -> Floats:
    """Return the log-odds (n,), narrowed to one part of the page if that is likely to improve the content."""
    if headline is None or not len(parts := survey_parts(odds, blocks, tags, extents, headline)):
        return odds
    score = parts.features @ np.array(tuple(WEIGHTS.values())) + BIAS
    best = int(np.argmax(score))
    return narrow_to(odds, parts, best) if score[best] > 0 else odds

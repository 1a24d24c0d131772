"""The features of the containers around a page's blocks: how much each holds, of what kind, and how it repeats."""

from __future__ import annotations

import numpy as np

from cetr.document import Bools, Floats, Ints, number_name
from cetr.learned import characters as c
from cetr.learned.blocks import Blocks
from cetr.learned.columns import Columns, Describe, cut
from cetr.learned.extents import LEVELS, Extents
from cetr.learned.hashes import group_same
from cetr.learned.tags import Tags, hash_kinds
from cetr.learned.windows import accumulate

_CONTAINER_COLUMNS = " ".join(
    f"{name}_{level}"
    for name in ("width", "share", "link", "blocks", "running", "running_share", "mean", "repeats", "alike", "group",
                 "group_link", "children", "stops", "commas", "digits", "copies", "paragraphs", "linked", "money",
                 "headings")
    for level in range(LEVELS)
)  # fmt: skip
_REPEATS = _CONTAINER_COLUMNS.split().index("repeats_2")
_CONTAINER_PLACES = " ".join(f"place_{level}" for level in range(LEVELS))


def survey_containers(
    blocks: Blocks, tags: Tags, extents: Extents, running: Floats, copies: Ints, is_heading: Bools
) -> tuple[Describe, float]:
    """Describe each container with blocks; every block gets the descriptions of the containers around it.

    Also return the greatest repetition around any block.
    """
    width, links, at = blocks.width, blocks.flagged[:, 0], blocks.container
    is_p = blocks.containers.number[at] == number_name("p")
    counts = blocks.counts[:, [c.STOP, c.COMMA, c.DIGIT, c.MONEY]].T
    sums = accumulate(
        np.stack((width, width * links, running, *counts, copies > 1, is_p * width, links > 0.6, is_heading[at]))
    )
    filled = extents.stop > extents.first
    holders = np.flatnonzero(filled)
    first, stop = extents.first[holders], extents.stop[holders]
    inside = sums.take(stop, axis=1)
    inside -= sums.take(first, axis=1)
    del sums
    rank = np.cumsum(filled) - 1
    siblings = np.stack(_count_siblings(blocks, tags, holders, rank[extents.outer[holders]], inside))
    children = np.bincount(rank[blocks.containers.parent[holders[1:]]], minlength=len(holders))
    count = stop - first
    total, all_running = max(width.sum(), 1), max(running.sum(), 1)
    described = np.empty((len(_CONTAINER_COLUMNS.split()) // LEVELS, len(holders)), dtype=np.float32)
    for some in cut(len(holders)):
        text, link, run, stops, commas, digits, money, copied, paragraphs, linked, headings = inside[:, some]
        repeats, alike, group_width, group_links = siblings[:, some]
        wide, held = np.maximum(text, 1), count[some]
        columns = (
            np.log1p(text), text / total, link / wide, np.log1p(held), run / all_running, run / wide,
            np.log1p(text / held), np.log1p(repeats), np.log1p(alike), group_width / total, group_links,
            np.log1p(children[some]), np.minimum(stops / wide * 50, 10), np.minimum(commas / wide * 50, 10),
            digits / wide, copied / held, paragraphs / wide, linked / held, np.minimum(money / held, 3),
            headings / held,
        )  # fmt: skip
        np.stack(columns, out=described[:, some])

    def describe(part: slice) -> Columns:
        levels, size = rank[extents.levels[:, part]], part.stop - part.start
        return {
            _CONTAINER_COLUMNS: described.take(levels.ravel(), axis=1).reshape(-1, size),
            _CONTAINER_PLACES: (np.arange(part.start, part.stop) - first[levels]) / count[levels],
        }

    level, row = _REPEATS % LEVELS, _REPEATS // LEVELS
    return describe, float(described[row, rank[extents.levels[level]]].max())


def _count_siblings(
    blocks: Blocks, tags: Tags, holders: Ints, outer: Ints, inside: Floats
) -> tuple[Ints, Ints, Floats, Floats]:
    """Measure how the h containers with blocks repeat, each (h,); ``outer`` (h,) and ``inside`` (k, h) are only of
    these.

    Returns the number of siblings with the same tag and class, the number of such containers in the page, and the
    siblings' width and share of links.
    """
    containers = blocks.containers
    kind = hash_kinds(containers.name[holders], tags.style[holders])
    group, count = group_same(kind)
    alike: Ints = count[group]
    key = group * len(containers.parent) + containers.parent[holders]
    group, count = group_same(key)
    repeats: Ints = count[group]
    most = np.ones(len(holders), dtype=np.int64)
    np.maximum.at(most, outer, repeats)
    width, links = (np.bincount(group, weights=values).astype(np.float64)[group] for values in inside[:2])
    np.maximum(repeats, most[outer], out=repeats)
    return repeats, alike, width, links / np.maximum(width, 1)

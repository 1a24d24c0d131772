"""The position of a block relative to the container with most of the expected content of the page."""

from __future__ import annotations

import numpy as np

from cetr.document import Bools, Floats, Ints
from cetr.learned.blocks import Blocks
from cetr.learned.columns import Columns, Describe
from cetr.learned.containers import Containers
from cetr.learned.extents import Extents
from cetr.learned.windows import accumulate

CORES = (0.5, 0.8)
"""A core is the innermost container with at least this share of the expected content."""


def survey_cores(gain: Floats, weight: Floats, blocks: Blocks, extents: Extents) -> Describe:
    """Compute features of blocks by the page's cores.

    ``gain`` (n,) are the expected words of content of each block, ``weight`` (n,) all its words, above 0. The trunk is
    a core and the containers around it. A branch, such as a box of related articles within the article, is a container
    directly inside the trunk. All blocks of a branch get the same features: how much of the branch is content.
    """
    containers, width = blocks.containers, blocks.width
    own = np.stack((gain, weight, width * blocks.flagged[:, 0], width, np.ones(len(blocks))))
    sums = accumulate(own)
    inside = sums[:, extents.stop] - sums[:, extents.first]
    total, wide = max(float(gain.sum()), 1e-9), max(float(width.sum()), 1.0)
    cores = [find_core(inside[0], share * total) for share in CORES]
    trees = [(core, *find_branches(containers, core)) for core in cores]

    def describe(part: slice) -> Columns:
        columns: dict[str, Floats] = {}
        place, at = np.arange(part.start, part.stop), blocks.container[part]
        for share, (core, trunk, branches) in zip(CORES, trees, strict=True):
            branch, is_own = branches[at], trunk[at]
            fork = np.where(is_own, at, containers.parent[branch])
            expected, words, links, text, count = np.where(is_own, own[:, part], inside[:, branch])
            first, stop = extents.first[core], extents.stop[core]
            found = {
                "inside": fork == core,
                "up": containers.depth[core] - containers.depth[fork],
                "down": np.where(is_own, 0, containers.depth[at] - containers.depth[branch]),
                "own": is_own,
                "share": expected / total,
                "mean": expected / words,
                "link": links / np.maximum(text, 1),
                "blocks": np.log1p(count),
                "width": np.log1p(text),
                "fork_width": inside[3, fork] / wide,
                "fork_mean": inside[0, fork] / inside[1, fork],
                "from_first": np.clip(place - first, -30, 30),
                "to_last": np.clip(stop - 1 - place, -30, 30),
                "side": np.where(place < first, -1, place >= stop),
            }
            columns |= {f"core{share * 100:.0f}_{name}": values.astype(np.float64) for name, values in found.items()}
        return columns

    return describe


def find_core(gain: Floats, least: float) -> int:
    """Find the innermost container with at least this much of the ``gain`` (containers,); 0, the document, if none."""
    # A parent's number is smaller than its children's.
    return int(np.flatnonzero(np.concatenate(([True], gain[1:] >= least)))[-1])


def find_branches(containers: Containers, core: int) -> tuple[Bools, Ints]:
    """Mark the core and the containers around it, (n,), and find the outermost container around each that is neither,
    (n,). For containers of the trunk, the second is an arbitrary container.
    """
    trunk = (containers.opened <= containers.opened[core]) & (containers.closed >= containers.closed[core])
    begins = ~trunk & trunk[containers.parent]
    return trunk, np.maximum.accumulate(np.where(begins, np.arange(len(trunk)), 0))

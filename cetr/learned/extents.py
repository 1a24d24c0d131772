"""The blocks inside the containers of a page, and the containers around a block."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from cetr.document import Ints
from cetr.learned.blocks import Blocks

LEVELS = 4
"""How many containers around a block are described; one with the same blocks as its child is skipped."""


@dataclass(frozen=True)
class Extents:
    """The blocks inside each container: ``first : stop`` (n containers,).

    ``outer`` (n containers,) is the outermost container around each with the same blocks. ``levels`` (LEVELS, n blocks)
    is the chain of containers around each block, innermost first, each with more blocks than the one before.
    """

    first: Ints
    stop: Ints
    outer: Ints
    levels: Ints


def find_extents(blocks: Blocks) -> Extents:
    """Find where each container's blocks begin and stop, and the chain of growing containers around each block."""
    containers = blocks.containers
    first = np.searchsorted(blocks.event, containers.opened)
    stop = np.maximum(np.searchsorted(blocks.event, containers.closed), first)
    outer = find_outer(containers.parent, stop - first)
    levels = [blocks.container]
    for _ in range(LEVELS - 1):
        levels.append(containers.parent[outer[levels[-1]]])
    return Extents(first, stop, outer, np.stack(levels))


def find_outer(parent: Ints, size: Ints) -> Ints:
    """Find the outermost container around each, at most eight levels up, with no more blocks than it."""
    same = size[parent] == size
    outer = np.where(same, parent, np.arange(len(parent)))
    for _ in range(3):
        outer = outer[outer]
    return outer

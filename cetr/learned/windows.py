"""The surroundings of each block: neighbours, means over windows, sums up to it."""

from __future__ import annotations

import numpy as np

from cetr.document import Floats

REACH = 12
"""How many blocks away a neighbour may be for `shift` and `average`."""


def pad(values: Floats) -> Floats:
    """Pad values (n,) with `REACH` zeros before and after, for `shift`."""
    padded = np.zeros(len(values) + 2 * REACH)
    padded[REACH : REACH + len(values)] = values
    return padded


def shift(padded: Floats, part: slice, steps: int) -> Floats:
    """Return the values, padded by `pad`, of the blocks ``steps`` before those of a part (after, if negative)."""
    return padded[REACH + part.start - steps : REACH + part.stop - steps]


def pad_sums(values: Floats) -> Floats:
    """Sum values (n,) up to each block, from `REACH` before the page to `REACH` after it, for `average`."""
    size = len(values)
    sums = np.zeros(size + 2 * REACH + 1)
    np.cumsum(values, out=sums[REACH + 1 : REACH + 1 + size])
    sums[REACH + 1 + size :] = sums[REACH + size]
    return sums


def average(sums: Floats, part: slice, radius: int) -> Floats:
    """Average values, given by their sums from `pad_sums`, over the blocks at most ``radius`` away from those of a
    part.
    """
    start, stop, size = REACH + part.start, REACH + part.stop, len(sums) - 2 * REACH - 1
    place = np.arange(part.start, part.stop)
    count = np.minimum(place + radius + 1, size) - np.maximum(place - radius, 0)
    mean: Floats = (sums[start + radius + 1 : stop + radius + 1] - sums[start - radius : stop - radius]) / count
    return mean


def accumulate(values: Floats) -> Floats:
    """Sum values (..., n) over the blocks before each and over all, (..., n + 1)."""
    sums = np.zeros((*values.shape[:-1], values.shape[-1] + 1))
    np.cumsum(values, axis=-1, out=sums[..., 1:])
    return sums

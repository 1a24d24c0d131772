"""Intervals of means over pages, by a bootstrap of sites."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np


def find_interval(sites: Collection[Sequence[float]], samples: int = 10_000) -> tuple[float, float]:
    """The 95 % interval of the mean over the pages of some sites, each given by the figures of its pages."""
    sums, sizes = (np.array([kind(figures) for figures in sites], dtype=np.float64) for kind in (sum, len))
    drawn = np.random.default_rng(0).integers(len(sums), size=(samples, len(sums)))
    low, high = np.quantile(sums[drawn].sum(axis=1) / sizes[drawn].sum(axis=1), (0.025, 0.975)).tolist()
    return low, high

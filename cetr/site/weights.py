"""How much each piece of evidence counts, in log-odds: fitted, not set."""

from __future__ import annotations

import numpy as np

from cetr.arrays import Floats
from cetr.site.evidence import GOLD, SITE, Evidence

ALONE: dict[str, float] = {}
"""Where no gold of the site is known."""

WITH_GOLD: dict[str, float] = {}
"""Where gold of at least one page is known."""


def weigh(evidence: Evidence) -> Floats:
    """What the evidence adds to the log-odds of each block, (n,)."""
    names = (*SITE, *GOLD)
    weights = WITH_GOLD if evidence.labelled else ALONE
    added: Floats = evidence.columns @ np.array([weights.get(name, 0.0) for name in names])
    return added

"""How much each piece of evidence counts, in log-odds.

Fitted by training/fit_site.py to pages whose scores are by models that saw no page of their site. A path weighs at
least 0.1: where that was measured, on news, pages of a site are of one template, which those learned from rarely are.
"""

from __future__ import annotations

import numpy as np

from cetr.document import Floats
from cetr.site.evidence import GOLD, SITE, Evidence
from cetr.site.signatures import KINDS

ALONE = {"same_place": -0.36, "repeated": -0.49, "repeated_long": -1.61, **{f"path_{kind}": 0.10 for kind in KINDS}}
"""Where no gold of the site is known."""

WITH_GOLD = {
    "same_place": 0.0, "repeated": 0.0, "repeated_long": -0.17, **{f"path_{kind}": 0.10 for kind in KINDS},
    "gold_near": 0.49, "gold_middle": 0.48, "gold_far": 0.10, "gold_far_like": 0.10, "gold_names": 0.10,
    "text_in_gold": 0.79, "text_not_in_gold": -2.37,
}  # fmt: skip
"""Where gold of at least one page is known."""


def weigh(evidence: Evidence) -> Floats:
    """What the evidence adds to the log-odds of each block, (n,)."""
    weights = WITH_GOLD if evidence.labelled else ALONE
    added: Floats = evidence.columns @ np.array([weights.get(name, 0.0) for name in (*SITE, *GOLD)])
    return added

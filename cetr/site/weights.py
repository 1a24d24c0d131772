"""How much each piece of evidence counts, in log-odds.

Fitted by training/fit_site.py on pages scored by models that had seen no page of their site. A path weighs at least
0.1. That was measured on news, where the pages of a site share a template; the training pages rarely do. Paths with the
form of the text came after the fit, with this least weight, and so did counting gold by what pages share. A text that
gold leaves out at its path counts more than the fit says: what the model was surest of is hardly ever gold. What gold
says about the container around a block was weighed by hand, too, and so was gold of elements that had other names.
"""

from __future__ import annotations

import numpy as np

from cetr.document import Floats
from cetr.learned.templates import GOLD_WEIGHTS, KINDS
from cetr.site.evidence import GOLD, RENAMED, SITE, Evidence

ALONE = {
    "same_place": -0.53, "repeated": -0.70, "repeated_long": -1.79, **{f"path_{kind}": 0.10 for kind in KINDS},
    "gold_renamed": 1.0,
}  # fmt: skip
"""If no gold of the page's template is known, as its elements are named now."""

WITH_GOLD = {
    "same_place": 0.0, "repeated": 0.0, "repeated_long": -0.34, **{f"path_{kind}": 0.10 for kind in KINDS},
    **{f"gold_{kind}": weight for kind, weight in GOLD_WEIGHTS.items()}, "text_in_gold": 0.64,
    "text_not_in_gold": -2.5, "gold_around": 1.0,
}  # fmt: skip
"""If the gold of at least one page is known."""


LEAST_ODDS, MOST_ODDS = -1.0, 3.0
"""The least log-odds of the model that count where gold is surely content, and the most where it surely is not
(`cetr.site.evidence`).

Otherwise no label could teach what the model is certain of, such as that this guideline takes comments.
"""


def weigh(odds: Floats, evidence: Evidence) -> Floats:
    """Compute the log-odds of n blocks, (n,), from the model's ``odds`` by the page alone (n,), and the evidence."""
    weights = WITH_GOLD if evidence.labelled else ALONE
    least, most = np.where(evidence.sure > 0, LEAST_ODDS, -np.inf), np.where(evidence.sure < 0, MOST_ODDS, np.inf)
    own = np.clip(odds, least, most)
    weighed: Floats = own + evidence.columns @ np.array([weights.get(name, 0.0) for name in (*SITE, *GOLD, *RENAMED)])
    return weighed

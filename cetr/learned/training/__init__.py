"""Training: how the model of `cetr.learned` is made of pages and their gold.

Pages are measured and labelled (`examples`), learned from by scikit-learn (`estimators`), whose trees become ours
(`packing`), and cross-fitted (`train`). A finished model gets more trees (`boosting`), or is corrected with a few pages
of your own (`adaptation`).
"""

from __future__ import annotations

from cetr.learned.training.adaptation import Adapted, adapt, count_steps, measure
from cetr.learned.training.boosting import Boosting, boost
from cetr.learned.training.estimators import Settings
from cetr.learned.training.examples import Example, make_example
from cetr.learned.training.train import fit

__all__ = [
    "Adapted",
    "Boosting",
    "Example",
    "Settings",
    "adapt",
    "boost",
    "count_steps",
    "fit",
    "make_example",
    "measure",
]

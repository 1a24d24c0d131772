"""Learning from pages and their gold: what makes the model of `cetr.learned`.

Pages are measured and labelled (`examples`), learned from by scikit-learn (`estimators`), cross-fitted
(`train`), and a finished model is corrected by a few pages of one's own (`adaptation`).
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

"""The Python interface behind ``import evaluate``: see docs/api.md.

Public: `read_documents`, `run`, `read_results`, `compare`, `score_prediction`, `show_difference`, the plots, and the
types that they take and return. All are names of ``evaluate`` itself.
"""

from __future__ import annotations

from evaluate.api.comparing import Compared, compare
from evaluate.api.documents import read_documents, score_prediction
from evaluate.api.plotting import plot_differences, plot_precision_recall
from evaluate.api.running import Results, read_results, run
from evaluate.api.showing import Shown, show_difference

__all__ = [
    "Compared",
    "Results",
    "Shown",
    "compare",
    "plot_differences",
    "plot_precision_recall",
    "read_documents",
    "read_results",
    "run",
    "score_prediction",
    "show_difference",
]

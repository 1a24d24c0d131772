"""Score extractions again against the current gold, so that a corrected gold does not need a new run.

Public: `rescore_results`.
"""

from __future__ import annotations

from evaluate.rescoring.rescore import Rescored, rescore_results

__all__ = ["Rescored", "rescore_results"]

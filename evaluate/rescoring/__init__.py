"""Scoring what was extracted once more, against today's gold: a corrected gold does not cost a run of every extractor.

Public: `rescore_results`.
"""

from __future__ import annotations

from evaluate.rescoring.rescore import Rescored, rescore_results

__all__ = ["Rescored", "rescore_results"]

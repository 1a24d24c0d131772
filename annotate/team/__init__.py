"""Several people working on one gold standard: who decides, what each has done, and how fast."""

from __future__ import annotations

from annotate.team.assigning import ASSIGNED
from annotate.team.pace import WORDS_PER_SECOND, Approved, find_hasty, list_approved

__all__ = ["ASSIGNED", "WORDS_PER_SECOND", "Approved", "find_hasty", "list_approved"]

"""Several people working on one gold standard: who decides, what each has done, and how fast."""

from __future__ import annotations

from annotate.team.annotator import VARIABLE, default_annotator
from annotate.team.pace import WORDS_PER_SECOND, Approved, find_hasty, list_approved

__all__ = ["VARIABLE", "WORDS_PER_SECOND", "Approved", "default_annotator", "find_hasty", "list_approved"]

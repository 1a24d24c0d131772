"""What is damaged in a package, and what of it can be restored."""

from __future__ import annotations

from annotate.doctor.diagnosing import diagnose
from annotate.doctor.repairing import repair

__all__ = ["diagnose", "repair"]

"""What is damaged in a package, and what of it can be restored."""

from __future__ import annotations

from annotate.doctor.diagnosing import diagnose
from annotate.doctor.injury import Injury
from annotate.doctor.repairing import repair

__all__ = ["Injury", "diagnose", "repair"]

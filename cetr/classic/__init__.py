"""The classical extractors that the papers compare against, one module each.

`cetr.methods` finds them by name. Code that trains or reuses them imports from here.
"""

from __future__ import annotations

from cetr.classic.cetd import Counts, composite_density, count_inside, extract_dense
from cetr.classic.mss_model import format_model, train_mss

__all__ = [
    "Counts",
    "composite_density",
    "count_inside",
    "extract_dense",
    "format_model",
    "train_mss",
]

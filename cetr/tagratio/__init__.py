"""Content extraction via tag ratios: the family of methods that gave the product its name.

A page is cut into lines with their text and tags (`lines`). Their ratio makes a smoothed histogram and its derivative
(`histogram`). `clustering` and `labelling` decide which lines are content. `analysis` combines these into a `linemodel`
for the methods of 2010 (`cetr`) and of 2008 (`ttr`); `modern` does the same over blocks instead of lines.
"""

from __future__ import annotations

from cetr.tagratio.analysis import METHODS, VARIANTS, analyse
from cetr.tagratio.cetr import cetr, cetr_km, cetr_modern, cetr_tm
from cetr.tagratio.linemodel import LineModel
from cetr.tagratio.lines import cut_lines, line_texts, span_labels

__all__ = [
    "METHODS",
    "VARIANTS",
    "LineModel",
    "analyse",
    "cetr",
    "cetr_km",
    "cetr_modern",
    "cetr_tm",
    "cut_lines",
    "line_texts",
    "span_labels",
]

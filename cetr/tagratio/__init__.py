"""Content extraction via tag ratios: the family of methods after which the product is named.

A page is cut into lines with their text and tags (`lines`), whose ratio makes a smoothed histogram and its derivative
(`histogram`); `clustering` and `labelling` say which lines are content. `analysis` puts these together into a
`linemodel` for the methods of 2010 (`cetr`) and of 2008 (`ttr`); `modern` does so over blocks instead of lines.
"""

from __future__ import annotations

from cetr.tagratio.analysis import METHODS, analyse
from cetr.tagratio.cetr import cetr, cetr_km, cetr_modern, cetr_tm
from cetr.tagratio.linemodel import LineModel
from cetr.tagratio.lines import cut_lines, line_texts, span_labels

__all__ = [
    "METHODS",
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
